"""A source as the HARDENED rules look at it."""

import re
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
Flags = npt.NDArray[np.bool_]

_WIDEST_GAP = 3
"""Separators between two digits of one number, such as `) ` or ` - `; a run of spaces counts once, invisible ones not at all."""

_LONGEST_GAP = 12
"""Code points between two digits of one number, invisible ones not counted."""

_FOREIGN = ~np.isin(np.arange(CLASSES), (SEPARATOR, SPACE, DIGIT))
"""By class: what cannot stand between the digits of a number. (Invisible code points are left out before.)"""


_ESCAPE = re.compile(r"\\[nrt]")


class View:
    """The code points of a text, their classes, and what is compared: its letters, and the digits of its numbers."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.codes = codes(text)
        self.classes: Classes = CLASS[self.codes]
        for at in np.flatnonzero(self.classes == MARK).tolist():  # a mark belongs to what it stands on: a letter, or anything
            on_letter = at > 0 and self.classes[at - 1] in (LETTER, CAPITAL)
            self.classes[at] = LETTER if on_letter else OTHER
        for match in _ESCAPE.finditer(text):  # the n of an escaped line break is no letter
            self.classes[match.end() - 1] = OTHER

    @cached_property
    def lettered(self) -> Flags:
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

        An `x` (offset -1) stands where what separates two digits is more than bounded separators within one number.
        """
        return self._serial(self.classes == DIGIT, DIGIT_CHAR[self.codes], "x")

    @cached_property
    def serials(self) -> tuple[str, Offsets]:
        """The same for numbers of digits and Latin letters: in lower case, with `-` where they are apart."""
        keys = KEY[self.codes]
        latin = (keys >= ord("a")) & (keys <= ord("z"))
        return self._serial(latin | (self.classes == DIGIT), np.where(latin, keys, DIGIT_CHAR[self.codes]), "-")

    def _serial(self, members: Flags, shown_as: npt.NDArray[np.generic], apart_as: str) -> tuple[str, Offsets]:
        visible = np.flatnonzero(self.classes != INVISIBLE)
        at = np.flatnonzero(members[visible])
        if not at.size:
            return "", at
        breaks = np.flatnonzero(_apart(self.classes[visible], self.codes[visible], at)) + 1
        text = np.insert(shown_as[visible[at]].astype(np.uint8), breaks, ord(apart_as)).tobytes().decode("ascii")
        return text, np.insert(visible[at], breaks, -1)


def _apart(classes: Classes, letters: Codes, at: Offsets) -> Flags:
    """Return, for each two neighbours of `at`, whether what stands between them parts two numbers.

    A number may go on in the next line, but not behind something else there, as in a list; cells of a table are apart.
    """
    distance = np.diff(at)
    apart = distance > _LONGEST_GAP + 1
    separators = np.zeros(distance.size, np.int8)
    lines = np.zeros(distance.size, np.int8)
    spaced = np.zeros(distance.size, np.bool_)
    for offset in range(1, _LONGEST_GAP + 1):
        gaps = np.flatnonzero((distance > offset) & ~apart)
        if not gaps.size:
            break
        between = at[gaps] + offset
        space = classes[between] == SPACE
        apart[gaps] |= _FOREIGN[classes[between]] | (letters[between] == ord("\t")) | ((lines[gaps] > 0) & ~space)
        lines[gaps] += letters[between] == ord("\n")
        separators[gaps] += ~(space & spaced[gaps])
        spaced[gaps] = space
    return np.asarray(apart | (separators > _WIDEST_GAP) | (lines > 1))
