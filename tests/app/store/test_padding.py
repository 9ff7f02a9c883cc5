"""Padding hides sizes, costs little, and comes off again."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.store.padding import pad, padded_length, unpad


@given(st.binary(max_size=5_000), st.integers(0, 600), st.sampled_from([b"", b"\x80", b"\0", b"\x80\0\0"]))
@settings(deadline=None)
def test_padding_comes_off(content, zeros, tail):
    """What was padded is what comes back, however much it looks like padding itself."""
    content += bytes(zeros) + tail
    assert unpad(pad(content)) == content


@given(st.binary(max_size=700) | st.binary(max_size=40).map(lambda tail: (b"\x80" + tail).ljust(256, b"\0")))
@settings(deadline=None)
def test_only_padded_content_is_unpadded(padded):
    """Bytes that `pad` did not make are refused: each content has one padded form."""
    try:
        content = unpad(padded)
    except ValueError:
        return
    assert pad(content) == padded


@pytest.mark.parametrize("length", [*range(257, 5_000), 65_535, 65_536, 65_537, 1_000_003, 12_345_678])
def test_lengths_are_those_of_the_paper(length):
    """Above 256 bytes the length is Padmé's: rounded up to a multiple of 2^(E - S), E = floor(log2 L), S = floor(log2 E) + 1."""
    exponent = math.floor(math.log2(length))
    step = 2 ** (exponent - math.floor(math.log2(exponent)) - 1)
    assert padded_length(length) == math.ceil(length / step) * step


def test_small_contents_look_alike():
    """Every content below 256 bytes has the same length in the store."""
    assert {len(pad(bytes(length))) for length in range(256)} == {256}


def test_padding_costs_at_most_an_eighth():
    """Over 256 bytes at most 12 % are added, and the lengths up to one mebibyte fall into 256 classes."""
    lengths = [padded_length(length) for length in range(257, 1 << 20)]
    assert max(padded / length for length, padded in enumerate(lengths, 257)) < 1.12
    assert len(set(lengths)) == 256
