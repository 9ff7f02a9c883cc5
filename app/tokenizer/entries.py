"""What is to be looked for: the candidates, cleaned, each label and value once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from app.tokenizer.characters import INVISIBLE, class_of
from app.tokenizer.edges import blocked, is_short_hangul
from app.tokenizer.presence import possible
from app.tokenizer.proposal import Proposal
from app.tokenizer.replacement import Evidence, Segments
from app.tokenizer.text import clean_label, clean_value
from app.tokenizer.traits import TRAITS, Spelling, Trait
from app.tokenizer.view import View

_SHORT_ABROAD: Final = 14
_SHORT_AT_HOME: Final = 9
"""Code points of a telephone number whose national and international forms may share fewer than seven digits."""

_MANY: Final = 256
"""With fewer candidates, looking for all of them is the cheaper test whether they are there."""


@dataclass(slots=True)
class Entry:
    """A value under a label. `everywhere`: it is looked for in the whole source, not only where it was proposed."""

    label: str
    value: str = field(repr=False)
    trait: Trait
    source: str
    score: float
    everywhere: bool = False
    found: bool = False

    @property
    def peculiar(self) -> bool:
        """Whether the value has rules of its own: as short as many syllables, or with an invisible code point at its edge."""
        return is_short_hangul(self.value) or INVISIBLE in (class_of(self.value[0]), class_of(self.value[-1]))

    def evidence(self, *, variant: bool) -> Evidence:
        """Return what a place of this value is replaced on, and note that the value was found."""
        self.found = True
        return Evidence(variant, self.trait.rank, self.label, self.source, self.score)


@dataclass(frozen=True, slots=True)
class Entries:
    """All entries; that of each candidate in the given order (None: unknown label, blank or absent); the honoured spans."""

    all: tuple[Entry, ...]
    by_candidate: tuple[Entry | None, ...]
    placed: tuple[tuple[int, int, Entry], ...]

    def segments(self, view: View) -> Segments:
        """Return the honoured spans, but for those that looking everywhere finds anyway."""
        inside = blocked(view.classes, *(np.array([row[side] for row in self.placed], np.int64) for side in (0, 1)))
        found = Segments()
        for (start, end, entry), part_of_word in zip(self.placed, inside.tolist(), strict=True):
            literal = view.text[start:end] == entry.value
            if part_of_word or not literal or not entry.everywhere or entry.peculiar:
                found.add(start, end, entry.evidence(variant=not literal))
        return found

    def unmatched(self) -> tuple[int, ...]:
        """Return the indexes of the candidates that were found nowhere."""
        return tuple(i for i, entry in enumerate(self.by_candidate) if entry is None or not entry.found)


def collect(view: View, candidates: Sequence[Proposal]) -> Entries:
    """Return the entries of `candidates`.

    A span is honoured when the source has the value there, white space aside. Unless it is there exactly, the value is looked
    for everywhere.
    """
    found: dict[tuple[str, str], Entry] = {}
    by_candidate: list[Entry | None] = [None] * len(candidates)
    placed: list[tuple[int, int, Entry]] = []
    labels = {raw: clean_label(raw) for raw in {candidate.label for candidate in candidates}}
    values = [clean_value(candidate.original) for candidate in candidates]
    for i in _worthwhile(view, values, [TRAITS.get(labels[candidate.label]) for candidate in candidates]):
        candidate, value = candidates[i], values[i]
        label = labels[candidate.label]
        entry = found.get((label, value))
        if entry is None:
            entry = found[label, value] = Entry(label, value, TRAITS[label], candidate.source, candidate.score)
        elif (candidate.score, candidate.source) > (entry.score, entry.source):
            entry.score, entry.source = candidate.score, candidate.source
        by_candidate[i] = entry
        place = _place(view.text, value, candidate)
        if place is None:
            entry.everywhere = True
        else:
            placed.append((*place, entry))
            drifted = view.text[place[0] : place[1]] != value  # the span may be off by a space: the value may stand elsewhere too
            entry.everywhere = entry.everywhere or drifted or entry.trait.identifies(value)
    return Entries(tuple(found.values()), tuple(by_candidate), tuple(placed))


def _worthwhile(view: View, values: Sequence[str], traits: Sequence[Trait | None]) -> list[int]:
    """Return the indexes of the candidates that have a known label and a value that may stand in the source."""
    known = [i for i, (value, trait) in enumerate(zip(values, traits, strict=True)) if trait is not None and value]
    if len(known) < _MANY:
        return known
    maybe = possible(view, [values[i] for i in known]).tolist()
    return [i for i, there in zip(known, maybe, strict=True) if there or _eludes(traits[i], values[i])]


def _eludes(trait: Trait | None, value: str) -> bool:
    """Whether other spellings of a value may share neither its letters nor its last digits: days, short telephone numbers."""
    if trait is None:
        return False
    if trait.spelling is Spelling.PHONE:
        return len(value) <= (_SHORT_ABROAD if value.startswith(("+", "00")) else _SHORT_AT_HOME)
    return trait.spelling is Spelling.DATE


def _place(source: str, value: str, candidate: Proposal) -> tuple[int, int] | None:
    """Return where the candidate's span holds its value, or None. White space may differ: models fold line breaks."""
    start, end = candidate.start, candidate.end
    if start is None or end is None or not 0 <= start < end <= len(source):
        return None
    piece = source[start:end]
    value_there = piece.strip()
    if "".join(value_there.split()) != "".join(value.split()):
        return None
    start += len(piece) - len(piece.lstrip())
    return start, start + len(value_there)
