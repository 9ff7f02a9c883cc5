"""Families of defects that users of such tools reported, each for the part that a tokenizer plays."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenizer import State, mask, reassemble, reserve
from model.candidate import Candidate


def surfaces(result):
    """Return label and spelling of each replacement."""
    return [(item.label, result.source[item.start : item.end]) for item in result.replacements]


def back(result):
    return reassemble(result.text, result.state.mapping).text


@pytest.mark.parametrize(
    ("text", "candidates", "expected"),
    [
        (
            "Card 4000 0000 0000 0002.com here",
            [Candidate("CARD_NUMBER", "4000 0000 0000 0002", 5, 24), Candidate("URL", "0002.com", 20, 28)],
            "Card [CARD_NUMBER_1][URL_1] here",
        ),
        (
            "Morgan Dana Roe",
            [Candidate("PERSON", "Dana Roe", 7, 15), Candidate("ADDRESS", "Morgan Dana", 0, 11)],
            "[ADDRESS_1][PERSON_1]",
        ),
        (
            "a.b@example.com/x",
            [Candidate("EMAIL", "a.b@example.com", 0, 15), Candidate("URL", "b@example.com/x", 2, 17)],
            "[EMAIL_1][URL_1]",
        ),
    ],
)
def test_b13_overlapping_spans_are_settled_on_the_source(text, candidates, expected):
    """The winner stays whole, the rest of the loser is masked under its own label, and the text comes back."""
    result = mask(text, candidates)
    assert (result.text, back(result)) == (expected, text)


@settings(deadline=None)
@given(text=st.text(max_size=30), data=st.data())
def test_b15_a_text_without_matches_is_unchanged(text, data):
    """Candidates that stand nowhere change nothing."""
    candidates = [Candidate("PERSON", f"absent-{data.draw(st.text(max_size=3))}-예시") for _ in range(3)]
    result = mask(text, candidates)
    assert (result.text, result.unmatched) == (unicodedata.normalize("NFC", text), (0, 1, 2))


@pytest.mark.parametrize(
    "inner", [Candidate("ADDRESS", "가상구"), Candidate("ADDRESS", "가상구", 3, 6), Candidate("ADDRESS", "대로 1")]
)
def test_b17_a_nested_value_of_one_label_gets_no_token(inner):
    """One token for the outer span."""
    result = mask("서울 가상구 샘플대로 1", [inner, Candidate("ADDRESS", "서울 가상구 샘플대로 1")])
    assert surfaces(result) == [("ADDRESS", "서울 가상구 샘플대로 1")]


@pytest.mark.parametrize("labels", [("PERSON", "PERSON"), ("PERSON", "EMAIL")])
def test_b28_two_names_in_one_request_get_two_tokens(labels):
    """Counters go on: a later text never reuses a token for another value."""
    first = mask("Ann Lee", [Candidate(labels[0], "Ann Lee")])
    second = mask("Bob Ray", [Candidate(labels[1], "Bob Ray")], state=first.state)
    assert not first.mapping.keys() & second.mapping.keys()


@pytest.mark.parametrize(
    "before",
    [
        "안녕 😀 저는 ",
        "👨\u200d👩\u200d👧\u200d👦 ",
        "🇰🇷🇰🇷 ",
        "👍🏽",
        "𝔘𝔫𝔦 ",
        "e\u0301 ",
        "\u1112\u1161\u11ab ",
        "مرحبا \u202b",
        "﷽ ",
    ],
)
def test_b31_offsets_are_code_points(before):
    """Exactly the name is replaced after characters of two UTF-16 units, joiners, marks and right-to-left text."""
    source = unicodedata.normalize("NFC", before + "다니예입니다")
    start = source.index("다니예")
    result = mask(before + "다니예입니다", [Candidate("PERSON", "다니예", start, start + 3)])
    assert (surfaces(result), result.text) == ([("PERSON", "다니예")], source.replace("다니예", "[PERSON_1]"))


def test_b33_whitespace_shifts_nothing():
    """In 124 padded lines each name is replaced exactly, and the whitespace stays."""
    text = "\n\n  JANE ROE\n" * 124
    result = mask(text, [Candidate("PERSON", "JANE ROE")])
    assert result.text == text.replace("JANE ROE", "[PERSON_1]")


@pytest.mark.parametrize("order", [("Han", "Hannah", "Han"), ("Hannah", "Han", "Han"), ("Han", "Han", "Hannah")])
def test_b35_a_short_value_is_not_found_inside_a_longer_one(order):
    """`Han` stands at its own places, none of them in `Hannah`."""
    result = mask("Han met Hannah; Han left", [Candidate("PERSON", value) for value in order])
    assert result.text == "[PERSON_1] met [PERSON_2]; [PERSON_1] left"


@pytest.mark.parametrize(
    ("start", "end", "original"),
    [(5, 13, " Ann Lee"), (5, 14, " Ann Lee "), (6, 13, "Ann Lee"), (6, 14, "Ann Lee "), (5, 14, "Ann Lee")],
)
def test_b36_spaces_around_a_value_stay(start, end, original):
    """A span or value with spaces around it masks the value only."""
    assert mask("I am  Ann Lee !", [Candidate("PERSON", original, start, end)]).text == "I am  [PERSON_1] !"


@pytest.mark.parametrize("border", [512, 1024, 4096, 8192, 65536])
@pytest.mark.parametrize("shift", [-9, -4, -1, 0, 1])
def test_b43_a_value_is_whole_wherever_it_stands(border, shift):
    """No position in a long text cuts a value."""
    text = "가" * (border + shift) + " Dana Placeholder " + "나" * 50
    assert surfaces(mask(text, [Candidate("PERSON", "Dana Placeholder")])) == [("PERSON", "Dana Placeholder")]


@pytest.mark.parametrize("value", ["김가상", "서울특별시 가상구", "José Núñez", "Å Ringström"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_b47_composed_and_decomposed_are_one(value, form):
    """A value in both forms in one text is one identity, and the NFC source comes back."""
    composed, decomposed = unicodedata.normalize("NFC", value), unicodedata.normalize("NFD", value)
    result = mask(f"{decomposed} / {composed}", [Candidate("PERSON", unicodedata.normalize(form, value))])
    assert (result.text, back(result)) == ("[PERSON_1] / [PERSON_1]", f"{composed} / {composed}")


def test_b54_a_later_text_keeps_the_token():
    """A longer history with the same name, and with the token itself, has the same token."""
    first = mask("I am Ann Lee", [Candidate("PERSON", "Ann Lee")])
    second = mask(f"{first.text} ok. Ann Lee asks", [Candidate("PERSON", "Ann Lee")], state=first.state)
    assert second.text == "I am [PERSON_1] ok. [PERSON_1] asks"


def test_b54_an_old_token_stays_resolvable():
    """What the first text issued is still restored by the last state."""
    first = mask("I am Ann Lee", [Candidate("PERSON", "Ann Lee")])
    second = mask("Bob Ray", [Candidate("PERSON", "Bob Ray")], state=first.state)
    assert reassemble("[PERSON_1] and [PERSON_2]", second.state.mapping).text == "Ann Lee and Bob Ray"


@pytest.mark.parametrize("drift", [(-2, -2), (2, 2), (-1, 1), (0, 3), (-900, -890), (900, 910), (5, 5), (9, 3)])
def test_b60_a_drifted_span_is_found_by_its_value(drift):
    """A span that does not hold the value is not believed: all places of the value are masked."""
    text = "Hello Ann Lee, bye Ann Lee."
    result = mask(text, [Candidate("PERSON", "Ann Lee", 6 + drift[0], 13 + drift[1])])
    assert result.text == "Hello [PERSON_1], bye [PERSON_1]."


def test_b60_a_value_that_stands_nowhere_is_reported():
    """`unmatched` has the index of each candidate that was not found, and nothing is masked for it."""
    candidates = [Candidate("PERSON", "Ann Lee"), Candidate("PERSON", "Bob Ray", 0, 7), Candidate("EMAIL", "x@example.com")]
    result = mask("Hello Ann Lee", candidates)
    assert (result.text, result.unmatched) == ("Hello [PERSON_1]", (1, 2))


@pytest.mark.parametrize("glue", [" ", ",", ";", "\n", "\t", "\u00a0", "|", "/"])
@pytest.mark.parametrize("spans", [True, False])
def test_b73_values_side_by_side_are_three_tokens(glue, spans):
    """None of three neighbours of one label is left in clear or merged."""
    values = ("a@example.com", "b@example.org", "c@example.net")
    text = glue.join(values)
    candidates = [Candidate("EMAIL", value, *((text.index(value), text.index(value) + 13) if spans else ())) for value in values]
    assert mask(text, candidates).text == glue.join(("[EMAIL_1]", "[EMAIL_2]", "[EMAIL_3]"))


def test_b73_names_without_a_space_between_are_two_tokens():
    """Korean names may touch."""
    assert mask("김가상이샘플", [Candidate("PERSON", "이샘플"), Candidate("PERSON", "김가상")]).text == "[PERSON_1][PERSON_2]"


@pytest.mark.parametrize("whole", [True, False])
def test_b74_a_name_tagged_by_words_comes_back_once(whole):
    """Parts of a name and the whole name never give it twice."""
    parts = [Candidate("PERSON", "Hans", 0, 4), Candidate("PERSON", "Muster", 5, 11)]
    result = mask("Hans Muster wrote", [*parts, *([Candidate("PERSON", "Hans Muster")] if whole else [])])
    assert (len(result.replacements), back(result)) == (1 if whole else 2, "Hans Muster wrote")


@pytest.mark.parametrize(
    "text",
    [
        "key=<<sk-test-abc123>>",
        "key=[sk-test-abc123]",
        "key=[[sk-test-abc123]]",
        "key={{sk-test-abc123}}",
        "[SECRET_sk-test-abc123]",
    ],
)
def test_b75_brackets_protect_nothing(text):
    """A value inside brackets is masked: only tokens really issued are skipped."""
    assert "abc123" not in mask(text, [Candidate("SECRET", "sk-test-abc123")]).text


@pytest.mark.parametrize("marker", ["[SECRET_1]", "[PERSON_7]", "[CODE_42]"])
def test_b75_a_marker_that_was_not_issued_can_be_masked(marker):
    """A proposed value that looks like a token is masked whole."""
    result = mask(f"pass {marker} now", [Candidate("SECRET", marker)])
    assert (surfaces(result), back(result)) == ([("SECRET", marker)], f"pass {marker} now")


@pytest.mark.parametrize("literal", ["[PERSON_1]", "[PERSON_1][PERSON_2]", "[[PERSON_1]]", "[PERSON_01] [PERSON_1]"])
def test_b56_a_literal_marker_comes_back_as_it_was(literal):
    """New tokens do not reuse a marker of the text, in this text or in a later one."""
    first = mask(f"Keep {literal} as is; I am Ann Lee", [Candidate("PERSON", "Ann Lee")])
    second = mask("Bob Ray", [Candidate("PERSON", "Bob Ray")], state=first.state)
    mapping = second.state.mapping
    assert (reassemble(first.text, mapping).text, reassemble(second.text, mapping).text) == (first.source, "Bob Ray")


def test_b56_markers_of_a_later_text_of_a_batch_are_reserved():
    """In a batch, a marker of the last text is not issued for the first."""
    texts = ("I am Ann Lee", "Keep [PERSON_1]")
    first = mask(texts[0], [Candidate("PERSON", "Ann Lee")], state=reserve(State(), texts))
    assert first.text == "I am [PERSON_2]"


@pytest.mark.parametrize("before", ["❤\ufe0f", "☎\ufe0f", "1\ufe0f\u20e3", "👍\ufe0f"])
@pytest.mark.parametrize("value", ["Ann Lee", "김가상", "a@example.com"])
def test_an_emoji_before_a_value_hides_nothing(before, value):
    """A variation selector or a keycap belongs to the sign before it, not to the word after it."""
    label = "EMAIL" if "@" in value else "PERSON"
    assert mask(f"{before}{value}", [Candidate(label, value)]).text == f"{before}[{label}_1]"
