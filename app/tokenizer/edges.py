"""Where a value may begin and end in the source."""

from typing import Final

import numpy as np
import numpy.typing as npt

from app.tokenizer.characters import CAPITAL, DIGIT, HANGUL, LETTER, MARK, OTHER, class_of

_WORD: Final = (LETTER, CAPITAL, MARK)

_AFTER_NAME: Final = tuple(
    "은 는 이 가 을 를 의 에 와 과 랑 도 만 로 야 아 여 께 님 씨 군 양 입니다 예요 에요 이에요 라고 이라 한테 부터 까지 보다 처럼 고객 선생 팀장 대리".split()
)
"""What Korean attaches to a name: particles (Standard Korean Grammar, josa), the copula, honorifics and common titles."""


def blocked(
    classes: npt.NDArray[np.uint8], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Return, for each span, whether a neighbour continues the number or word at its edge.

    A digit is continued by a digit, a letter by a letter or a combining mark, but a capital after a small letter begins a word
    (`helloAnn`). Hangul, Han and Kana words run on without spaces,
    so no neighbour continues them.
    """
    padded = np.concatenate(([OTHER], classes, [OTHER]))
    before, first, last, after = padded[starts], padded[starts + 1], padded[ends], padded[ends + 1]
    number = ((first == DIGIT) & (before == DIGIT)) | ((last == DIGIT) & (after == DIGIT))
    return number | _one_word(before, first) | _one_word(last, after)


def _one_word(left: npt.NDArray[np.uint8], right: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    hump = (left == LETTER) & (right == CAPITAL)
    return np.isin(left, _WORD) & np.isin(right, _WORD) & ~hump


def is_short_hangul(value: str) -> bool:
    """Return whether a value is one or two Hangul syllables: so short that it is part of many other words."""
    letters = "".join(value.split())
    return len(letters) <= 2 and all(class_of(letter) == HANGUL for letter in letters)


def stands_alone(source: str, start: int, end: int) -> bool:
    """Return whether a short Hangul value is a word here: no Hangul before it; after it none, or what attaches to a name."""
    if class_of(source[start - 1 : start]) == HANGUL:
        return False
    return class_of(source[end : end + 1]) != HANGUL or source.startswith(_AFTER_NAME, end)
