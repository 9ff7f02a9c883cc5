"""The REFERENCE rule set: what the first seed's tokenizer does, its known leaks included.

Kept for comparison and for reading the first seed's data; the service masks with HARDENED.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from app.tokenizer.matches import find_literal
from app.tokenizer.proposal import Proposal
from app.tokenizer.replacement import Evidence, Segments
from app.tokenizer.text import clean_label, clean_value

PRIORITY: Final = ("RRN", "CARD", "ACCOUNT", "PHONE", "EMAIL", "DOB", "PERSON", "ADDRESS", "REL")
"""The nine labels; of several on one value the first wins."""

_NUMERIC_EXTRA: Final = {"RRN": "", "PHONE": "()+", "CARD": "", "ACCOUNT": "", "DOB": ""}
_NAME_LENGTHS: Final = range(2, 7)

RANKS: Final = {label: rank for rank, label in enumerate(PRIORITY)}


def variants(label: str, value: str) -> tuple[str, ...]:
    """Return the other spellings of a clean value that count as the same, without the value itself."""
    found: Iterable[str] = ()
    if label == "PERSON":
        letters = "".join(value.split())
        if len(letters) in _NAME_LENGTHS:
            found = (separator.join(letters) for separator in ("", " ", "  ", "\t", "\n"))
    elif label in _NUMERIC_EXTRA and all(c.isdecimal() or c.isspace() or c in "-." + _NUMERIC_EXTRA[label] for c in value):
        found = _numeric_variants(label, value, re.sub(r"\D", "", value))
    return tuple(dict.fromkeys(spelling for spelling in found if spelling != value))


def _numeric_variants(label: str, value: str, d: str) -> list[str]:
    if label == "RRN" and len(d) == 13:
        return [d, f"{d[:6]}-{d[6:]}", f"{d[:6]} - {d[6:]}", f"{d[:6]}- {d[6:]}"]
    if label == "PHONE":
        if len(d) == 11 and d.startswith("010"):
            return [d, *_grouped(d, (3, 4, 4), "- .")]
        if len(d) == 10 and d.startswith("02"):
            return [d, *_grouped(d, (2, 4, 4), "- ")]
        return [value.replace("-", " ")] if value.startswith("+1") else []
    if label == "CARD":
        if len(d) == 16:
            return [d, *_grouped(d, (4, 4, 4, 4), "- .")]
        return [d, *_grouped(d, (4, 6, 5), "- ")] if len(d) == 15 else []
    if label == "ACCOUNT" and d:
        return [d, *(_grouped(d, (3, 3, 6), "- ") if len(d) == 12 else ())]
    if label == "DOB":
        if len(d) == 8:
            return [d, *_grouped(d, (4, 2, 2), "-.")]
        return [d, *_grouped(d, (2, 2, 2), "-.")] if len(d) == 6 else []
    return []


def _grouped(digits: str, sizes: Sequence[int], separators: str) -> list[str]:
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    groups = [digits[end - size : end] for size, end in zip(sizes, ends, strict=True)]
    return [separator.join(groups) for separator in separators]


def _within_digits(source: str, start: int, end: int) -> bool:
    """Return whether the all-digit piece `[start, end)` is part of a longer run of decimal digits."""
    return source[start - 1 : start].isdecimal() or source[end : end + 1].isdecimal()


class Reference:
    """Literal values and a fixed list of variants; leftmost, then longest; no boundary but for all-digit patterns."""

    name: Final = "reference"

    def matches(self, source: str, patterns: Sequence[str]) -> list[tuple[int, int, int]]:
        """Return `(pattern index, start, end)` of all valid matches, by start, the longest first."""
        found = [
            (index, start, end)
            for index, start, end in find_literal(patterns, source)
            if not (patterns[index].isdigit() and _within_digits(source, start, end))
        ]
        return sorted(found, key=lambda m: (m[1], -m[2]))

    def segments(
        self, source: str, candidates: Sequence[Proposal], _issued: Sequence[tuple[int, int]] = ()
    ) -> tuple[Segments, tuple[int, ...]]:
        """Return the sorted, disjoint segments to replace, and the indexes of the candidates that match nowhere."""
        pairs: dict[tuple[str, str], Evidence] = {}
        keys = [(clean_value(c.original), clean_label(c.label)) for c in candidates]
        for key, candidate in zip(keys, candidates, strict=True):
            evidence = Evidence(False, RANKS.get(key[1], 0), key[1], candidate.source, candidate.score)
            if key[0] and key[1] in RANKS and (key not in pairs or _stronger(evidence, pairs[key])):
                pairs[key] = evidence
        spellings = {key: (key[0], *variants(key[1], key[0])) for key in pairs}
        patterns = list({spelling for spelled in spellings.values() for spelling in spelled})
        matches = self.matches(source, patterns)
        first: dict[str, int] = {}
        for index, start, _ in matches:
            first.setdefault(patterns[index], start)
        present = {
            key: min(first[spelling] for spelling in spelled if spelling in first)
            for key, spelled in spellings.items()
            if any(spelling in first for spelling in spelled)
        }
        owner = self._owners(pairs, present, spellings)
        segments = Segments()
        position = 0
        for index, start, end in matches:
            evidence_of = owner.get(patterns[index])
            if start >= position and evidence_of is not None:
                segments.add(start, end, evidence_of)
                position = end
        return segments, tuple(i for i, key in enumerate(keys) if key not in present)

    def _owners(
        self,
        pairs: dict[tuple[str, str], Evidence],
        present: dict[tuple[str, str], int],
        spellings: dict[tuple[str, str], tuple[str, ...]],
    ) -> dict[str, Evidence]:
        """Return pattern → the label that it is masked under: literals before variants, groups in source order."""
        groups: dict[str, list[str]] = {}
        for value, label in present:
            groups.setdefault(value, []).append(label)
        order = sorted(groups, key=lambda v: (min(present[v, label] for label in groups[v]), -len(v), v))
        winner = {value: min(groups[value], key=RANKS.__getitem__) for value in order}
        owner: dict[str, Evidence] = {}
        for value in order:
            owner.setdefault(value, pairs[value, winner[value]])
        for value in order:
            for spelling in spellings[value, winner[value]]:
                owner.setdefault(spelling, pairs[value, winner[value]])
        return owner


def _stronger(one: Evidence, other: Evidence) -> bool:
    return (one.score, one.source) > (other.score, other.source)


REFERENCE: Final = Reference()
