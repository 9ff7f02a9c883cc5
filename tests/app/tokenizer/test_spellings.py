"""Which spellings of a value HARDENED takes for the same value, and which it does not."""

import pytest

from app.tokenizer import mask, reassemble
from model.candidate import Candidate

SAME = [
    ("PHONE", "010-0000-1234", "01000001234"),
    ("PHONE", "010-0000-1234", "010 0000 1234"),
    ("PHONE", "010-0000-1234", "010.0000.1234"),
    ("PHONE", "010-0000-1234", "010/0000/1234"),
    ("PHONE", "010-0000-1234", "010·0000·1234"),
    ("PHONE", "010-0000-1234", "010\u00a00000\u00a01234"),
    ("PHONE", "010-0000-1234", "010\u20110000\u20131234"),
    ("PHONE", "010-0000-1234", "010 - 0000-1234"),
    ("PHONE", "010-0000-1234", "010) 0000-1234"),
    ("PHONE", "010-0000-1234", "０１０－００００－１２３４"),
    ("PHONE", "010-0000-1234", "010-00\u200b00-1234"),
    ("PHONE", "010-0000-1234", "82-10-0000-1234"),
    ("PHONE", "010-0000-1234", "82 (0)10 0000 1234"),
    ("PHONE", "010-0000-1234", "82 010-0000-1234"),
    ("PHONE", "01000001234", "010-0000-1234"),
    ("PHONE", "+82-10-0000-1234", "010-0000-1234"),
    ("PHONE", "+82 10 0000 1234", "82-10-00001234"),
    ("PHONE", "0082-010-0000-1234", "0082 010 0000 1234"),
    ("PHONE", "000-000-1234567", "000 000 1234567"),
    ("PHONE", "02-000-1234", "02.000.1234"),
    ("PHONE", "+1-555-0100", "1 555 0100"),
    ("RRN", "000101-3123456", "0001013123456"),
    ("RRN", "000101-3123456", "000101 -3123456"),
    ("RRN", "000101-3123456", "000101 3123456"),
    ("RRN", "0001013123456", "000101-3123456"),
    ("CARD_NUMBER", "9999-0001-0002-0003", "9999 0001-0002 0003"),
    ("CARD_NUMBER", "9999000100020003", "9999-0001-0002-0003"),
    ("CARD_NUMBER", "3711-222222-33333", "3711.222222.33333"),
    ("ACCOUNT_NUMBER", "110-12-34567", "110 12 34567"),
    ("ACCOUNT_NUMBER", "000123456789", "000.123.456789"),
    ("DOB", "1990-01-02", "19900102"),
    ("DOB", "1990-01-02", "1990/01/02"),
    ("DOB", "1990-01-02", "1990. 01. 02"),
    ("DOB", "1990-01-02", "1990. 1. 2"),
    ("DOB", "1990-01-02", "1990년 1월 2"),
    ("DOB", "1990-01-02", "1990년01월02"),
    ("DOB", "19900102", "1990.01.02"),
    ("EMAIL", "dana@example.com", "Dana@Example.COM"),
    ("PERSON", "김가상", "김 가 상"),
    ("PERSON", "김가상", "김 가상"),
    ("PERSON", "김가상", "김\n가\n상"),
    ("PERSON", "Bo Li", "BoLi"),
    ("PERSON", "Bo Li", "Bo  Li"),
]
OTHER = [
    ("PHONE", "010-0000-1234", "9010-0000-1234"),
    ("PHONE", "010-0000-1234", "010-0000-12345"),
    ("PHONE", "010-0000-1234", "１010-0000-1234"),
    ("PHONE", "010-0000-1234", "010x0000x1234"),
    ("PHONE", "010-0000-1234", "010-0000-1235"),
    ("ACCOUNT_NUMBER", "123456", "99812345677"),
    ("CVC", "123", "1-2-3"),
    ("DOB", "19900102", "55199001029012"),
    ("DOB", "1990-01-02", "1990-01-03"),
    ("PERSON", "Ann", "Annual"),
    ("PERSON", "Ann", "Jo\u0301ann"),
    ("PERSON", "Jose", "Jose\u0301"),
    ("PERSON", "김솔", "가김솔"),
    ("PERSON", "Ann", "ann"),
    ("EMAIL", "dana@example.com", "xdana@example.com"),
    ("EMAIL", "dana@example.com", "dana@example.community"),
    ("SECRET", "sk-test-AbCdEf", "sk-test-abcdef"),
    ("ADDRESS", "Example Avenue", "Example Avenues"),
]


@pytest.mark.parametrize(("label", "value", "spelling"), SAME)
def test_another_spelling_is_covered(label, value, spelling):
    """The spelling is masked from its first to its last character, in a text that holds the value too."""
    text = f"가 {value} 나 {spelling} 다"
    start = text.rindex(spelling)
    result = mask(text, [Candidate(label, value)])
    assert any(item.start <= start and start + len(spelling) <= item.end for item in result.replacements)


@pytest.mark.parametrize(("label", "value", "spelling"), SAME)
def test_another_spelling_has_its_own_token(label, value, spelling):
    """Each spelling comes back as it was written."""
    text = f"가 {spelling} 나 {value} 다 {spelling}"
    result = mask(text, [Candidate(label, value)])
    assert (len(result.mapping), reassemble(result.text, result.mapping).text) == (2, text)


@pytest.mark.parametrize(("label", "value", "spelling"), OTHER)
def test_something_else_is_left(label, value, spelling):
    """What only looks alike stays in the text, while the value itself is masked."""
    result = mask(f"가 {value} 나 {spelling} 다", [Candidate(label, value)])
    _, _, rest = result.source.partition(" 나 ")
    assert result.text == f"가 [{label}_1] 나 {rest}"
