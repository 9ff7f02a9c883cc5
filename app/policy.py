"""Named policies: what is done with the entities of each label."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Policy:
    """`keep`: canonical labels that stay in clear. All other labels are tokenized. `version` changes with the content."""

    name: str
    version: str
    keep: frozenset[str]


POLICIES: Final[Mapping[str, Policy]] = MappingProxyType(
    {
        policy.name: policy
        for policy in (
            Policy("default", "1", frozenset({"DATE", "ORGANIZATION", "PORT", "REL"})),
            Policy("strict", "1", frozenset({"PORT"})),
        )
    }
)
"""The built-in policies, by name."""
