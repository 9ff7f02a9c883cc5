"""The folded copy of a source: what recognizers read, and the way back to the source's own offsets.

People and evaders write digits full-width, in other scripts' numerals, with no-break spaces, typographic dashes, zero-width
characters and combining marks. The copy folds them one to one or drops them; matches found in it are mapped back.
"""

import re
import unicodedata
from typing import Final

_DROPPED: Final = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\U000e0020-\U000e007f"
    "\u0300-\u034e\u0350-\u036f\u20d0-\u20f0]+"
)
"""Zero-width and bidirectional controls, variation selectors, tags; combining marks that NFC left standing beside their base."""
_MARK: Final = re.compile("[\ufe00-\ufe0f\u0300-\u036f\u20d0-\u20f0]")
"""Dropped characters that belong to the character before them: a span that ends on it takes them along."""


def _table() -> dict[int, str]:
    """Return code point → ASCII: decimal digits of every script, full-width and mathematical forms, spaces, dashes, dots."""
    table = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}  # full-width ASCII
    for code in (*range(0x0660, 0x2000), *range(0xA620, 0x1E960), *range(0x1FBF0, 0x1FBFA)):
        if (digit := unicodedata.decimal(chr(code), None)) is not None:
            table[code] = str(digit)
        elif 0x1D400 <= code <= 0x1D7FF and (plain := unicodedata.normalize("NFKC", chr(code))).isascii():
            table[code] = plain
    table |= dict.fromkeys((0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000, 0x3164), " ")
    table |= dict.fromkeys((*range(0x2010, 0x2016), 0x2043, 0x2212, 0x30FC, 0xFE58, 0xFE63, 0xFF0D, 0xFF70), "-")
    table |= dict.fromkeys((0x2024, 0x3002, 0xFE52, 0xFF0E, 0xFF61), ".")
    table |= dict.fromkeys((0x2018, 0x2019, 0x02BC, 0xFF07), "'")
    table |= {0xFE6B: "@", 0xFE55: ":", 0xFE50: ",", 0x2044: "/", 0x2028: "\n", 0x2029: "\n"}
    table[0x0130] = "I"  # the only code point whose lower case is longer than one
    return table | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")  # lone surrogates: no library below takes them


_FOLDED: Final = _table()
_NEEDS_FOLDING: Final = re.compile("[" + "".join(re.escape(chr(code)) for code in _FOLDED if code <= 0xFFFF) + "]")
_BEYOND: Final = re.compile("[\U00010000-\U0001ffff]")
"""A class that reaches beyond the basic plane is a hundred times slower, so those characters have their own pass."""


class Folded:
    """The folded copy of one source. `text` and `lower` (its lower case) have the same length, in code points."""

    __slots__ = ("_origin", "_source", "lower", "text")

    def __init__(self, source: str) -> None:
        self._source = source
        self._origin: list[int] | None = None
        self.text = source
        if not source.isascii():
            if _DROPPED.search(source):
                self.text, self._origin = _drop(source)
            for pattern in (_NEEDS_FOLDING, _BEYOND):
                self.text = pattern.sub(lambda found: _FOLDED.get(ord(found[0]), found[0]), self.text)
        self.lower = self.text.lower()

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the source that `[start, end)` of the copy stands for, `start < end`."""
        if self._origin is None:
            return start, end
        last = self._origin[end - 1] + 1
        while _MARK.match(self._source, last):
            last += 1
        return self._origin[start], last


def _drop(source: str) -> tuple[str, list[int]]:
    """Return `source` without the dropped characters, and for every kept one its offset in `source`."""
    kept: list[str] = []
    origin: list[int] = []
    position = 0
    for gone in _DROPPED.finditer(source):
        kept.append(source[position : gone.start()])
        origin.extend(range(position, gone.start()))
        position = gone.end()
    kept.append(source[position:])
    origin.extend(range(position, len(source)))
    return "".join(kept), origin
