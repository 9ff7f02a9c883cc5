"""Reassembling a whole text: one pass, nothing guessed, nothing lost."""

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.tokenizer import State, mask, reassemble
from model.candidate import Candidate
from tests.app.tokenizer.strategies import MARKER, mapped_answers, mappings, masking, restore

ALTERED = {
    "lower case": lambda label, n: f"[{label.lower()}_{n}]",
    "title case": lambda label, n: f"[{label.title()}_{n}]",
    "spaces inside of the brackets": lambda label, n: f"[ {label}_{n} ]",
    "a space for the underscore": lambda label, n: f"[{label.replace('_', ' ')} {n}]",
    "a non-breaking hyphen": lambda label, n: f"[{label}\u2011{n}]",
    "a hyphen": lambda label, n: f"[{label}-{n}]",
    "escaped brackets": lambda label, n: f"\\[{label}_{n}\\]",
    "escaped underscores": lambda label, n: f"[{label}_{n}]".replace("_", "\\_"),
    "escaped everything": lambda label, n: f"\\[{label}_{n}\\]".replace("_", "\\_"),
    "full-width brackets": lambda label, n: f"［{label}_{n}］",
    "decimal HTML entities": lambda label, n: f"&#91;{label}_{n}&#93;",
    "hexadecimal HTML entities": lambda label, n: f"&#x5B;{label}_{n}&#x5D;",
    "named HTML entities": lambda label, n: f"&lsqb;{label}_{n}&rsqb;",
    "lost brackets": lambda label, n: f"{label}_{n}",
    "lost brackets in lower case": lambda label, n: f"{label.lower()}_{n}",
    "bold": lambda label, n: f"**[{label}_{n}]**",
    "code": lambda label, n: f"`[{label}_{n}]`",
    "escaped angle brackets": lambda label, n: f"&lt;{label}_{n}&gt;",
    "angle brackets with spaces": lambda label, n: f"< {label}_{n} >",
}
FRAMES = {"bold": "**{}**", "code": "`{}`", "escaped angle brackets": "&lt;{}&gt;", "angle brackets with spaces": "< {} >"}
every_form = pytest.mark.parametrize("form", ALTERED)


@settings(deadline=None)
@given(drawn=mapped_answers())
@example(drawn=({"PERSON_1": "A", "PERSON_10": "B"}, "[PERSON_10] and [PERSON_1]"))
@example(drawn=({"PERSON_1": "[PERSON_2]", "PERSON_2": "[PERSON_1]"}, "[PERSON_1][PERSON_2]"))
def test_exact_is_one_pass(drawn):
    """Each known token becomes its value, once; values are not looked at again (B55, B66)."""
    mapping, text = drawn
    assert reassemble(text, mapping).text == restore(text, mapping)


@settings(deadline=None)
@given(drawn=mapped_answers())
def test_restored_counts_the_tokens_that_were_replaced(drawn):
    """`restored` is the number of replaced tokens, `counts` the same by label."""
    mapping, text = drawn
    found = [name[1:-1] for name in MARKER.findall(text) if name[1:-1] in mapping]
    result = reassemble(text, mapping)
    labels = [name.rpartition("_")[0] for name in found]
    assert (result.restored, result.counts) == (len(found), {label: labels.count(label) for label in labels})


@settings(deadline=None)
@given(drawn=mapped_answers())
def test_unresolved_lists_the_tokens_that_stay(drawn):
    """`unresolved` has every token that is not in the mapping, once, in the order of the text."""
    mapping, text = drawn
    strangers = [token for token in MARKER.findall(text) if token[1:-1] not in mapping]
    assert reassemble(text, mapping).unresolved == tuple(dict.fromkeys(strangers))


@settings(deadline=None)
@given(drawn=mapped_answers(), data=st.data())
def test_labels_restrict_what_is_restored(drawn, data):
    """With `labels`, tokens of other labels stay as they are."""
    mapping, text = drawn
    labels = set(data.draw(st.lists(st.sampled_from(sorted({name.rpartition("_")[0] for name in mapping})), max_size=2)))
    wanted = {name: value for name, value in mapping.items() if name.rpartition("_")[0] in labels}
    assert reassemble(text, mapping, labels=labels).text == restore(text, wanted)


@settings(deadline=None)
@given(mapping=mappings, data=st.data())
@example(mapping={"PERSON_1": 'line1\n"q"\\'}, data=None)
def test_json_escaping_keeps_json_valid(mapping, data):
    """A token inside a JSON string becomes its value there, whatever the value holds (B67, B57)."""
    names = sorted(mapping) if data is None else data.draw(st.lists(st.sampled_from(sorted(mapping)), max_size=4))
    document = {"to": [f"<{name}> [{name}]" for name in names], "n": 1}
    result = reassemble(json.dumps(document), mapping, escape="json")
    assert json.loads(result.text) == {"to": [f"<{name}> {mapping[name]}" for name in names], "n": 1}


