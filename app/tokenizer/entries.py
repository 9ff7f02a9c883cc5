"""What is to be looked for: the candidates, cleaned, each label and value once."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.tokenizer.proposal import Proposal
from app.tokenizer.replace import Segment
from app.tokenizer.text import clean_label, clean_value
from app.tokenizer.traits import TRAITS, Trait


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

    def at(self, start: int, end: int, *, variant: bool = False) -> Segment:
        """Return the occurrence `[start, end)` and note that the value was found."""
        self.found = True
        return Segment(start, end, variant, self.trait.rank, self.label, self.source, self.score)


@dataclass(frozen=True, slots=True)
class Entries:
    """All entries, those of each candidate in the given order (None: unknown label or blank), and the honoured spans."""

    all: tuple[Entry, ...]
    by_candidate: tuple[Entry | None, ...]
    placed: tuple[tuple[Entry, int, int], ...]

    def unmatched(self) -> tuple[int, ...]:
        """Return the indexes of the candidates that were found nowhere."""
        return tuple(i for i, entry in enumerate(self.by_candidate) if entry is None or not entry.found)


def collect(source: str, candidates: Sequence[Proposal]) -> Entries:
    """Return the entries of `candidates`. A span is honoured when the source holds the value there, and else ignored."""
    found: dict[tuple[str, str], Entry] = {}
    by_candidate: list[Entry | None] = []
    placed: list[tuple[Entry, int, int]] = []
    traits = {raw: TRAITS.get(clean_label(raw)) for raw in {candidate.label for candidate in candidates}}
    for candidate in candidates:
        trait = traits[candidate.label]
        value = clean_value(candidate.original)
        if trait is None or not value:
            by_candidate.append(None)
            continue
        label = clean_label(candidate.label)
        entry = found.get((label, value))
        if entry is None:
            entry = found[label, value] = Entry(label, value, trait, candidate.source, candidate.score)
        elif (candidate.score, candidate.source) > (entry.score, entry.source):
            entry.score, entry.source = candidate.score, candidate.source
        by_candidate.append(entry)
        start = _place(source, value, candidate)
        if start is None:
            entry.everywhere = True
        else:
            placed.append((entry, start, start + len(value)))
            entry.everywhere = entry.everywhere or trait.identifies(value)
    return Entries(tuple(found.values()), tuple(by_candidate), tuple(placed))


def _place(source: str, value: str, candidate: Proposal) -> int | None:
    """Return where the candidate's span holds its value, white space at its ends aside, or None."""
    start, end = candidate.start, candidate.end
    if start is None or end is None or not 0 <= start < end <= len(source):
        return None
    piece = source[start:end]
    return start + len(piece) - len(piece.lstrip()) if piece.strip() == value else None
