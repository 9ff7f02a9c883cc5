"""The folded copy and the way back."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.rules.folding import Folded

FOLDABLE = st.sampled_from("ａ１０－＠．\u200b\u0303\u2011\u00a0\u20e3\ufe0f٣𝟗İ가1@-.")
ODD = st.text(FOLDABLE | st.characters(), max_size=60)


@settings(deadline=None)
@given(ODD)
def test_copy_and_lower_case_have_one_length(source):
    """Offsets of the copy and of its lower case are the same, for every text."""
    folded = Folded(source)
    assert len(folded.text) == len(folded.lower)


@settings(deadline=None)
@given(ODD)
def test_every_character_of_the_copy_comes_from_its_place(source):
    """Each character of the copy is located, in order, at a character of the source that it equals or folds."""
    folded = Folded(source)
    spans = [folded.locate(place, place + 1) for place in range(len(folded.text))]
    assert [start for start, _ in spans] == sorted({start for start, _ in spans})
    assert all(0 <= start < end <= len(source) for start, end in spans)
    assert all(kept == source[start] or not source[start].isascii() for kept, (start, _) in zip(folded.text, spans, strict=True))


@settings(deadline=None)
@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_ascii_stays_as_it_is(source):
    """ASCII is its own folded copy, at its own offsets."""
    folded = Folded(source)
    assert folded.text == source
    assert all(folded.locate(place, place + 1) == (place, place + 1) for place in range(len(source)))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("０１０－１２３４", "010-1234"),
        ("٠١٠", "010"),
        ("𝟎𝟏𝟎", "010"),
        ("0\u200b1\ufeff0", "010"),
        ("1\u03032", "12"),
        ("1\ufe0f\u20e3", "1"),
        ("a\u00a0b\u3000c", "a b c"),
        ("1\u20112\u22123", "1-2-3"),
        ("ａ＠ｂ．ｃ", "a@b.c"),
        ("김가상", "김가상"),
        ("\ud800", "\ufffd"),
    ],
)
def test_folds_what_people_and_evaders_write(source, text):
    """Full-width forms, other numerals, spaces, dashes and invisible characters become plain ASCII."""
    assert Folded(source).text == text


def test_composed_letters_stay_composed():
    """NFC text keeps its letters: only marks without a composition are dropped."""
    source = unicodedata.normalize("NFC", "cafe\u0301 한글")
    assert Folded(source).text == source


def test_a_span_takes_the_marks_on_its_last_character():
    """A combining mark on the last digit belongs to the span; a zero-width space behind it does not."""
    assert Folded("12\u0303\u200b3").locate(0, 2) == (0, 3)
