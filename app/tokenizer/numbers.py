"""Numbers as their digits: what stands between the digits is only clothing."""

from typing import Final

from app.tokenizer.characters import DIGIT, DIGIT_CHAR, SEPARATOR, SPACE, class_of, visible
from app.tokenizer.traits import Spelling

_SHORTEST: Final = 7
"""Fewer digits are looked for only as they were written: `1234` in other clothes is any number."""

_CODES_OF_ONE: Final = frozenset("17")
_TWO: Final = ((20, 20), (27, 27), (30, 34), (36, 36), (39, 41), (43, 49), (51, 58), (60, 66), (81, 82), (84, 84), (86, 86))
_CODES_OF_TWO: Final = frozenset(str(n) for first, last in (*_TWO, (90, 95), (98, 98)) for n in range(first, last + 1))
"""Country calling codes of one and two digits; all others have three (ITU-T E.164, list of assigned country codes)."""


def digit_keys(spelling: Spelling, value: str) -> tuple[str, ...]:
    """Return the digit strings that stand for `value`; none when it holds anything but digits and separators, or is short."""
    shown = visible(value)
    digits = "".join(chr(DIGIT_CHAR[ord(char)]) for char in shown if class_of(char) == DIGIT)
    if len(digits) < _SHORTEST or any(class_of(char) not in (DIGIT, SEPARATOR, SPACE) and char != "+" for char in shown):
        return ()
    return tuple(sorted(_phone_keys(digits, shown.startswith("+")))) if spelling is Spelling.PHONE else (digits,)


def serial_key(value: str) -> str | None:
    """Return digits and Latin letters of a number that has both, in lower case; None for any other value."""
    shown = visible(value).lower()
    letters = "".join(char for char in shown if char.isascii() and char.isalnum())
    others = (class_of(char) in (SEPARATOR, SPACE) for char in shown if not (char.isascii() and char.isalnum()))
    mixed = any(map(str.isdecimal, letters)) and any(map(str.isalpha, letters))
    return letters if mixed and len(letters) >= _SHORTEST and all(others) else None


def _phone_keys(digits: str, international: bool) -> set[str]:
    """Return the digits of a telephone number, national and international: Korea, North America and, with `+`, anywhere."""
    keys = {digits}
    if not international and digits.startswith("00"):
        digits, international = digits[2:], True
    if international:
        size = 1 if digits[:1] in _CODES_OF_ONE else 2 if digits[:2] in _CODES_OF_TWO else 3
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
