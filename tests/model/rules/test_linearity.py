"""Time grows with the text, whatever the text is. Measured in CPU time of this process."""

import time

import pytest

HOSTILE = [
    "1", ".", "@", "a", "a.", "a@", "@a.", "가", "김", " ", "-", "1-", "1 ", "010 ", ":", "1:", "ab:", "/", "a://", "(",
    "A ", "Aa ", "\n", "|", "님", "씨", "김가님 ", "전화 ", "성명: ", "시 ", "가구 ", "가로 1 ", "+1", "+1234567 ",
    "1\u0303", "\u200b", "１", "카드 1234 ", "010-1234-5678 ", "계좌 1234567890 ", "생일 1990-01-01 ",
    "서울 가상구 샘플로 1, ", "1동", "https://a.bc/)))", "1 Aa Bb St, ", "Jordan Test ", "A1 1AA ", "i am Aa ", "김김김김 ",
]  # fmt: skip
SHORT = 50_000


def seconds(extractor, source: str) -> float:
    """Return the CPU seconds of the faster of two runs."""
    spent = []
    for _ in range(2):
        start = time.process_time()
        extractor.find(source)
        spent.append(time.process_time() - start)
    return min(spent)


@pytest.mark.parametrize("unit", HOSTILE)
def test_twice_the_text_takes_about_twice_the_time(extractor, unit):
    """Doubling a hostile text at most triples the time (noise included); a quadratic rule would need four times as long."""
    short = seconds(extractor, (unit * SHORT)[:SHORT])
    long = seconds(extractor, (unit * SHORT)[: 2 * SHORT])
    assert long <= 3 * short + 0.05


@pytest.mark.parametrize("character", ["1", "a", "가", "@", " ", "\u200b"])
def test_a_megabyte_of_one_character_takes_seconds(extractor, character):
    """A million equal characters are answered within 5 CPU seconds, and hold nothing."""
    start = time.process_time()
    assert extractor.find(character * 1_000_000) == []
    assert time.process_time() - start <= 5
