"""The tokenizer's check of its own work refuses what must not leave, and nothing else."""

from dataclasses import replace

import pytest

from app.tokenizer import State, VerificationFailed, mask, verify
from model.candidate import Candidate

TEXT = "Dear Dana Roe, call 010-0000-1234 or write to dana@example.com. Dana Roe signs."
CANDIDATES = [Candidate("PERSON", "Dana Roe"), Candidate("PHONE", "010-0000-1234"), Candidate("EMAIL", "dana@example.com")]


@pytest.fixture
def masked():
    return mask(TEXT, CANDIDATES)


def swap(result, index, **changes):
    """Return the result with one replacement changed, all else as it was."""
    items = list(result.replacements)
    items[index] = items[index]._replace(**changes)
    return replace(result, replacements=tuple(items))


TAMPERINGS = {
    "text before the first span changed": lambda r: replace(r, text=r.text.replace("Dear", "Deer")),
    "text between spans changed": lambda r: replace(r, text=r.text.replace("call", "mail")),
    "text after the last span changed": lambda r: replace(r, text=r.text.replace("signs", "sings")),
    "text added at the end": lambda r: replace(r, text=r.text + " "),
    "text lost at the end": lambda r: replace(r, text=r.text[:-1]),
    "a token lost": lambda r: replace(r, text=r.text.replace("[PHONE_1]", "")),
    "a token doubled": lambda r: replace(r, text=r.text.replace("[PHONE_1]", "[PHONE_1][PHONE_1]")),
    "two tokens exchanged": lambda r: replace(
        r, text=r.text.replace("[PHONE_1]", "[EMAIL_1]", 1).replace("to [EMAIL_1]", "to [PHONE_1]")
    ),
    "a value left in clear": lambda r: replace(r, text=r.text.replace("[EMAIL_1]", "dana@example.com")),
    "the whole text unmasked": lambda r: replace(r, text=r.source),
    "the whole text unmasked, and no span": lambda r: replace(r, text=r.source, replacements=(), mapping={}, state=State()),
    "a span one code point short": lambda r: swap(r, 1, end=r.replacements[1].end - 1),
    "a span one code point long": lambda r: swap(r, 1, end=r.replacements[1].end + 1),
    "a span moved": lambda r: swap(r, 1, start=r.replacements[1].start + 1, end=r.replacements[1].end + 1),
    "an empty span": lambda r: swap(r, 1, end=r.replacements[1].start),
    "spans out of order": lambda r: replace(r, replacements=r.replacements[::-1]),
    "a span missing": lambda r: replace(r, replacements=r.replacements[1:]),
    "a mapping without a token": lambda r: replace(r, mapping={k: v for k, v in r.mapping.items() if k != "PHONE_1"}),
    "a mapping with a wrong value": lambda r: replace(r, mapping={**r.mapping, "PHONE_1": "010-0000-9999"}),
    "a state without a token": lambda r: replace(r, state=replace(r.state, mapping={"PERSON_1": "Dana Roe"})),
    "a state with a wrong value": lambda r: replace(r, state=replace(r.state, mapping={**r.state.mapping, "PHONE_1": "0"})),
}


def test_an_honest_result_passes(masked):
    """What `mask` made is accepted."""
    verify(masked, CANDIDATES, State())


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_wrong_result_is_refused(masked, tampering):
    """One thing wrong, and the result is refused."""
    with pytest.raises(VerificationFailed):
        verify(TAMPERINGS[tampering](masked), CANDIDATES, State())


def test_a_value_left_somewhere_is_refused():
    """A value that identifies on its own and stands outside of the spans is refused, though the round trip holds."""
    half = mask(TEXT, [Candidate("PHONE", "010-0000-1234")])
    with pytest.raises(VerificationFailed):
        verify(half, CANDIDATES, State())


def test_a_lost_or_changed_token_of_an_earlier_text_is_refused():
    """A result whose state lacks what was issued before, or gives it another value, is refused though its own text restores."""
    first = mask("I am Dana Roe", [Candidate("PERSON", "Dana Roe")])
    second = mask("Call 010-0000-1234", CANDIDATES, state=first.state)
    verify(second, CANDIDATES, first.state)
    for mapping in (second.mapping, {**second.state.mapping, "PERSON_1": "Ann Roe"}):
        with pytest.raises(VerificationFailed):
            verify(replace(second, state=replace(second.state, mapping=mapping)), CANDIDATES, first.state)


@pytest.mark.parametrize(
    ("candidate", "covered"),
    [
        (Candidate("CVC", "123", 5, 8), False),
        (Candidate("CVC", " 123 ", 4, 9), False),
        (Candidate("CVC", "124", 5, 8), True),
        (Candidate("CVC", "123", 5, 80), True),
        (Candidate("NO_LABEL", "123", 5, 8), True),
    ],
    ids=["bare", "with spaces", "another value there", "outside of the text", "unknown label"],
)
def test_what_was_proposed_at_a_place_is_covered_there(candidate, covered):
    """A valid span of a known label outside of every replacement is refused; a span that holds not its value says nothing."""
    bare = mask("Code 123 here", [])
    if covered:
        verify(bare, [candidate], State())
    else:
        with pytest.raises(VerificationFailed):
            verify(bare, [candidate], State())


def test_an_issued_token_covers_what_is_proposed_in_it():
    """A span inside of a token issued earlier needs no replacement."""
    first = mask("I am Dana Roe", [Candidate("PERSON", "Dana Roe")])
    inside = [Candidate("CVC", "1", 8, 9)]
    verify(mask("[PERSON_1]", inside, state=first.state), inside, first.state)


def test_a_refusal_holds_no_text(masked):
    """The error names the broken promise only."""
    with pytest.raises(VerificationFailed) as caught:
        verify(replace(masked, text=masked.source), CANDIDATES, State())
    assert not any(word in f"{caught.value!r}{caught.value}" for word in ("Dana", "010", "dana@", "Dear"))


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("김 솔 / 가김 솔직", [Candidate("PERSON", "김 솔")]),
        ("Annual Dana Roes", [Candidate("PERSON", "Dana Roe")]),
        ("010-0000-1234 9010-0000-12345", [Candidate("PHONE", "010-0000-1234")]),
        ("코드 123 그리고 1234", [Candidate("CVC", "123", 3, 6)]),
        ("[PERSON_1] Dana Roe", [Candidate("PERSON", "Dana Roe"), Candidate("SECRET", "PERSON")]),
    ],
)
def test_what_stands_outside_of_boundaries_is_no_leak(text, candidates):
    """A value inside of a longer word or number was not proposed there: the result passes."""
    verify(mask(text, candidates), candidates, State())


def test_tokens_of_earlier_texts_pass():
    """In a continued request, tokens issued before stand in the text and in the masked text alike."""
    first = mask("I am Dana Roe", [Candidate("PERSON", "Dana Roe")])
    later = f"{first.text}, said Dana Roe"
    verify(mask(later, CANDIDATES[:1], state=first.state), CANDIDATES[:1], first.state)
