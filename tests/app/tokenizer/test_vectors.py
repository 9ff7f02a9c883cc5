"""Every vector of the first seed, computed by running its reference implementation, holds for REFERENCE bit for bit."""

import json
from pathlib import Path

import pytest

from app.tokenizer import REFERENCE, mask, normalize, parse_success, parse_tsv, reassemble, strict_parse_success
from model.candidate import Candidate

VECTORS = Path(__file__).parent / "vectors"
CASES = json.loads((VECTORS / "tokenizer.json").read_text("utf-8"))
STRICT = json.loads((VECTORS / "strict.json").read_text("utf-8"))
COMPLETIONS = [case for case in CASES if "completion" in case]

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
every_completion = pytest.mark.parametrize("case", COMPLETIONS, ids=lambda case: case["name"])


def proposed(case):
    """Return the candidates of a vector: given, or parsed from its completion."""
    pairs = case["candidates"] if "candidates" in case else case["parsed"]
    return [Candidate(label, original) for label, original in pairs]


def masked(case):
    return mask(case["source"], proposed(case), rules=REFERENCE)


def test_all_vectors_are_here():
    """The copies of the vector files are complete."""
    assert (len(CASES), len(COMPLETIONS), len(STRICT)) == (57, 13, 27)


@every_completion
def test_a_completion_is_parsed_tolerantly(case):
    """The tolerant parser returns the vector's pairs, in the model's order and spelling."""
    assert [list(pair) for pair in parse_tsv(case["completion"], case["source"])] == case["parsed"]


@every_completion
def test_a_completion_has_its_strict_flag(case):
    """The strict flag of a terminated completion is the vector's."""
    assert strict_parse_success(case["completion"], case["source"], True) is case["strict_parse_success_if_terminated"]


@every_completion
def test_a_completion_has_its_historical_flag(case):
    """The historical flag is true for an empty answer, else exactly when a pair was parsed (specification 2b)."""
    assert parse_success(case["completion"], case["source"]) is (bool(case["parsed"]) or not case["completion"].strip())


@every_case
def test_the_masked_text_is_the_vectors(case):
    """The masked text is the vector's."""
    assert masked(case).text == case["masked"]


@every_case
def test_the_mapping_is_the_vectors(case):
    """The mapping holds the vector's tokens with their exact spellings."""
    assert masked(case).mapping == case["mapping"]


@every_case
def test_the_spans_are_the_vectors(case):
    """The spans are the vector's: half-open code points in the NFC source, in source order."""
    assert [[item.start, item.end] for item in masked(case).replacements] == case["spans"]


@every_case
def test_the_masked_text_comes_back(case):
    """Reassembling gives the NFC source."""
    result = masked(case)
    assert (reassemble(result.text, result.mapping).text == normalize(case["source"])) is case["reassembled_equals_nfc_source"]


@every_case
def test_the_order_of_candidates_does_not_matter(case):
    """Reversed candidates give the same text, mapping and spans."""
    one = masked(case)
    other = mask(case["source"], proposed(case)[::-1], rules=REFERENCE)
    assert ((one.text, one.mapping, one.replacements) == (other.text, other.mapping, other.replacements)) is case[
        "order_invariant"
    ]


@pytest.mark.parametrize("case", STRICT, ids=range(len(STRICT)))
def test_the_strict_flag_is_the_vectors(case):
    """Strict parsing takes an answer whole or not at all."""
    assert strict_parse_success(case["content"], case["source"], case["terminated"]) is case["strict_parse_success"]


@pytest.mark.parametrize("content", [None, 1, b"PERSON\tAlice", ["PERSON\tAlice"]])
def test_an_answer_that_is_no_text_is_no_success(content):
    """Only a `str` can be a strict success."""
    assert strict_parse_success(content, "Customer Alice.", True) is False
