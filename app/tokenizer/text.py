"""Source text and the markers in it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

MARKER: Final = re.compile(r"\[([A-Z_]+)_(\d+)\]")
"""What a token looks like. A piece of this form that was not issued is a literal marker."""


_SHORT_RUN: Final = 30
"""Marks in a row that are left to `unicodedata`, which orders a run by insertion: in the square of its length.

No more stand in a row in text in Stream-Safe Text Format (UAX #15, section 13).
"""

_DECOMPOSED_MARKS: Final = "\u0f73\u0f75\u0f81"
"""The code points of combining class 0 that are marks once decomposed, and so end no run (Unicode, UnicodeData.txt)."""


def normalize(text: str) -> str:
    """Return the source: `text` in NFC (UAX #15), in linear time. Every offset counts code points of this form."""
    if unicodedata.is_normalized("NFC", text):
        return text
    parts = []
    position = 0
    for start, end in _long_runs(text):
        marks = (char for mark in text[start:end] for char in unicodedata.normalize("NFD", mark))
        parts += [text[position:start], *sorted(marks, key=unicodedata.combining)]
        position = end
    return unicodedata.normalize("NFC", "".join([*parts, text[position:]]) if parts else text)


def _long_runs(text: str) -> Iterator[tuple[int, int]]:
    """Return `(start, end)` of every run of more than `_SHORT_RUN` marks. It looks where no such run can stand between."""
    reached = 0
    for at in range(_SHORT_RUN, len(text), _SHORT_RUN + 1):
        if at < reached or not _is_mark(text[at]):
            continue
        start, end = at, at + 1
        while start > reached and _is_mark(text[start - 1]):
            start -= 1
        while end < len(text) and _is_mark(text[end]):
            end += 1
        reached = end
        if end - start > _SHORT_RUN:
            yield start, end


def _is_mark(char: str) -> bool:
    return unicodedata.combining(char) != 0 or char in _DECOMPOSED_MARKS


def clean_value(original: str) -> str:
    """Return a proposed value as it is looked for: white space at the ends removed, then NFC."""
    return normalize(original.strip())


def clean_label(label: str) -> str:
    """Return a label as it is looked up: white space at the ends removed, then upper case."""
    return label.strip().upper()


def markers(source: str) -> list[tuple[int, int, str]]:
    """Return `(start, end, name)` of every piece of `source` that looks like a token; `name` is `LABEL_n`, without brackets."""
    if "[" not in source:
        return []
    return [(m.start(), m.end(), m.group()[1:-1]) for m in MARKER.finditer(source)]


def restore_exact(text: str, mapping: Mapping[str, str]) -> str:
    """Return `text` with every token of `mapping` replaced, in one pass and without recursion."""
    if "[" not in text:
        return text
    return MARKER.sub(lambda m: mapping.get(m.group()[1:-1], m.group()), text)
