"""The seam between the service and everything that finds personal data."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from model.candidate import Candidate


class ExtractorUnavailable(Exception):
    """The extractor could not answer; nothing may be masked on its word. The message never holds text."""


class Extractor(Protocol):
    """Anything that turns source text into candidates.

    `name` and `versions` (of `rules`, `model`, or both) explain its answers later. `labels` are the canonical labels that it can
    propose.
    """

    name: str
    versions: Mapping[str, str]
    labels: frozenset[str]

    async def extract(self, source: str) -> Sequence[Candidate]:
        """Return the candidates in `source` (NFC text), in any order.

        Raises `ExtractorUnavailable` when it cannot answer for the whole text: never a partial answer.
        """

    async def check(self) -> None:
        """Return when the extractor really answers; raise `ExtractorUnavailable` otherwise."""

    async def close(self) -> None:
        """Release connections and threads."""
