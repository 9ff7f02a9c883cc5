"""Source text and the markers in it."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

MARKER: Final = re.compile(r"\[([A-Z_]+)_(\d+)\]")
"""What a token looks like. A piece of this form that was not issued is a literal marker."""


def normalize(text: str) -> str:
    """Return the source: `text` in NFC (UAX #15). Every offset counts code points of this form."""
    return unicodedata.normalize("NFC", text)


def clean_value(original: str) -> str:
    """Return a proposed value as it is looked for: white space at the ends removed, then NFC."""
    return unicodedata.normalize("NFC", original.strip())


def clean_label(label: str) -> str:
    """Return a label as it is looked up: white space at the ends removed, then upper case."""
    return label.strip().upper()


def markers(source: str) -> list[tuple[int, int, str]]:
    """Return `(start, end, name)` of every piece of `source` that looks like a token; `name` is `LABEL_n`, without brackets."""
    if "[" not in source:
        return []
    return [(m.start(), m.end(), m.group()[1:-1]) for m in MARKER.finditer(source)]


def split_name(name: str) -> tuple[str, int]:
    """Return the label and the number of a token name: `ACCOUNT_NUMBER_2` → `("ACCOUNT_NUMBER", 2)`."""
    label, _, number = name.rpartition("_")
    return label, int(number)


def restore_exact(text: str, mapping: Mapping[str, str]) -> str:
    """Return `text` with every token of `mapping` replaced, in one pass and without recursion."""
    if "[" not in text:
        return text
    return MARKER.sub(lambda m: mapping.get(m.group()[1:-1], m.group()), text)


def names_in(texts: Iterable[str]) -> set[str]:
    """Return the names of all markers in `texts`."""
    return {name for text in texts for _, _, name in markers(text)}
