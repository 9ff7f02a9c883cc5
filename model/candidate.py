"""What an extractor proposes."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Candidate:
    """A piece of the source that an extractor takes for personal data.

    `original` is the proposed value. `start` and `end` are code points in the source (NFC), half-open; both are given or
    neither is. `score` lies in 0..1. `source` names who proposed it: `rules.phone`, `caller`. The value is kept out of `repr`.
    """

    label: str
    original: str = field(repr=False)
    start: int | None = None
    end: int | None = None
    score: float = 1.0
    source: str = "caller"
