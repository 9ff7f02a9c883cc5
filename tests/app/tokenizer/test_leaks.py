"""Spellings and places in which a proposed value must not stay in clear, and look-alikes that must stay."""

import pytest

from app.tokenizer import mask, reassemble
from model.candidate import Candidate

COVERED = [
    ("DOB", "90.01.02", "12:30 90-01-02", "12:30 [DOB_1]"),
    ("DOB", "90.01.02", "접수 10 90.1.2 생", "접수 10 [DOB_1] 생"),
    ("DOB", "1990-01-02", "1990_01_02, 1990‧01‧02", "[DOB_1], [DOB_2]"),
    ("DOB", "1990-01-02", "1990년  01월   02일생", "[DOB_1]생"),
    ("ACCOUNT_NUMBER", "GB29NWBK60161331926819", "gb29-nwbk-6016-1331-9268-19", "[ACCOUNT_NUMBER_1]"),
    ("ACCOUNT_NUMBER", "GB29 NWBK 6016 1331 9268 19", "GB29NWBK60161331926819", "[ACCOUNT_NUMBER_1]"),
    ("PASSPORT", "M12345678", "m12345678, M-12345678, M123\n45678", "[PASSPORT_1], [PASSPORT_2], [PASSPORT_3]"),
    ("PHONE", "010-0000-1234", "010" + "\u200b" * 9 + "00001234", "[PHONE_1]"),
    ("PHONE", "010-0000-1234", "010\u3164-0000-1234", "[PHONE_1]"),
    ("PHONE", "010-0000-1234", "010-0000-\n    1234", "[PHONE_1]"),
    ("PHONE", "010-0000-1234", "+82 (0) 10-0000-1234", "[PHONE_1]"),
    ("EMAIL", "ann@example.com", "메일\\nann@example.com", "메일\\n[EMAIL_1]"),
    (
        "PERSON",
        "김샘",
        "김샘. 김샘하고, 김샘부장님, 김샘으로부터, 성명김샘",
        "[PERSON_1]. [PERSON_1]하고, [PERSON_1]부장님, [PERSON_1]으로부터, 성명[PERSON_1]",
    ),
    ("PERSON", "王小明", "王小明さん", "[PERSON_1]さん"),
]

LEFT = [
    ("PERSON", "이수정", "같이 수정했습니다"),
    ("PERSON", "이수", "이수는 이수도권"),
    ("PERSON", "Donald", "McDonald"),
    ("PERSON", "An Drew", "andrew"),
    ("GENERIC_ID", "12345678", "- 1234\n- 5678"),
    ("GENERIC_ID", "12345678", "1234\t5678"),
]


@pytest.mark.parametrize(("label", "value", "text", "expected"), COVERED)
def test_no_clothes_hide_a_value(label, value, text, expected):
    """The value is masked in this spelling and place, whole."""
    assert mask(text, [Candidate(label, value)]).text == expected


@pytest.mark.parametrize(("label", "value", "text"), LEFT)
def test_other_words_and_numbers_stay(label, value, text):
    """The value is not seen where it only looks as if it stood there."""
    assert text.split()[-1] in mask(text, [Candidate(label, value)]).text


@pytest.mark.parametrize("value", ["ann@ example.com", "ann@example.com"])
def test_a_span_counts_whatever_white_space_its_value_lost(value):
    """A model that folds a line break into a space still names the place that is masked."""
    assert mask("to ann@\nexample.com now", [Candidate("EMAIL", value, 3, 19)]).text == "to [EMAIL_1] now"


def test_a_span_that_is_off_by_a_space_does_not_hide_the_other_places():
    """A span that holds the letters of its value, not its spelling, is honoured; the value is masked elsewhere too."""
    masked = mask("그 둘둘 / 둘 둘", [Candidate("SECRET", "둘 둘", 1, 4)])
    assert "둘" not in masked.text


def test_a_span_of_a_short_spaced_name_is_honoured_beside_the_same_name_without_span():
    """What was proposed at a place is masked there, although the name inside a longer word would not be."""
    candidates = [Candidate("PERSON", "김 샘", 0, 3), Candidate("PERSON", "김 샘")]
    assert mask("김 샘부장실 그리고 김 샘", candidates).text == "[PERSON_1]부장실 그리고 [PERSON_1]"


@pytest.mark.parametrize("value", ["10.0.0.1", "fe80::1", "王小明", "山田太郎"])
def test_a_value_that_identifies_is_masked_wherever_it_stands(value):
    """A span at the first place masks the second place too."""
    label = "IPADDRESS" if value[0].isascii() else "PERSON"
    assert value not in mask(f"{value} / {value}", [Candidate(label, value, 0, len(value))]).text


@pytest.mark.parametrize(
    "text", ['<div class="card-1">', "#card_1", "SIM-CARD-1", "url-1", "CI-1 pipeline", "card_1.png", "PERSON_1.5", "/person_1/"]
)
def test_tolerant_matching_leaves_names_of_other_things(text):
    """Identifiers that resemble a bare token are no tokens: nothing is put into them."""
    mapping = {"CARD_1": "값", "URL_1": "값", "PERSON_1": "값", "CI_1": "값"}
    assert reassemble(text, mapping, match="tolerant").text == text


@pytest.mark.parametrize(
    "text", ["**PERSON_1**", "PERSON_1.", "(person_1)", "PERSON_1은", "PERSON‑1", "[PERSON 1]", "［person_1］"]
)
def test_tolerant_matching_takes_what_models_write(text):
    """The forms that models and interfaces give a token are restored."""
    assert "값" in reassemble(text, {"PERSON_1": "값"}, match="tolerant").text
