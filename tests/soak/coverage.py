"""Checks the replacements of one HARDENED text against what its proposals are owed."""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from tests.soak.failure import require
from tests.soak.occurrence import Occurrence, widened

MARKER = re.compile(r"\[[A-Z_]+_\d+\]")
PRIORITY = ("RRN", "CARD_NUMBER", "ACCOUNT_NUMBER", "PHONE", "EMAIL", "DOB", "PERSON", "ADDRESS", "REL")
RANK = {label: rank for rank, label in enumerate(PRIORITY)}

Extent = tuple[int, int]


class Span(Protocol):
    """A replacement as far as these checks look at it."""

    label: str
    start: int
    end: int


def overlap(one: Extent, other: Extent) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def bits(spans: Iterable[Extent]) -> int:
    """Return the union of spans as a bit set over code points."""
    union = 0
    for start, end in spans:
        union |= ((1 << (end - start)) - 1) << start
    return union


class Ledger:
    """What one text owes: its occurrences, its literal markers, and the tokens issued by earlier texts."""

    def __init__(self, source: str, occurrences: Sequence[Occurrence], issued: Iterable[str]) -> None:
        self.source = source
        self.occurrences = occurrences
        found = [(marker[0], marker.span()) for marker in MARKER.finditer(source)] if "[" in source else []
        self.kept = [span for token, span in found if token in issued]
        self.markers = [span for token, span in found if token not in issued]
        self.extents = [self.whole((item.start, item.end)) for item in occurrences]

    def whole(self, span: Extent) -> Extent:
        """Return the span together with every literal marker that it touches."""
        touched = [marker for marker in self.markers if overlap(marker, span)]
        return min([span[0], *(start for start, _ in touched)]), max([span[1], *(end for _, end in touched)])

    def check_coverage(self, replacements: Sequence[Span]) -> None:
        """Everything owed is covered, nothing else is; an issued token stays, another marker is covered whole or not at all."""
        kept = bits(self.kept)
        owed = bits(extent for item, extent in zip(self.occurrences, self.extents, strict=True) if item.sure) & ~kept
        allowed = (bits(self.extents) | bits(widened(self.source, item) for item in self.occurrences)) & ~kept
        covered = bits((item.start, item.end) for item in replacements)
        for span in self.markers:
            require(covered & bits([span]) in (0, bits([span])), "a literal marker is masked whole or not at all")
        require(not owed & ~covered, "every character of every occurrence is covered")
        require(not covered & kept, "a token issued earlier stays")
        require(not covered & ~allowed, "nothing but occurrences is covered")

    def check_labels(self, replacements: Sequence[Span]) -> None:
        """Each replacement bears the label of an occurrence that it overlaps."""
        for replacement in replacements:
            span = (replacement.start, replacement.end)
            require(
                any(
                    item.label == replacement.label and (overlap(span, extent) or overlap(span, widened(self.source, item)))
                    for item, extent in zip(self.occurrences, self.extents, strict=True)
                ),
                "a replacement bears the label of an occurrence under it",
            )

    def check_winners(self, replacements: Sequence[Span]) -> None:
        """An occurrence that wins against all that overlap it, if any, is one replacement under its own label."""
        standing = [(item.label, item.start, item.end) for item in replacements]
        for item, extent in zip(self.occurrences, self.extents, strict=True):
            if item.sure and not any(overlap(extent, token) for token in self.kept) and self.wins(item, extent):
                start, end = widened(self.source, item)
                require(
                    any(
                        label == item.label
                        and min(start, extent[0]) <= left <= extent[0]
                        and extent[1] <= right <= max(end, extent[1])
                        for label, left, right in standing
                    ),
                    "a winner is one replacement under its own label",
                )

    def wins(self, item: Occurrence, extent: Extent) -> bool:
        """Whether the rules leave no doubt that `item` wins: priority, then length, then position."""
        marked = extent != (item.start, item.end)
        for other, reach in zip(self.occurrences, self.extents, strict=True):
            if other is item or (other.label, reach) == (item.label, extent):
                continue
            if not overlap(extent, reach):
                if overlap(extent, widened(self.source, other)):
                    return False
                continue
            if marked or reach != (other.start, other.end) or not other.sure or not {item.label, other.label} <= RANK.keys():
                return False
            if order(item) > order(other):
                return False
        return True


def order(item: Occurrence) -> tuple[int, int, int]:
    """Return the key by which overlapping occurrences are ranked, the winner first."""
    return RANK[item.label], item.start - item.end, item.start
