"""Cue words and how they relate to a value."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.rules.cues import AFTER_REACH, REACH, Cues
from model.rules.scores import EVIDENCE

VALUE = "000111"


def relations(label: str, line: str) -> list[str]:
    start = line.index(VALUE)
    return list(Cues(line.lower()).relations(label, start, start + len(VALUE)))


@pytest.mark.parametrize(
    ("label", "line", "expected"),
    [
        ("CARD_NUMBER", f"카드: {VALUE}", ["cue adjacent"]),
        ("CARD_NUMBER", f"카드번호는 {VALUE}", ["cue adjacent"]),
        ("CARD_NUMBER", f"Card No. {VALUE}", ["cue adjacent"]),
        ("CARD_NUMBER", f"카드로 결제한 번호 {VALUE}", ["cue near"]),
        ("CARD_NUMBER", f"카드\n{VALUE}", ["cue adjacent"]),
        ("CARD_NUMBER", f"| 카드 | {VALUE} |", ["cue adjacent"]),
        ("CARD_NUMBER", f"계좌 {VALUE}", ["other cue adjacent"]),
        ("CARD_NUMBER", f"카드 계좌 {VALUE}", ["other cue adjacent", "cue behind another"]),
        ("CARD_NUMBER", f"주문번호 {VALUE}", ["decoy adjacent"]),
        ("CARD_NUMBER", f"주문번호 확인 후 {VALUE}", ["decoy near"]),
        ("DOB", f"{VALUE}생", ["cue after"]),
        ("DOB", f"{VALUE}생활", []),
        ("CARD_NUMBER", f"{VALUE}원", ["decoy after"]),
        ("CARD_NUMBER", f"{VALUE}kg", ["decoy after"]),
        ("PHONE", f"tel{VALUE}", ["cue adjacent"]),
        ("PHONE", f"담당자 {VALUE}", []),
    ],
)
def test_names_the_relation(label, line, expected):
    """The nearest cue before a value, and a closing word behind it, are named by how they stand to it."""
    assert relations(label, line) == expected


@pytest.mark.parametrize(
    "line",
    [
        f"discard {VALUE}",
        f"cardinal {VALUE}",
        f"카드 결제입니다.\n문의 {VALUE}",
        f"카드 | 이름 | {VALUE}",
        f"카드{'가' * (REACH + 1)}{VALUE}",
        f"{VALUE}{' ' * (AFTER_REACH + 1)}card",
        f"{VALUE}\ncard",
    ],
)
def test_stays_within_word_line_cell_and_reach(line):
    """A cue inside another word, in another line or cell, or out of reach says nothing."""
    assert relations("CARD_NUMBER", line) == []


def test_the_longest_cue_counts():
    """A cue that is part of a longer one does not speak: 대표전화 is no 전화."""
    assert relations("PHONE", f"대표전화 {VALUE}") == ["decoy adjacent"]


def test_names_may_follow_parts_and_fields():
    """Cues for names are kept apart from cues for numbers."""
    line = "성명 담당자 카드"
    assert [line[cue.start : cue.end] for cue in Cues(line).names] == ["성명", "담당자"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["카드", "계좌", "주문번호", "생", "원", "card", VALUE, " ", ":", "\n", "|", "가"]), max_size=20))
def test_every_relation_has_a_weight(parts):
    """Whatever surrounds a value, each relation is in the table of evidence."""
    line = "".join([*parts, VALUE])
    assert set(relations("CARD_NUMBER", line)) <= EVIDENCE.keys()
