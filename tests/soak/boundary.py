"""Where an occurrence may begin and end under HARDENED: an independent and simple reading of the rule.

Three answers: YES, NO, and MAYBE where a table of the tokenizer decides (Korean particles) or a finer rule may let more through
(a capital after a small letter, `helloAnn`; letters outside of the basic plane).
"""

import unicodedata
from enum import IntEnum

SURE_PARTICLES = frozenset("은는이가을를님씨")
NEVER_PARTICLES = frozenset("뷁쀍")


class Verdict(IntEnum):
    NO = 0
    MAYBE = 1
    YES = 2


def is_hangul_syllable(letter: str) -> bool:
    return "가" <= letter <= "힣"


def is_hangul(letter: str) -> bool:
    """A syllable or a letter of the Korean alphabet."""
    return not letter.isascii() and unicodedata.name(letter, "").startswith(("HANGUL", "HALFWIDTH HANGUL"))


def is_east_asian(letter: str) -> bool:
    """Hangul, Han and Kana: scripts that write words without spaces or add particles directly."""
    return unicodedata.name(letter, "").startswith(
        ("HANGUL", "CJK", "HIRAGANA", "KATAKANA", "HALFWIDTH HANGUL", "HALFWIDTH KATAKANA")
    )


def is_spaced_letter(letter: str) -> bool:
    """A letter of a script that puts spaces between words, where half a word is no word."""
    if letter.isascii():
        return letter.isalpha()
    return letter.isalpha() and not is_east_asian(letter)


def is_mark(letter: str) -> bool:
    return not letter.isascii() and unicodedata.category(letter).startswith("M")


def is_short_hangul(value: str) -> bool:
    """One or two syllables, with or without a space between."""
    letters = "".join(value.split())
    return 1 <= len(letters) <= 2 and all(map(is_hangul_syllable, letters))


def parted(before: str, after: str) -> Verdict:
    """Whether an occurrence may begin or end between `before` and `after`: the text on both sides, not empty."""
    left, right = before[-1], after[0]
    if left.isdecimal() and right.isdecimal():
        return Verdict.NO
    if is_mark(right):
        return Verdict.NO if is_spaced_letter(base(before)) else Verdict.YES
    left = base(before)
    if is_spaced_letter(left) and is_spaced_letter(right):
        doubt = max(left, right) > "\uffff" or (right.isupper() and not left.isupper())
        return Verdict.MAYBE if doubt else Verdict.NO
    return Verdict.YES


def base(before: str) -> str:
    """Return the sign that the marks at the end of `before` belong to: `❤` of an emoji, `x` of `x̂`; a mark alone is its own."""
    for letter in reversed(before):
        if not is_mark(letter):
            return letter
    return before[-1]


def bounded(source: str, start: int, end: int) -> Verdict:
    """Whether `source[start:end]` stands within boundaries."""
    left = parted(source[:start], source[start:end]) if start else Verdict.YES
    right = parted(source[start:end], source[end:]) if end < len(source) else Verdict.YES
    return min(left, right)


def bounded_short(source: str, start: int, end: int) -> Verdict:
    """The rule for values of one or two Hangul syllables."""
    if start and is_hangul_syllable(source[start - 1]):
        return Verdict.NO
    following = source[end : end + 2]
    if not following or not is_hangul(following[0]):
        return Verdict.YES
    if following[0] in NEVER_PARTICLES:
        return Verdict.NO
    alone = len(following) == 1 or not is_hangul(following[1])
    return Verdict.YES if following[0] in SURE_PARTICLES and alone else Verdict.MAYBE
