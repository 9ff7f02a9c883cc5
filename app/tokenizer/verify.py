"""The tokenizer's check of its own work, made before a masked text may leave."""

from bisect import bisect_right
from collections.abc import Sequence

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
    issued earlier included; no value that identifies on its own is left outside the spans.
    """
    _check_spans(masked)
    if restore_exact(masked.text, masked.state.mapping) != restore_exact(masked.source, before.mapping):
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
    values = {clean_value(c.original) for c in candidates if _identifies(c)}
    covered = [(start, end) for _, _, start, end, _, _ in masked.replacements]
    covered += [(start, end) for start, end, name in markers(source) if name in before.mapping]
    starts: list[int] = []
    ends: list[int] = []
    for start, end in sorted(covered):
        if ends and start <= ends[-1]:
            ends[-1] = end
        else:
            starts.append(start)
            ends.append(end)
    matches = [(start, end) for _, start, end in find_literal(sorted(values), source)]
    loose = [(s, e) for s, e in matches if (at := bisect_right(starts, s) - 1) < 0 or ends[at] < e]
    if loose and not blocked(View(source).classes, np.array([s for s, _ in loose]), np.array([e for _, e in loose])).all():
        raise VerificationFailed("a value that identifies on its own is left in the text")


def _identifies(candidate: Proposal) -> bool:
    trait = TRAITS.get(clean_label(candidate.label))
    value = clean_value(candidate.original)
    return trait is not None and value != "" and trait.identifies(value)
