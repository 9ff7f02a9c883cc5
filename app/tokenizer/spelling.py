"""Whether a piece of the source is an acceptable spelling of a proposed value. Both have the same letters, case aside."""

import re
from typing import Final

from app.tokenizer.characters import HANGUL, OTHER, class_of, visible
from app.tokenizer.traits import Spelling

_GAP: Final = re.compile(r"\s+")
_NAME_LENGTHS: Final = range(2, 7)
"""Names of this many letters are written with spaces between them (forms, OCR); the first seed's rule."""

_LONGEST_GAP: Final = 8
_LONGEST_NAME_GAP: Final = 3
"""Code points of white space between two words, and between two letters of a spaced name."""


def fits(spelling: Spelling, value: str, surface: str) -> bool:
    """Return whether `surface`, which has the folded letters of `value`, is `value` in other clothes under `spelling`."""
    if surface == value:
        return True
    value, surface = visible(value), visible(surface)
    if spelling is Spelling.CASELESS:
        return surface.lower() == value.lower()
    if spelling is Spelling.EXACT or surface == value:
        return surface == value
    gaps, own = _gaps(surface), _gaps(value)
    if spelling is Spelling.NAME and own and gaps.keys() == own.keys():  # a full name, word for word, in capitals for one
        value, surface = value.lower(), surface.lower()
    letters = "".join(surface.split())
    if letters != "".join(value.split()):
        return False
    if any(len(gap) > _LONGEST_GAP or gap.count("\n") > 2 for gap in gaps.values()):
        return False
    if spelling is Spelling.NAME and len(letters) in _NAME_LENGTHS and _spaced_name(letters, gaps):
        return True
    if spelling in (Spelling.NAME, Spelling.PHRASE):
        return all(at in own or "\n" in gap for at, gap in gaps.items())
    return all(gap == " " for gap in gaps.values())  # groups, as in an IBAN


def _spaced_name(letters: str, gaps: dict[int, str]) -> bool:
    if any(len(gap) > _LONGEST_NAME_GAP for gap in gaps.values()):
        return False
    syllables = all(class_of(letter) in (HANGUL, OTHER) for letter in letters)
    return syllables or len(gaps) == len(letters) - 1


def _gaps(text: str) -> dict[int, str]:
    """Return the white space inside `text`, keyed by the number of letters before it."""
    found = {}
    spaces = 0
    for match in _GAP.finditer(text):
        found[match.start() - spaces] = match.group()
        spaces += len(match.group())
    return found
