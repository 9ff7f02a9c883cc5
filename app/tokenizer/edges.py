"""Where a value may begin and end in the source."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from app.tokenizer.characters import CAPITAL, CLASSES, DIGIT, HANGUL, LETTER, OTHER, class_of
from app.tokenizer.view import Classes, Offsets, View

_IN_WORD: Final = np.isin(np.arange(CLASSES), (LETTER, CAPITAL))

_AFTER_NAME: Final = (
    *"은는이가을를의에와과랑도만로야아여께님씨군양",
    *("입니다", "예요", "에요", "이에요", "라고", "이라", "한테", "부터", "까지", "보다", "처럼", "고객", "선생", "팀장", "대리"),
)
"""What Korean attaches to a name: particles (Standard Korean Grammar, josa), the copula, honorifics and common titles."""


def free_spans(view: View, matches: Sequence[tuple[int, int, int]], index: Offsets) -> tuple[list[int], list[int], list[int]]:
    """Return pattern numbers, starts and ends in the text of those matches whose edges no neighbour continues.

    `matches` are `(pattern number, start, end)` in the letters or digits of `view`, whose offsets in the text `index` holds.
    """
    flat = np.fromiter(chain.from_iterable(matches), np.int64, 3 * len(matches)).reshape(-1, 3)
    starts, ends = index[flat[:, 1]], index[flat[:, 2] - 1] + 1
    free = ~blocked(view.classes, starts, ends)
    return flat[free, 0].tolist(), starts[free].tolist(), ends[free].tolist()


def blocked(classes: Classes, starts: Offsets, ends: Offsets) -> npt.NDArray[np.bool_]:
    """Return, for each span, whether a neighbour continues the number or word at its edge.

    A digit is continued by a digit, a letter by a letter or a combining mark, but a capital after a small letter begins a word
    (`helloAnn`). Hangul, Han and Kana words run on without spaces,
    so no neighbour continues them.
    """
    padded = np.concatenate(([OTHER], classes, [OTHER]))
    before, first, last, after = padded[starts], padded[starts + 1], padded[ends], padded[ends + 1]
    number = ((first == DIGIT) & (before == DIGIT)) | ((last == DIGIT) & (after == DIGIT))
    return np.asarray(number | _one_word(before, first) | _one_word(last, after))


def _one_word(left: Classes, right: Classes) -> npt.NDArray[np.bool_]:
    hump = (left == LETTER) & (right == CAPITAL)
    return np.asarray(_IN_WORD[left] & _IN_WORD[right] & ~hump)


def is_short_hangul(value: str) -> bool:
    """Return whether a value is one or two Hangul syllables: so short that it is part of many other words."""
    letters = "".join(value.split())
    return len(letters) <= 2 and all(class_of(letter) == HANGUL for letter in letters)


def stands_alone(source: str, start: int, end: int) -> bool:
    """Return whether a short Hangul value is a word here: no Hangul before it; after it none, or what attaches to a name."""
    if class_of(source[start - 1 : start]) == HANGUL:
        return False
    return class_of(source[end : end + 1]) != HANGUL or source.startswith(_AFTER_NAME, end)
