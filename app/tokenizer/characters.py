"""What the HARDENED rules know of each code point: its class, and its folded form for comparison.

Folding is for lookup only. The masked text, the mapping and all offsets are always those of the source itself.
"""

import unicodedata
from typing import Final

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint32]
"""Code points, one a cell."""

OTHER, DIGIT, LETTER, CAPITAL, HANGUL, MARK, SPACE, INVISIBLE, SEPARATOR = range(CLASSES := 9)
"""Classes. LETTER, CAPITAL: of scripts with spaces between words. SEPARATOR: what people put between groups of digits."""

_TABLED: Final = 0x20000
"""Above the first two planes there are ideographs, tags and private use only: class OTHER, no case."""

_NO_SPACES: Final = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x312F), (0x3190, 0x31FF), (0x3400, 0x4DBF),
    (0x4E00, 0xA4CF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F), (0x1B000, 0x1B2FF),
)  # fmt: skip
"""Scripts that write words without spaces (Thai, Lao, Burmese, Khmer, Han, Kana, Bopomofo, Yi): no boundary there (UAX #29)."""

_HANGUL: Final = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xA960, 0xA97F), (0xAC00, 0xD7FF))

SEPARATORS: Final = "-./()·_‐‑‒–—―−‧・﹣－．／（）"
_INVISIBLE_RANGES: Final = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
INVISIBLES: Final = "".join(chr(code) for first, last in _INVISIBLE_RANGES for code in range(first, last + 1))
"""Code points that show nothing (Default_Ignorable_Code_Point of the Unicode Character Database), used to slip past filters."""

_FOLD: Final = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full-width ASCII
    **dict.fromkeys((ord(c) for c in "‐‑‒–—―−﹣"), ord("-")),
}


def _classes() -> npt.NDArray[np.uint8]:
    by_category = dict.fromkeys(("Ll", "Lm", "Lo"), LETTER) | dict.fromkeys(("Lu", "Lt"), CAPITAL)
    by_category |= dict.fromkeys(("Mn", "Mc"), MARK) | {"Nd": DIGIT}
    classes = np.zeros(0x110000, np.uint8)
    chars = list(map(chr, range(_TABLED)))
    classes[:_TABLED] = [by_category.get(unicodedata.category(char), OTHER) for char in chars]
    for low, high in _NO_SPACES:
        block = classes[low : high + 1]
        block[block == LETTER] = OTHER
    for low, high in _HANGUL:
        classes[low : high + 1] = HANGUL
    for members, name in (
        (SEPARATORS, SEPARATOR),
        (filter(str.isspace, chars), SPACE),
        (INVISIBLES, INVISIBLE),
    ):
        classes[list(map(ord, members))] = name
    return classes


def _keys() -> Codes:
    keys = np.arange(0x110000, dtype=np.uint32)
    lower = [char.lower() for char in map(chr, range(_TABLED))]
    keys[:_TABLED] = [ord(low) if len(low) == 1 else code for code, low in enumerate(lower)]
    for code, folded in _FOLD.items():
        keys[code] = keys[folded]
    keys[0xD800:0xE000] = 0xFFFF  # lone surrogates: no automaton takes them; spellings are compared with the source itself
    return keys


def _digit_chars(classes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    digits = np.zeros(0x110000, np.uint8)
    for code in np.flatnonzero(classes == DIGIT).tolist():
        digits[code] = unicodedata.decimal(chr(code)) + ord("0")
    return digits


CLASS, KEY = _classes(), _keys()
DIGIT_CHAR = _digit_chars(CLASS)
"""By code point: class; folded lower-case code point; the ASCII code of a decimal digit's value."""

_VISIBLE: Final = {
    **_FOLD,
    **dict.fromkeys(map(ord, INVISIBLES)),
    **{code: ord(" ") for code in np.flatnonzero(CLASS == SPACE).tolist() if chr(code) not in "\t\n\r"},
}


def codes(text: str) -> Codes:
    """Return the code points of `text`, shape `(len(text),)`."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def string(array: Codes) -> str:
    """Return the text of an array of code points."""
    return array.tobytes().decode("utf-32-le", "surrogatepass")


def visible(text: str) -> str:
    """Return what of `text` is seen: invisible code points dropped, full-width and dash forms and spaces folded, case kept."""
    return text if text.isascii() else text.translate(_VISIBLE)


def class_of(char: str) -> int:
    """Return the class of one code point; OTHER for the empty string."""
    return int(CLASS[ord(char)]) if char else OTHER