@every_form
@pytest.mark.parametrize("name", ["PERSON_1", "ACCOUNT_NUMBER_12"])
def test_tolerant_restores_an_altered_token(form, name):
    """What models and user interfaces do to a token is undone where one issued token fits (B37, B39)."""
    label, _, number = name.rpartition("_")
    mapping = {name: "Dana Roe", "EMAIL_1": "a@example.com", f"{label}_2": "Other"}
    text = f"x {ALTERED[form](label, number)} replied"
    assert reassemble(text, mapping, match="tolerant").text == f"x {FRAMES.get(form, '{}').format('Dana Roe')} replied"


@every_form
def test_exact_leaves_an_altered_token(form):
    """Without `tolerant`, an altered token is no token."""
    text = f"x {ALTERED[form]('PERSON', '1')} replied"
    assert reassemble(text, {"PERSON_1": "Dana Roe"}).text == restore(text, {"PERSON_1": "Dana Roe"})


@every_form
def test_tolerant_leaves_what_the_source_held(form):
    """A form that stood in the source literally is never taken for a token."""
    written = ALTERED[form]("PERSON", "1")
    result = mask(
        f"Keep {written} as is; I am Ann Lee and Bob Ray", [Candidate("PERSON", "Ann Lee"), Candidate("PERSON", "Bob Ray")]
    )
    state = result.state
    back = reassemble(result.text, state.mapping, match="tolerant", literals=state.literals, forms=state.forms)
    assert back.text == result.source


@pytest.mark.parametrize("form", [form for form in ALTERED if not MARKER.search(ALTERED[form]("PERSON", "1"))])
def test_tolerant_lists_a_form_that_the_source_held(form):
    """When a form that the source held comes back, it may be that text or the token: it stays, and is listed."""
    written = ALTERED[form]("PERSON", "1")
    first = mask(f"I am Ann Lee, {written}.", [Candidate("PERSON", "Ann Lee")])
    assert first.text.startswith("I am [PERSON_1]")
    back = reassemble(f"{written} x", first.mapping, match="tolerant", literals=first.state.literals, forms=first.state.forms)
    assert (back.text, len(back.unresolved)) == (f"{written} x", 1)


@pytest.mark.parametrize("text", ["[a b_1]", "[AB_1]", "[ab_1]", "[A-B_1]", "ab_1"])
def test_tolerant_never_guesses_between_two_tokens(text):
    """Where two issued tokens fit, neither is restored unless it is written exactly."""
    mapping = {"A_B_1": "one", "AB_1": "two"}
    result = reassemble(text, mapping, match="tolerant")
    assert result.text in (restore(text, mapping), text)
    assert result.text != text or result.unresolved


@pytest.mark.parametrize("text", ["XPERSON_1", "PERSON_12", "PERSON_1x", "person_10", "_PERSON_1", "SUPERPERSON_1", "PERSON_1_2"])
def test_a_bare_name_is_a_token_only_as_a_word(text):
    """Without brackets, `LABEL_n` must stand as a word of its own."""
    assert reassemble(text, {"PERSON_1": "Dana Roe"}, match="tolerant").text == text


@pytest.mark.parametrize("text", ["PERSON_1님께", "김PERSON_1", "PERSON_1.", "(PERSON_1)", "\nPERSON_1\n"])
def test_a_bare_name_may_stand_beside_hangul_and_signs(text):
    """Korean particles follow a name without a space."""
    assert reassemble(text, {"PERSON_1": "Dana Roe"}, match="tolerant").text == text.replace("PERSON_1", "Dana Roe")


@settings(deadline=None)
@given(drawn=mapped_answers())
def test_tolerant_restores_all_that_exact_restores(drawn):
    """Where no token is altered, tolerant and exact agree."""
    mapping, text = drawn
    plain = re.sub(r"[^\[\]]", lambda found: found[0] if MARKER.search(text, found.start()) else "", text)
    tokens = " ".join(MARKER.findall(plain))
    assert reassemble(tokens, mapping, match="tolerant").text == restore(tokens, mapping)


@settings(deadline=None)
@given(drawn=masking())
def test_tolerant_gives_every_masked_text_back(drawn):
    """reassemble(mask(x)) is NFC(x) in tolerant matching too: nothing that the source held is taken for a token."""
    result = mask(*drawn)
    state = result.state
    assert (
        reassemble(result.text, state.mapping, match="tolerant", literals=state.literals, forms=state.forms).text == result.source
    )


def test_markers_of_the_source_are_not_unresolved():
    """A literal marker comes back as it was and is no missing token (B56)."""
    result = mask("Keep [PERSON_1] as is; I am Ann Lee", [Candidate("PERSON", "Ann Lee")])
    back = reassemble(result.text, result.mapping, literals=result.state.literals)
    assert (back.text, back.restored, back.unresolved) == (result.source, 1, ())


def test_an_empty_mapping_restores_nothing():
    """Without tokens a text stays as it is, in every mode."""
    text = "[PERSON_1] person_1"
    modes = [{"match": "tolerant"}, {"escape": "json"}, {}]
    assert [reassemble(text, State().mapping, **mode).text for mode in modes] == [text] * 3
