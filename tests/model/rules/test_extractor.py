"""The rule extractor as a whole."""

import asyncio
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.labels import CANONICAL
from model.rules import RuleExtractor
from model.rules.scores import THRESHOLD

RULES = RuleExtractor()
PIECES = st.sampled_from([
    "010-1234-5678", "０１０－１２３４－５６７８", "900101-1234567", "alice@example.com", "a@\u200bexample.org",
    "4000-0000-0000-0002", "110-123-456789", "192.0.2.10", "2001:db8::1:2", "https://example.com/a",
    "서울 가상구 샘플로 1", "김가상님", "성명: 정예시", "이 샘 플", "Jordan Test", "Dear Ms. Example,",
    "생년월일 1990-01-01", "카드", "계좌", "주문번호", "전화", " ", "\n", ", ", "-", ".", "은", "\u0303", "1", "(", ")",
    "[PERSON_1]", "|", "\t", "가", "A", "\ud800", "😀",
])  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=14).map("".join))
NEUTRAL = "\n\n바람이 잔잔하게 불어 나뭇잎이 흔들렸다\n\n" * 6


@settings(deadline=None, max_examples=300)
@given(TEXTS)
def test_every_candidate_quotes_its_span(source):
    """Spans lie in the source, quote it exactly, are not empty, and come in order."""
    candidates = RULES.find(source)
    assert all(0 <= candidate.start < candidate.end <= len(source) for candidate in candidates)
    assert all(source[candidate.start : candidate.end] == candidate.original for candidate in candidates)
    spans = [(candidate.start, -candidate.end) for candidate in candidates]
    assert spans == sorted(set(spans))


@settings(deadline=None)
@given(TEXTS)
def test_candidates_are_well_formed(source):
    """Labels are declared ones, scores lie between the threshold and 1, sources name a rule."""
    for candidate in RULES.find(source):
        assert candidate.label in RULES.labels
        assert THRESHOLD <= candidate.score <= 1
        assert candidate.source.startswith("rules.")


@settings(deadline=None)
@given(TEXTS)
def test_the_same_source_gives_the_same_candidates(source):
    """Two extractors agree on every text, and one with itself."""
    assert RULES.find(source) == RULES.find(source) == RuleExtractor().find(source)


@settings(deadline=None)
@given(TEXTS)
def test_distant_text_changes_nothing(source):
    """Neutral lines before and behind move the candidates and change nothing else."""
    alone = [(found.label, found.start, found.end, found.score) for found in RULES.find(f"\n\n{source}\n\n")]
    padded = RULES.find(f"{NEUTRAL}\n\n{source}\n\n{NEUTRAL}")
    shift = len(NEUTRAL)
    assert [(found.label, found.start - shift, found.end - shift, found.score) for found in padded] == alone


def test_labels_are_canonical():
    """What the extractor declares is part of the canonical set."""
    assert RULES.labels <= CANONICAL


@pytest.mark.parametrize("source", ["", " ", "\x00", "\ud800", "\udfff가\ud800", "\u0303", "\u200b" * 9, "\U0010ffff"])
def test_odd_texts_hold_nothing(source):
    """Empty, invisible and malformed texts are answered with no candidates."""
    assert RULES.find(source) == []


def test_extracts_off_the_event_loop():
    """`extract` computes in another thread and gives what `find` gives."""

    class Watched(RuleExtractor):
        def find(self, source):
            self.thread = threading.get_ident()
            return super().find(source)

    watched = Watched()
    source = "전화 010-1234-5678"
    assert asyncio.run(watched.extract(source)) == RULES.find(source)
    assert watched.thread != threading.get_ident()


def test_a_decomposed_name_is_found_once_composed(found):
    """The source is NFC by contract: a name pasted in NFD and normalised is found like any other (B47)."""
    assert found("담당자: 홍길동, 성명: 홍길동") == [("PERSON", "홍길동"), ("PERSON", "홍길동")]


def test_a_document_gives_its_values_and_nothing_else(found):
    """A customer mail, read as a whole."""
    source = (
        "안녕하세요, 김가상입니다.\n성명: 김가상\n생년월일: 1990-01-01\n연락처: 010-1234-5678 / kim@example.com\n"
        "주소: 서울특별시 가상구 샘플대로 100, 3동 201호\n환불 계좌: 샘플은행 110-123-456789 (예금주 김가상)\n"
        "주문번호 20240113-000123, 결제금액 129,000원, 앱 버전 1.2.3.4\n"
    )
    assert found(source) == [
        ("PERSON", "김가상"),
        ("DOB", "1990-01-01"),
        ("PHONE", "010-1234-5678"),
        ("EMAIL", "kim@example.com"),
        ("ADDRESS", "서울특별시 가상구 샘플대로 100, 3동 201호"),
        ("ACCOUNT_NUMBER", "110-123-456789"),
        ("PERSON", "김가상"),
    ]
