"""The source form of a text: NFC, whatever marks a text piles up."""

import sys
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenizer import State, reserve, text
from app.tokenizer.text import clean_value, normalize

MARKS = "\u0301\u0316\u0327\u0345\u0344\u0f71\u0f72\u0f73\u0f75\u0f81\u3099\u05b0\U0001d165"
STARTERS = "a\u00e9\u1e69\u1fb7\uac00\u1100\u1161\u304b\u0f40\u034f \U0001d15e"


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from(MARKS * 2 + STARTERS), max_size=60))
def test_ordering_runs_first_changes_nothing(source):
    """With every run of more than two marks ordered beforehand, the result is the NFC of `unicodedata`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "_SHORT_RUN", 2)
        assert normalize(source) == unicodedata.normalize("NFC", source)


@settings(deadline=None, max_examples=50)
@given(
    st.text(st.sampled_from(STARTERS), max_size=5), st.text(st.sampled_from(MARKS), min_size=31, max_size=90), st.text(max_size=5)
)
def test_long_runs_come_out_as_nfc(before, marks, after):
    """A run longer than the bound, wherever it stands, gives the NFC of `unicodedata` too."""
    source = before + marks + after
    assert normalize(source) == unicodedata.normalize("NFC", source)


def test_a_run_is_made_of_what_decomposes_into_marks():
    """Over all of Unicode, a code point continues a run exactly when it decomposes into marks, or else begins with none."""
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        decomposed = [unicodedata.combining(part) != 0 for part in unicodedata.normalize("NFD", char)]
        assert text._is_mark(char) == decomposed[0] == all(decomposed)


@pytest.mark.parametrize("unit", ["\u0301\u0316", "\u0f73\u0f71\u0f72", "\u0344\u0316"], ids=["latin", "tibetan", "decomposing"])
def test_a_hundred_thousand_marks_take_no_second(unit):
    """Marks in the worst order are ordered in far less time than the square of their number would take (8 s and more)."""
    source = "a" + unit * (100_000 // len(unit))
    begun = time.process_time()
    normalize(source)
    clean_value(source)
    assert time.process_time() - begun < 1


def test_reserving_what_is_reserved_already_gives_the_same_state():
    """A text that holds nothing new costs no copy of the state, so that a batch is not quadratic in its mapping."""
    source = "문서의 [PERSON_1] 표기, PERSON 2, [EMAIL_1]"
    state = reserve(State({"EMAIL_1": "test@example.com"}), [source])
    assert (state.literals, "PERSON 2" in state.forms) == ({"PERSON_1"}, True)
    assert reserve(state, [source, "평범한 글"]) is state
