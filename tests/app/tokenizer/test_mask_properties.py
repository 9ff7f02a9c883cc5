"""What holds for every text and every list of candidates, under both rule sets."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.tokenizer import HARDENED, REFERENCE, Restorer, State, StreamReassembler, mask, reassemble, reserve, verify
from model.candidate import Candidate
from tests.app.tokenizer.strategies import LABELS, MARKER, masking, proposals, texts

COMPACT = {"ACCOUNT_NUMBER": "ACCOUNT", "CARD_NUMBER": "CARD"}
both = pytest.mark.parametrize("rules", [REFERENCE, HARDENED], ids=["reference", "hardened"])


def named_for(rules, candidates):
    """Name labels as the rule set knows them."""
    if rules is HARDENED:
        return candidates
    return [
        Candidate(COMPACT.get(one.label, one.label), one.original, one.start, one.end, one.score, one.source)
        for one in candidates
    ]


@both
@settings(deadline=None)
@given(drawn=masking())
@example(drawn=("[PERSON_1] PERSON", [Candidate("PERSON", "PERSON")]))
@example(drawn=("see [PERSON_1]", [Candidate("PERSON", "[PERSON_1]")]))
def test_a_masked_text_comes_back(rules, drawn):
    """reassemble(mask(x)) is NFC(x)."""
    text, candidates = drawn
    result = mask(text, named_for(rules, candidates), rules=rules)
    assert reassemble(result.text, result.mapping).text == unicodedata.normalize("NFC", text)


@both
@settings(deadline=None)
@given(drawn=masking(), data=st.data())
def test_the_order_of_candidates_changes_nothing(rules, drawn, data):
    """Any order of the candidates gives the same text, mapping, replacements and unmatched candidates."""
    text, candidates = drawn
    candidates = named_for(rules, candidates)
    order = data.draw(st.permutations(range(len(candidates))))
    one = mask(text, candidates, rules=rules)
    other = mask(text, [candidates[index] for index in order], rules=rules)
    assert (other.text, other.mapping, other.replacements) == (one.text, one.mapping, one.replacements)
    assert sorted(order[index] for index in other.unmatched) == sorted(one.unmatched)


@both
@settings(deadline=None)
@given(drawn=masking())
def test_only_the_spans_change(rules, drawn):
    """The masked text is the source with each span replaced by its token."""
    text, candidates = drawn
    result = mask(text, named_for(rules, candidates), rules=rules)
    pieces, done = [], 0
    for item in result.replacements:
        assert done <= item.start < item.end <= len(result.source)
        assert result.mapping[item.token[1:-1]] == result.source[item.start : item.end]
        pieces += (result.source[done : item.start], item.token)
        done = item.end
    assert result.text == "".join([*pieces, result.source[done:]])


@both
@settings(deadline=None)
@given(drawn=masking())
def test_no_token_is_a_marker_of_the_text(rules, drawn):
    """A token that is issued does not stand in the source literally."""
    text, candidates = drawn
    result = mask(text, named_for(rules, candidates), rules=rules)
    assert not {item.token for item in result.replacements} & set(MARKER.findall(result.source))


@both
@settings(deadline=None)
@given(text=texts)
def test_without_candidates_nothing_changes(rules, text):
    """No candidates: the masked text is the source, with an empty mapping (B15)."""
    result = mask(text, [], rules=rules)
    assert (result.text, result.mapping, tuple(result.replacements)) == (unicodedata.normalize("NFC", text), {}, ())


@settings(deadline=None)
@given(drawn=masking())
def test_the_service_check_accepts_what_the_tokenizer_makes(drawn):
    """`verify` lets every result of `mask` pass."""
    text, candidates = drawn
    verify(mask(text, candidates), candidates, State())


@settings(deadline=None)
@given(drawn=masking())
def test_an_anchored_value_is_covered(drawn):
    """A candidate whose span holds exactly its value is covered from its first to its last code point."""
    text, candidates = drawn
    result = mask(text, candidates)
    covered = [False] * len(result.source)
    for item in result.replacements:
        covered[item.start : item.end] = [True] * (item.end - item.start)
    for one in candidates:
        value = unicodedata.normalize("NFC", one.original.strip())
        if one.start is not None and one.start >= 0 and value and result.source[one.start : one.end] == value:
            assert all(covered[one.start : one.end])


@settings(deadline=None)
@given(first=masking(), second=texts, data=st.data())
def test_a_continued_request_gives_every_text_back(first, second, data):
    """With one state, the final mapping restores all texts of the request, and a spelling keeps its token (B28, B54)."""
    one = mask(*first)
    later = f"{second} {one.text}"
    other = mask(later, data.draw(proposals(later)), state=one.state)
    mapping = other.state.mapping
    assert reassemble(one.text, mapping).text == one.source
    assert reassemble(other.text, mapping).text == reassemble(other.source, one.state.mapping).text
    kinds = [(name.rpartition("_")[0], value) for name, value in mapping.items()]
    assert len(kinds) == len(set(kinds))


@settings(deadline=None)
@given(batch=st.lists(masking(), min_size=1, max_size=3))
def test_a_batch_gives_every_text_back(batch):
    """With the markers of all texts reserved first, one mapping restores each text of a batch to its own source."""
    state = reserve(State(), [text for text, _ in batch])
    results = []
    for text, candidates in batch:
        results.append(mask(text, candidates, state=state))
        state = results[-1].state
    assert [reassemble(result.text, state.mapping).text for result in results] == [result.source for result in results]


@settings(deadline=None)
@given(drawn=masking())
def test_masking_again_changes_nothing(drawn):
    """In one request, the tokens of a masked text are left as they are; one reassemble gives the source back (B64)."""
    text, candidates = drawn
    once = mask(text, candidates)
    again = mask(once.text, candidates, state=once.state)
    assert all(item.token in again.text for item in once.replacements)
    assert reassemble(again.text, again.state.mapping).text == once.source


@settings(deadline=None)
@given(drawn=masking())
def test_names_rename_tokens_only(drawn):
    """A taxonomy changes how tokens are named, not what is replaced."""
    text, candidates = drawn
    plain = mask(text, candidates)
    named = mask(text, candidates, names={"CARD_NUMBER": "CARD", "ACCOUNT_NUMBER": "ACCOUNT"})
    assert [(item.start, item.end) for item in named.replacements] == [(item.start, item.end) for item in plain.replacements]
    assert {item.label for item in named.replacements} <= {COMPACT.get(label, label) for label in LABELS}


def test_nothing_of_a_text_is_in_a_repr():
    """No repr holds source, values or masked text."""
    result = mask("Quokka wrote to Dana Wombat", [Candidate("PERSON", "Dana Wombat")])
    objects = (
        result,
        result.state,
        reassemble(result.text, result.mapping),
        StreamReassembler(result.mapping),
        Restorer(result.mapping),
    )
    assert not any(word in repr(one) for one in objects for word in ("Quokka", "Wombat"))
