"""A source as the HARDENED rules look at it."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from app.tokenizer.characters import (
    CAPITAL,
    CLASS,
    CLASSES,
    DIGIT,
    DIGIT_CHAR,
    INVISIBLE,
    KEY,
    LETTER,
    MARK,
    OTHER,
    SEPARATOR,
    SPACE,
    Codes,
    codes,
)  # fmt: skip

Offsets = npt.NDArray[np.int64]
Classes = npt.NDArray[np.uint8]

_WIDEST_GAP = 3
"""Code points between two digits of one number, such as `) ` or ` - `; invisible ones do not count."""

_WIDEST_GAP_OF_ALL = 8
"""The same with the invisible ones, and the digit itself, counted."""

_FOREIGN = ~np.isin(np.arange(CLASSES), (SEPARATOR, SPACE, INVISIBLE, DIGIT))
"""By class: what cannot stand inside a number."""


class View:
    """The code points of a text, their classes, and what is compared: its letters, and the digits of its numbers."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.codes = codes(text)
        self.classes: Classes = CLASS[self.codes]
        for at in np.flatnonzero(self.classes == MARK).tolist():  # a mark belongs to what it stands on: a letter, or anything
            on_letter = at > 0 and self.classes[at - 1] in (LETTER, CAPITAL)
            self.classes[at] = LETTER if on_letter else OTHER

    @cached_property
    def lettered(self) -> npt.NDArray[np.bool_]:
        """Which code points count: all but white space and invisible ones, shape `(len(text),)`."""
        return np.asarray((self.classes != SPACE) & (self.classes != INVISIBLE))

    @cached_property
    def letters(self) -> tuple[Codes, Offsets]:
        """The code points that count, folded to lower case, and the offset of each in the text."""
        index = np.flatnonzero(self.lettered)
        return KEY[self.codes[index]], index

    @cached_property
    def digits(self) -> tuple[str, Offsets]:
        """The decimal digits in ASCII, and the offset of each.

        An `x` (offset -1) stands where what separates two digits is more than a bounded separator within one number.
        """
        at = np.flatnonzero(self.classes == DIGIT)
        if not at.size:
            return "", at
        apart = np.diff(at) > _WIDEST_GAP_OF_ALL
        shown = np.zeros(at.size - 1, np.int8)
        lines = np.zeros(at.size - 1, np.int8)
        for offset in range(1, _WIDEST_GAP_OF_ALL):
            gaps = np.flatnonzero((np.diff(at) > offset) & ~apart)
            between = at[gaps] + offset
            apart[gaps] |= _FOREIGN[self.classes[between]]
            shown[gaps] += self.classes[between] != INVISIBLE
            lines[gaps] += self.codes[between] == ord("\n")
        apart |= (shown > _WIDEST_GAP) | (lines > 1)
        breaks = np.flatnonzero(apart) + 1
        text = np.insert(DIGIT_CHAR[self.codes[at]], breaks, ord("x")).tobytes().decode("ascii")
        return text, np.insert(at, breaks, -1)
