"""Reassembling a text in pieces: cut anywhere, held back only what can still become a token."""

import codecs
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.tokenizer import StreamReassembler, reassemble
from tests.app.tokenizer.strategies import cut, mapped_answers, mappings, restore

PARTS = [
    "[PER",
    "SON_1",
    "]",
    "person",
    "_",
    "1",
    "[ ",
    "PERSON ",
    "&#9",
    "1;",
    "\\",
    "[",
    "［PERSON",
    "］",
    " ",
    "x",
    "님",
    "ACCOUNT",
    "&lsq",
    "b;",
    "0",
]
LONGEST_FORM = 128
"""Code points: longer than any tolerant form of the labels used here (HTML entities for brackets and `_`, nine digits)."""


@st.composite
def pieces(draw):
    """Return a mapping and a text in pieces."""
    mapping, text = draw(mapped_answers())
    return mapping, cut(draw, text)


@st.composite
def near_pieces(draw):
    """Return a mapping and pieces out of which tokens, altered tokens and near misses form across the cuts."""
    mapping = draw(mappings)
    return mapping, draw(st.lists(st.sampled_from([*PARTS, *(f"[{name}]" for name in mapping), *mapping]), max_size=20))


def run(stream, parts):
    return "".join([*(stream.feed(part) for part in parts), stream.close()])


@settings(deadline=None)
@given(drawn=pieces() | near_pieces())
@example(drawn=({"PERSON_1": "Dana Roe"}, ["Hi [PER", "SON_1], your code is ready"]))
def test_pieces_give_what_the_whole_gives(drawn):
    """Wherever a text is cut, the outputs joined are what `reassemble` gives (B01)."""
    mapping, parts = drawn
    assert run(StreamReassembler(mapping), parts) == restore("".join(parts), mapping)


@settings(deadline=None)
@given(drawn=pieces() | near_pieces())
@example(drawn=({"PERSON_1": "Dana Roe"}, ["x", "person_1", " "]))
@example(drawn=({"PERSON_1": "Dana Roe"}, ["x ", "person_1", "0"]))
def test_tolerant_pieces_give_what_the_whole_gives(drawn):
    """The same in tolerant matching."""
    mapping, parts = drawn
    whole = reassemble("".join(parts), mapping, match="tolerant")
    stream = StreamReassembler(mapping, match="tolerant")
    assert run(stream, parts) == whole.text
    counted = stream.result()
    assert (counted.restored, counted.unresolved) == (whole.restored, whole.unresolved)


@settings(deadline=None)
@given(drawn=pieces() | near_pieces())
def test_exact_holds_back_less_than_a_token(drawn):
    """After each piece, all but an end shorter than the longest token has been given out (B01)."""
    mapping, parts = drawn
    stream = StreamReassembler(mapping)
    longest = max(map(len, mapping)) + 2
    fed = out = ""
    for part in parts:
        fed += part
        out += stream.feed(part)
        assert out in {restore(fed[: len(fed) - held], mapping) for held in range(min(longest, len(fed) + 1))}


@settings(deadline=None)
@given(parts=st.lists(st.sampled_from(PARTS), max_size=40))
def test_tolerant_holds_back_a_bounded_end(parts):
    """In tolerant matching, what is held back is never longer than the longest form of a token."""
    mapping = {"PERSON_1": "x" * LONGEST_FORM, "ACCOUNT_NUMBER_10": "y" * LONGEST_FORM}
    stream = StreamReassembler(mapping, match="tolerant")
    fed = out = ""
    for part in parts:
        fed += part
        out += stream.feed(part)
        assert len(out) >= len(fed) - LONGEST_FORM


@pytest.mark.parametrize("match", ["exact", "tolerant"])
def test_text_flows_from_the_first_piece(match):
    """Of an answer in 40 pieces, all that cannot be a token is out at once, not at the end (B63)."""
    stream = StreamReassembler({"PERSON_1": "Dana Roe", "EMAIL_1": "a@example.com"}, match=match)
    parts = ["Dear ", "[PERSON_1]", ", ", *["your order, "] * 35, "[EMAIL_1]", "."]
    outs = [stream.feed(part) for part in parts]
    assert outs[0].startswith("Dear")
    assert "".join(outs[:3]).startswith("Dear Dana Roe,")
    assert all(outs[3:38])


def test_only_a_possible_token_waits():
    """`Hi ` is out while `[PER` waits; a bracket that begins no issued token does not wait."""
    stream = StreamReassembler({"PERSON_1": "Dana Roe"})
    assert [stream.feed(part) for part in ("Hi [PER", "SON_1], x [", "Z", "[PERSON_2")] == [
        "Hi ",
        "Dana Roe, x ",
        "[Z",
        "[PERSON_2",
    ]


def test_an_end_that_stays_half_a_token_comes_out_at_the_end():
    """Closing gives what was held back, unchanged."""
    stream = StreamReassembler({"PERSON_1": "Dana Roe"})
    assert (stream.feed("x [PERSON_"), stream.close()) == ("x ", "[PERSON_")


@settings(deadline=None)
@given(drawn=mapped_answers(), data=st.data())
def test_utf8_may_be_cut_inside_of_a_character(drawn, data):
    """Bytes cut anywhere, decoded incrementally, restore like the whole text (B03)."""
    mapping, text = drawn
    decode = codecs.getincrementaldecoder("utf-8")()
    parts = [decode.decode(part) for part in cut(data.draw, f"김{text}님".encode())]
    assert run(StreamReassembler(mapping), [*parts, decode.decode(b"", final=True)]) == restore(f"김{text}님", mapping)


@pytest.mark.parametrize("match", ["exact", "tolerant"])
def test_every_cut_of_a_text_gives_the_same(match):
    """One text, cut into two at each place."""
    mapping = {"PERSON_1": "김가상", "PERSON_12": "Dana Roe", "ACCOUNT_NUMBER_1": "000-123-456789"}
    text = (
        "[[PERSON_1]] [PERSON_12][ACCOUNT_NUMBER_1]님 [PERSON_1 person_1 \\[PERSON_12\\] &#91;PERSON_1&#93; ［PERSON_1］ PERSON_1"
    )
    whole = reassemble(text, mapping, match=match).text
    assert {run(StreamReassembler(mapping, match=match), [text[:place], text[place:]]) for place in range(len(text) + 1)} == {
        whole
    }


def test_tool_arguments_can_be_restored_as_json():
    """A reply's tool arguments are restored like its content, and stay JSON (B57)."""
    mapping = {"EMAIL_1": 'a"b@example.com'}
    arguments = reassemble('{"to":"[EMAIL_1]"}', mapping, escape="json").text
    assert json.loads(arguments) == {"to": 'a"b@example.com'}
