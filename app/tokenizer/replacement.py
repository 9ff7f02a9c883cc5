"""From segments of a source to masked text, mapping and replacements. Shared by both rule sets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload


class Evidence(NamedTuple):
    """Why a piece of the source is replaced: label, its rank, and the candidate; `variant` when it is not spelled as proposed."""

    variant: bool
    rank: int
    label: str
    source: str
    score: float


@dataclass(slots=True)
class Segments:
    """Pieces of the source in columns: half-open code points, and why each is replaced.

    Columns, because a text may hold tens of thousands of them.
    """

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)

    def add(self, start: int, end: int, evidence: Evidence) -> None:
        """Append one piece."""
        self.starts.append(start)
        self.ends.append(end)
        self.evidence.append(evidence)

    def extend(self, other: "Segments") -> None:
        """Append all pieces of `other`."""
        self.starts += other.starts
        self.ends += other.ends
        self.evidence += other.evidence

    def rows(self) -> Iterator[tuple[int, int, Evidence]]:
        """Return the pieces one by one."""
        return zip(self.starts, self.ends, self.evidence, strict=True)


class Replacement(NamedTuple):
    """A token and the half-open span of the source, in code points, that it stands for; who proposed it, and how surely."""

    token: str
    label: str
    start: int
    end: int
    source: str
    score: float


@dataclass(frozen=True, slots=True)
class Replacements(Sequence[Replacement]):
    """The replacements of a text in their order, made when they are asked for."""

    tokens: Sequence[str]
    segments: Segments

    def __len__(self) -> int:
        return len(self.tokens)

    @overload
    def __getitem__(self, index: int) -> Replacement: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Replacement, ...]: ...
    def __getitem__(self, index: int | slice) -> Replacement | tuple[Replacement, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        segments = self.segments
        return _row(self.tokens[index], segments.starts[index], segments.ends[index], segments.evidence[index])

    def __iter__(self) -> Iterator[Replacement]:
        return map(_row, self.tokens, self.segments.starts, self.segments.ends, self.segments.evidence)


def _row(token: str, start: int, end: int, evidence: Evidence) -> Replacement:
    return Replacement(token, evidence.label, start, end, evidence.source, evidence.score)


@dataclass(frozen=True, slots=True)
class State:
    """What a request carries from text to text, so that it can be continued.

    `mapping`: token name → exact source spelling. `counters`: label → last number used. `literals`: names of the markers, and
    `forms`: the spellings close to a token, that any text of the request held literally.
    """

    mapping: Mapping[str, str] = field(default_factory=dict, repr=False)
    counters: Mapping[str, int] = field(default_factory=dict)
    literals: frozenset[str] = field(default=frozenset(), repr=False)
    forms: frozenset[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True)
class Masked:
    """The result for one text.

    `mapping` holds the tokens of this text; `state` all of the request. `unmatched` are indexes of candidates that stand nowhere.
    """

    source: str = field(repr=False)
    text: str = field(repr=False)
    mapping: Mapping[str, str] = field(repr=False)
    replacements: Sequence[Replacement] = field(repr=False)
    unmatched: tuple[int, ...]
    state: State = field(repr=False)


def replace(source: str, segments: Segments, state: State, unmatched: tuple[int, ...]) -> Masked:
    """Put a token in the place of every segment (sorted, disjoint) and return the result.

    A token belongs to a label and a spelling: the same spelling keeps its token, another one gets the next number whose marker
    no text of the request holds literally (`state.literals`).
    """
    starts, ends, evidence = segments.starts, segments.ends, segments.evidence
    labels = [each.label for each in evidence]
    surfaces = [source[start:end] for start, end in zip(starts, ends, strict=True)]
    known = {(name.rpartition("_")[0], value): name for name, value in state.mapping.items()}
    counters = dict(state.counters)
    names = dict.fromkeys(zip(labels, surfaces, strict=True), "")
    for key in names:
        names[key] = known.get(key) or _next_name(key[0], counters, state.literals)
    shown = {key: f"[{name}]" for key, name in names.items()}
    tokens = [shown[key] for key in zip(labels, surfaces, strict=True)]
    parts = [""] * (2 * len(tokens) + 1)
    parts[0::2] = [source[begin:end] for begin, end in zip([0, *ends], [*starts, len(source)], strict=True)]
    parts[1::2] = tokens
    mapping = {name: value for (_, value), name in names.items()}
    after = State({**state.mapping, **mapping}, counters, state.literals, state.forms) if mapping else state
    return Masked(source, "".join(parts), mapping, Replacements(tokens, segments), unmatched, after)


def _next_name(label: str, counters: dict[str, int], literals: frozenset[str]) -> str:
    """Count `label` up to the next number whose marker no text holds literally, and return the name."""
    number = counters.get(label, 0) + 1
    while f"{label}_{number}" in literals:
        number += 1
    counters[label] = number
    return f"{label}_{number}"
