"""A quick test whether a pattern can stand in a text, so that absent ones cost nothing more.

A bitmap of hashed three-letter pieces of the text; a pattern whose first or last piece is not in it is absent.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from app.tokenizer.characters import Codes

_BITS: Final = 22
_WORTHWHILE: Final = 256
"""With fewer patterns an automaton of all of them is the cheaper test."""


def _pieces(letters: Codes) -> npt.NDArray[np.uint32]:
    """Return a hash of the three letters from each place, shape `(len - 2,)` (multiplicative hashing, Knuth 6.4)."""
    mixed = letters[:-2] * np.uint32(0x9E3779B1) + letters[1:-1] * np.uint32(0x85EBCA77) + letters[2:] * np.uint32(0xC2B2AE3D)
    return mixed >> np.uint32(32 - _BITS)


def possible(text: Codes, patterns: Codes, starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return, for each pattern `patterns[start:end]`, False only when it cannot stand in `text`. Empty ones cannot."""
    lengths = ends - starts
    maybe = lengths > 0
    if len(starts) < _WORTHWHILE or len(text) < 3 or len(patterns) < 3:
        return maybe
    bitmap = np.zeros(1 << _BITS, np.bool_)
    bitmap[_pieces(text)] = True
    hashed = bitmap[_pieces(patterns)]
    long = np.flatnonzero(lengths >= 3)
    maybe[long] = hashed[starts[long]] & hashed[ends[long] - 3]
    return maybe
