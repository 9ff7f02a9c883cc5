"""What is known of one request while it is worked on; at its end it becomes the audit line and the metrics."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import getrandbits
from typing import Final

from starlette.types import Scope as AsgiScope

from app.keys import Principal
from model.labels import CANONICAL, TAXONOMIES, display

UNMATCHED: Final = "unmatched"
"""The verb of a request that no endpoint takes."""

OTHER: Final = "OTHER"
"""Stands for a label that no taxonomy knows."""

_LABELS: Final = CANONICAL | {display(label, taxonomy) for label in CANONICAL for taxonomy in TAXONOMIES}


@dataclass(slots=True)
class Trail:
    """Who asks for what, and how it ended.

    `started`: the answer has begun. `characters` counts code points of text; `counts` are entities by label.
    """

    correlation: str = field(default_factory=lambda: f"{getrandbits(64):016x}")
    principal: Principal | None = None
    verb: str = UNMATCHED
    status: int = 0
    started: bool = False
    outcome: str = "ok"
    characters: int = 0
    versions: Mapping[str, str | None] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, counts: Mapping[str, int]) -> None:
        """Add entities by label. The labels become a metric's, so they are kept to those of the taxonomies."""
        for label, number in counts.items():
            known = label if label in _LABELS else OTHER
            self.counts[known] = self.counts.get(known, 0) + number


def trail_of(scope: AsgiScope) -> Trail:
    """Return the trail of the request that `scope` belongs to; the audit middleware has laid it."""
    trail = scope["state"]["trail"]
    if not isinstance(trail, Trail):
        raise TypeError("The audit middleware stands outside everything that asks for the trail.")
    return trail
