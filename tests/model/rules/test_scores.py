"""The table of scores."""

import pytest

from model.labels import CANONICAL
from model.rules.extractor import RECOGNIZERS
from model.rules.page import Page
from model.rules.recognizer import Match
from model.rules.scores import EVIDENCE, SHAPES, THRESHOLD, score


def weigh(text: str, value: str, shape: str, label: str, evidence: tuple[str, ...] = ()) -> float:
    start = text.index(value)
    return score(Match(label, start, start + len(value), shape, evidence), Page(text, text.lower()))


def test_labels_are_canonical_and_names_unique():
    """Every recognizer has its own name and yields canonical labels only."""
    names = [recognizer.name for recognizer in RECOGNIZERS]
    assert len(set(names)) == len(names)
    assert frozenset().union(*(recognizer.labels for recognizer in RECOGNIZERS)) <= CANONICAL


@pytest.mark.parametrize(
    "shape", ["account plain", "account grouped", "card plain", "rrn plain", "passport", "date", "zipcode", "local"]
)
def test_a_weak_shape_needs_its_cue_and_gets_by_with_it(shape):
    """Shapes that harmless numbers share lie below the threshold alone, and above it beside their cue."""
    assert SHAPES[shape] < THRESHOLD <= SHAPES[shape] + EVIDENCE["cue adjacent"]


@pytest.mark.parametrize("shape", ["mobile", "mobile plain", "card grouped", "email", "ipv4"])
def test_a_strong_shape_survives_another_label_nearby(shape):
    """Shapes that identify on their own stay above the threshold when a cue for something else is near."""
    assert SHAPES[shape] + EVIDENCE["other cue near"] >= THRESHOLD


def test_a_letter_at_a_number_lowers_its_score():
    """A number that is part of a product code scores lower than the same number alone."""
    alone = weigh("값 0000-1111", "0000-1111", "card grouped", "CARD_NUMBER")
    assert weigh("값 0000-1111-A", "0000-1111", "card grouped", "CARD_NUMBER") < alone
    assert weigh("값 A0000-1111", "0000-1111", "card grouped", "CARD_NUMBER") < alone


def test_cues_for_numbers_do_not_touch_names():
    """A name keeps its score beside an order number's cue."""
    assert weigh("주문 김가상", "김가상", "name with honorific", "PERSON") == SHAPES["name with honorific"]


def test_scores_stay_within_bounds():
    """However much speaks for a match, its score is at most 1, and at least 0 however much speaks against it."""
    everything = tuple(name for name, weight in EVIDENCE.items() if weight > 0)
    nothing = tuple(name for name, weight in EVIDENCE.items() if weight < 0)
    assert weigh("값 000111", "000111", "date", "DOB", everything) == 1
    assert weigh("값 000111", "000111", "date", "DOB", nothing) == 0
