"""Numbers as their digits: what stands between the digits is only clothing.

The digit view of a source holds its decimal digits as ASCII, with `x` wherever what stands between two digits is more than a
bounded separator. A value's digit keys are searched in it.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from app.tokenizer.characters import DIGIT, DIGIT_CHAR, INVISIBLE, SEPARATOR, SPACE, Codes, class_of, visible
from app.tokenizer.traits import Spelling

_SHORTEST: Final = 7
"""Fewer digits are looked for only as they were written: `1234` in other clothes is any number."""

_WIDEST_GAP: Final = 3
"""Code points between two digits of one number, such as `) ` or ` - `; invisible ones do not count."""

_CODES_OF_ONE: Final = frozenset("17")
_CODES_OF_TWO: Final = frozenset(
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58"
    " 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split()
)  # fmt: skip
"""Country calling codes of one and two digits; all others have three (ITU-T E.164, list of assigned country codes)."""


def digit_view(source: Codes, classes: npt.NDArray[np.uint8]) -> tuple[str, npt.NDArray[np.int64]]:
    """Return the digit view and, for each of its characters, the offset in the source (-1 for `x`)."""
    at = np.flatnonzero(classes == DIGIT)
    if not at.size:
        return "", at
    between = (classes == SEPARATOR) | (classes == SPACE) | (classes == INVISIBLE) | (classes == DIGIT)
    foreign = np.cumsum(~between)
    shown = np.cumsum(classes != INVISIBLE)
    lines = np.cumsum(source == ord("\n"))
    apart = (np.diff(foreign[at]) > 0) | (np.diff(shown[at]) - 1 > _WIDEST_GAP) | (np.diff(lines[at]) > 1)
    breaks = np.flatnonzero(apart) + 1
    text = np.insert(DIGIT_CHAR[source[at]], breaks, ord("x")).tobytes().decode("ascii")
    return text, np.insert(at, breaks, -1)


def digit_keys(spelling: Spelling, value: str) -> tuple[str, ...]:
    """Return the digit strings that stand for `value`; none when it holds anything but digits and separators, or is short."""
    shown = visible(value)
    digits = "".join(chr(DIGIT_CHAR[ord(char)]) for char in shown if class_of(char) == DIGIT)
    if len(digits) < _SHORTEST or any(class_of(char) not in (DIGIT, SEPARATOR, SPACE) and char != "+" for char in shown):
        return ()
    return tuple(sorted(_phone_keys(digits, shown.startswith("+")))) if spelling is Spelling.PHONE else (digits,)


def _phone_keys(digits: str, international: bool) -> set[str]:
    """Return the digits of a telephone number nationally and internationally, for Korea, North America and, with `+`, anywhere."""
    if not international and digits.startswith("00"):
        digits, international = digits[2:], True
    keys = {digits}
    if international:
        size = 1 if digits[0] in _CODES_OF_ONE else 2 if digits[:2] in _CODES_OF_TWO else 3
        country, rest = digits[:size], digits[size:].removeprefix("0")
        keys |= {country + rest, f"{country}0{rest}", f"00{country}{rest}", rest if country == "1" else f"0{rest}"}
    elif digits.startswith("0"):
        rest = digits[1:]
        keys |= {f"82{rest}", f"820{rest}", f"0082{rest}"}
    elif len(digits) == 10:
        keys.add(f"1{digits}")
    return {key for key in keys if len(key) >= _SHORTEST}


def widen(source: str, start: int, end: int, spelling: Spelling) -> tuple[int, int]:
    """Return the span of a number with the bracket that it opens and, for a telephone number, the `+` before it."""
    if ")" in source[start:end] and "(" not in source[start:end] and source[start - 1 : start] == "(":
        start -= 1
    if spelling is Spelling.PHONE and source[start - 1 : start] in ("+", "＋"):
        start -= 1
    return start, end
