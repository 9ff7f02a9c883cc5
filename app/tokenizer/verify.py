"""The tokenizer's check of its own work, made before a masked text may leave."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from app.tokenizer.edges import blocked
from app.tokenizer.matches import find_literal
from app.tokenizer.proposal import Proposal
from app.tokenizer.replacement import Masked, State
from app.tokenizer.text import clean_label, clean_value, markers, restore_exact
from app.tokenizer.traits import TRAITS
from app.tokenizer.view import View


class VerificationFailed(Exception):
    """A masked text is not what it must be. The message names the promise that was broken, never text."""


def verify(masked: Masked, candidates: Sequence[Proposal], before: State) -> None:
    """Raise `VerificationFailed` unless `masked`, made from `candidates` and the state `before`, keeps every promise.

    Every span is replaced whole by its own token; everything outside is untouched; the round trip restores the source, tokens
    issued earlier included, none of which is lost; what was proposed at a place is covered there; no value that identifies on
    its own is left outside the spans.
    """
    _check_spans(masked)
    after = masked.state.mapping
    if after is not before.mapping and not before.mapping.items() <= after.items():
        raise VerificationFailed("a token issued earlier is lost or stands for something else")
    if restore_exact(masked.text, after) != restore_exact(masked.source, before.mapping):
        raise VerificationFailed("round trip")
    _check_gaps(masked, candidates, before)


def _check_spans(masked: Masked) -> None:
    source, position, length = masked.source, 0, 0
    for token, _, start, end, _, _ in masked.replacements:
        if not position <= start < end <= len(source):
            raise VerificationFailed("spans overlap or leave the source")
        piece = source[position:start] + token
        if not masked.text.startswith(piece, length):
            raise VerificationFailed("a span is not replaced whole, or text outside the spans changed")
        if masked.mapping.get(token[1:-1]) != source[start:end]:
            raise VerificationFailed("a token does not stand for its own spelling")
        position, length = end, length + len(piece)
    if masked.text[length:] != source[position:]:
        raise VerificationFailed("text outside the spans changed")


def _check_gaps(masked: Masked, candidates: Sequence[Proposal], before: State) -> None:
    source = masked.source
    cover = _Cover.of(masked, before)
    identifying: set[str] = set()
    for candidate in candidates:
        trait = TRAITS.get(clean_label(candidate.label))
        value = clean_value(candidate.original)
        if trait is None or not value:
            continue
        if trait.identifies(value):
            identifying.add(value)
        start = _place(source, value, candidate)
        if start is not None and not cover.holds(start, start + len(value)):
            raise VerificationFailed("what was proposed at a place is not covered there")
    loose = [(s, e) for _, s, e in find_literal(sorted(identifying), source) if not cover.holds(s, e)]
    if loose and not blocked(View(source).classes, np.array([s for s, _ in loose]), np.array([e for _, e in loose])).all():
        raise VerificationFailed("a value that identifies on its own is left in the text")


def _place(source: str, value: str, candidate: Proposal) -> int | None:
    """Return where the candidate's span really holds `value`, white space at its ends aside, or None."""
    start, end = candidate.start, candidate.end
    if start is None or end is None or not 0 <= start < end <= len(source):
        return None
    piece = source[start:end].rstrip()
    return start + len(piece) - len(value) if piece.lstrip() == value else None


@dataclass(frozen=True, slots=True)
class _Cover:
    """The stretches of a source that replacements and tokens issued earlier cover: sorted, disjoint, half-open."""

    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, masked: Masked, before: State) -> Self:
        covered = [(start, end) for _, _, start, end, _, _ in masked.replacements]
        covered += [(start, end) for start, end, name in markers(masked.source) if name in before.mapping]
        starts: list[int] = []
        ends: list[int] = []
        for start, end in sorted(covered):
            if ends and start <= ends[-1]:
                ends[-1] = max(end, ends[-1])
            else:
                starts.append(start)
                ends.append(end)
        return cls(starts, ends)

    def holds(self, start: int, end: int) -> bool:
        at = bisect_right(self.starts, start) - 1
        return at >= 0 and end <= self.ends[at]
