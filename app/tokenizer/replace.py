"""From segments of a source to masked text, mapping and replacements. Shared by both rule sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from app.tokenizer.text import split_name


class Segment(NamedTuple):
    """A piece of the source to replace: half-open code points, the label and its rank, and the evidence of its candidate.

    Before overlaps are settled, it is one occurrence of one candidate; `variant` when it is not spelled as proposed.
    """

    start: int
    end: int
    variant: bool
    rank: int
    label: str
    source: str
    score: float


class Replacement(NamedTuple):
    """A token and the half-open span of the source, in code points, that it stands for."""

    token: str
    label: str
    start: int
    end: int
    source: str
    score: float


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
    replacements: tuple[Replacement, ...] = field(repr=False)
    unmatched: tuple[int, ...]
    state: State = field(repr=False)


def replace(source: str, segments: Sequence[Segment], state: State, unmatched: tuple[int, ...]) -> Masked:
    """Put a token in the place of every segment (sorted, disjoint) and return the result.

    A token belongs to a label and a spelling: the same spelling keeps its token, another one gets the next number whose marker
    no text of the request holds literally (`state.literals`).
    """
    names = {(split_name(name)[0], value): name for name, value in state.mapping.items()}
    counters = dict(state.counters)
    mapping: dict[str, str] = {}
    tokens: list[str] = []
    parts: list[str] = []
    position = 0
    for start, end, _, _, label, _, _ in segments:
        surface = source[start:end]
        name = names.get((label, surface))
        if name is None:
            number = counters.get(label, 0) + 1
            while f"{label}_{number}" in state.literals:
                number += 1
            counters[label] = number
            name = names[label, surface] = f"{label}_{number}"
        mapping[name] = surface
        token = f"[{name}]"
        tokens.append(token)
        parts.append(source[position:start])
        parts.append(token)
        position = end
    parts.append(source[position:])
    replacements = tuple(
        Replacement(token, label, start, end, proposer, score)
        for token, (start, end, _, _, label, proposer, score) in zip(tokens, segments, strict=True)
    )
    after = State({**state.mapping, **mapping}, counters, state.literals, state.forms)
    return Masked(source, "".join(parts), mapping, replacements, unmatched, after)
