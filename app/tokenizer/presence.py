"""A quick test which of very many values can stand in a source at all, so that absent ones cost next to nothing.

A bitmap of hashed pieces of the source: a value whose first or last letters, or last digits, are not in it is absent.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from app.tokenizer.characters import DIGIT, DIGIT_CHAR
from app.tokenizer.view import Offsets, View

_BITS: Final = 22
_LETTERS: Final = 3
_DIGITS: Final = 7
"""The shortest number that is looked for in other clothes. National and international forms of longer ones share their ends."""

Flags = npt.NDArray[np.bool_]


def possible(source: View, values: Sequence[str]) -> Flags:
    """Return, for each of `values`, False only when neither its letters nor its digits can stand in `source`."""
    joined = View("".join(values))
    bounds = np.cumsum([0, *map(len, values)])
    letters, _ = joined.letters
    starts, ends = _bounds(joined.lettered, bounds)
    present = _present(source.letters[0], letters, _LETTERS)
    maybe = ends - starts < _LETTERS
    long = np.flatnonzero(~maybe)
    maybe[long] = present[starts[long]] & present[ends[long] - _LETTERS]
    # A value that begins or ends with an invisible code point is looked for literally.
    maybe |= ~joined.lettered[bounds[:-1]] | ~joined.lettered[bounds[1:] - 1]

    numeric = joined.classes == DIGIT
    starts, ends = _bounds(numeric, bounds)
    present = _present(
        np.frombuffer(source.digits[0].encode(), np.uint8).astype(np.uint32),
        DIGIT_CHAR[joined.codes[numeric]].astype(np.uint32),
        _DIGITS,
    )
    long = np.flatnonzero(ends - starts >= _DIGITS)
    maybe[long] |= present[ends[long] - _DIGITS]
    return maybe


def _bounds(flags: Flags, bounds: Offsets) -> tuple[Offsets, Offsets]:
    """Return where each value begins and ends among the flagged code points."""
    counts = np.concatenate(([0], np.cumsum(flags)))[bounds]
    return counts[:-1], counts[1:]


def _present(text: npt.NDArray[np.uint32], values: npt.NDArray[np.uint32], size: int) -> Flags:
    """Return, for each place in `values`, whether the piece of `size` from there may stand in `text`; at its end, False."""
    bitmap = np.zeros(1 << _BITS, np.bool_)
    bitmap[_hashes(text, size)] = True
    return bitmap[_hashes(values, size)]


def _hashes(text: npt.NDArray[np.uint32], size: int) -> npt.NDArray[np.uint32]:
    """Return a hash of the `size` code points from each place (multiplicative hashing, Knuth, volume 3, section 6.4)."""
    mixed = np.zeros(max(0, len(text) - size + 1), np.uint32)
    for offset in range(size):
        mixed = mixed * np.uint32(0x9E3779B1) + text[offset : offset + len(mixed)]
    return np.asarray((mixed * np.uint32(0x85EBCA77)) >> np.uint32(32 - _BITS))
