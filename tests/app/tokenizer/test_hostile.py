"""Inputs made to exhaust time or memory: each is masked or refused quickly, and what a value is called in stays bounded."""

import time
from itertools import product

import pytest

from app.tokenizer import MatchLimitExceeded, OutputLimitExceeded, State, mask, reassemble, verify
from model.candidate import Candidate

SECONDS = 4.0
"""Far above what a linear tokenizer needs on a slow machine, far below what a quadratic one takes for these sizes."""


def cased(number: int) -> str:
    letters = "".join(letter.upper() if number >> place & 1 else letter for place, letter in enumerate("abcdefghijklmnopqrst"))
    return f"{letters}@example.com"


SPELLINGS = [f"010{a}12{b}34{c}56{d}78" for a, b, c, d in product(["", "-", " ", ".", " - ", "- "], repeat=4)]

REFUSED = {
    "values nested by the hundred, and one as long as the text": (
        "a" * 100_000,
        [Candidate("PERSON", "a" * size) for size in (*range(1, 601), 100_000)],
    ),
    "one value of half the text, at every place": ("가" * 100_000, [Candidate("PERSON", "가" * 50_000)]),
    "values and spellings that differ in case alone": (
        " ".join(cased(number * 7 + 1) for number in range(4_000)),
        [Candidate("EMAIL", cased(number)) for number in range(4_000)],
    ),
    "few letters, thousands of nested values": ("a" * 5_000, [Candidate("PERSON", "a" * size) for size in range(1, 3_000)]),
}

MASKED = {
    "long values that are not there": (
        "가나다라" * 25_000,
        [Candidate("PERSON", chr(0xAC00 + 31 * i) * 50_000) for i in range(30)],
    ),
    "a thousand spellings of one number": ("010 1234 5678, " * 4_000, [Candidate("PHONE", value) for value in SPELLINGS[:1000]]),
    "one syllable, a megabyte of it": ("가" * 1_000_000, [Candidate("PERSON", "가나")]),
    "one letter, a megabyte of it": ("a" * 1_000_000, [Candidate("PERSON", "aaa"), Candidate("EMAIL", "a@example.com")]),
    "100,000 candidates that are not there": (
        "글 " * 50_000,
        [Candidate("PERSON", f"이름{number:06d}") for number in range(100_000)],
    ),
    "markers and almost tokens": ("[PERSON_1] person_1 " * 20_000, [Candidate("PERSON", "김가상")]),
}


@pytest.mark.parametrize(("text", "candidates"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_linear_is_refused_quickly(text, candidates):
    """The refusal is typed, comes soon, and its message holds no text."""
    began = time.process_time()
    with pytest.raises(MatchLimitExceeded) as caught:
        mask(text, candidates)
    assert time.process_time() - began < SECONDS
    assert str(caught.value) == ""


@pytest.mark.parametrize(("text", "candidates"), MASKED.values(), ids=MASKED)
def test_what_can_be_linear_is_masked_quickly(text, candidates):
    """A hostile form of a legitimate input is masked, and passes the check."""
    began = time.process_time()
    masked = mask(text, candidates)
    assert time.process_time() - began < SECONDS
    verify(masked, candidates, State())


def test_the_restored_text_is_bounded():
    """Many tokens of one long value stop at the limit instead of filling the memory."""
    with pytest.raises(OutputLimitExceeded):
        reassemble("[ADDRESS_1]" * 1_000, {"ADDRESS_1": "가" * 1_000}, limit=100_000)
    assert reassemble("[ADDRESS_1]" * 100, {"ADDRESS_1": "가" * 1_000}, limit=100_000).restored == 100
