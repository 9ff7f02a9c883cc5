"""Where a value may begin and end in the source."""

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import chain
from typing import Final

import numpy as np

from app.tokenizer.characters import CAPITAL, CLASSES, DIGIT, HANGUL, LETTER, OTHER, class_of
from app.tokenizer.view import Classes, Flags, Offsets, View

_IN_WORD: Final = np.isin(np.arange(CLASSES), (LETTER, CAPITAL))


def _words() -> dict[str, list[str]]:
    """Return section → words of the list of what Korean attaches to names."""
    lines = files("app.tokenizer").joinpath("data/korean_names.txt").read_text(encoding="utf-8").splitlines()
    words: dict[str, list[str]] = {}
    section: list[str] = []
    for line in lines:
        if line.startswith("["):
            section = words[line.strip("[]")] = []
        elif not line.startswith("#"):
            section += line.split()
    return words


def _one_of(words: list[str]) -> str:
    return f"(?:{'|'.join(words)})"


_KOREAN: Final = _words()
_AFTER_NAME: Final = re.compile(
    rf"{_one_of(_KOREAN['titles'])}?{_one_of(_KOREAN['honorifics'])}?{_one_of(_KOREAN['particles'])}{{0,2}}(?![가-힣])"
)
"""To the end of the word: a title, an honorific, particles."""

_BEFORE_NAME: Final = tuple(_KOREAN["before"])


def free_spans(view: View, matches: Sequence[tuple[int, int, int]], index: Offsets) -> tuple[list[int], list[int], list[int]]:
    """Return pattern numbers, starts and ends in the text of those matches whose edges no neighbour continues.

    `matches` are `(pattern number, start, end)` in the letters or digits of `view`, whose offsets in the text `index` holds.
    """
    flat = np.fromiter(chain.from_iterable(matches), np.int64, 3 * len(matches)).reshape(-1, 3)
    starts, ends = index[flat[:, 1]], index[flat[:, 2] - 1] + 1
    free = ~blocked(view.classes, starts, ends)
    return flat[free, 0].tolist(), starts[free].tolist(), ends[free].tolist()


def blocked(classes: Classes, starts: Offsets, ends: Offsets) -> Flags:
    """Return, for each span, whether a neighbour continues the number or word at its edge.

    A digit is continued by a digit, a letter by a letter, but a capital after two small letters begins a word (`helloAnn`).
    Hangul, Han and Kana words run on without spaces, so no neighbour continues them.
    """
    padded = np.concatenate(([OTHER, OTHER], classes, [OTHER]))
    earlier, before, first = (padded[starts + offset] for offset in range(3))
    penultimate, last, after = (padded[ends + offset] for offset in range(3))
    number = ((first == DIGIT) & (before == DIGIT)) | ((last == DIGIT) & (after == DIGIT))
    return np.asarray(number | _one_word(earlier, before, first) | _one_word(penultimate, last, after))


def _one_word(earlier: Classes, left: Classes, right: Classes) -> Flags:
    hump = (earlier == LETTER) & (left == LETTER) & (right == CAPITAL)
    return np.asarray(_IN_WORD[left] & _IN_WORD[right] & ~hump)


def is_short_hangul(value: str) -> bool:
    """Return whether a value is one or two Hangul syllables: so short that it is part of many other words."""
    letters = "".join(value.split())
    return 0 < len(letters) <= 2 and _all_hangul(letters)


def is_spaced_hangul(surface: str) -> bool:
    """Return whether a piece of the source is Hangul with white space between its syllables."""
    letters = "".join(surface.split())
    return len(letters) < len(surface) and _all_hangul(letters)


def _all_hangul(letters: str) -> bool:
    return all(class_of(letter) == HANGUL for letter in letters)


def stands_alone(source: str, start: int, end: int) -> bool:
    """Return whether a short Hangul value is a word here: no Hangul around it but what forms and grammar attach to a name."""
    if follows_hangul(source, start) and not source.endswith(_BEFORE_NAME, 0, start):
        return False
    return class_of(source[end : end + 1]) != HANGUL or _AFTER_NAME.match(source, end) is not None


def follows_hangul(source: str, start: int) -> bool:
    """Return whether a Hangul syllable stands right before `start`."""
    return class_of(source[start - 1 : start]) == HANGUL
