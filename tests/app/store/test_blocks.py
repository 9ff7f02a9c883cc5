"""Blocks give back what they were given, whatever came and went in between, and waste no room."""

import os

from hypothesis import given, settings
from hypothesis import strategies as st

from app.store.blocks import BLOCK_BYTES, Blocks

LENGTHS = st.sampled_from([0, 1, 127, 128, 129, 255, 256, 257]) | st.integers(0, 3_000)
STEPS = st.lists(st.tuples(st.booleans(), LENGTHS, st.integers(0, 10**6)), max_size=60)


def blocks_of(length):
    return -(-length // BLOCK_BYTES)


@given(STEPS)
@settings(deadline=None, max_examples=200)
def test_every_string_comes_back_until_it_is_removed(steps):
    """After any additions and removals each string is whole, the used bytes are theirs alone, and the rest is zeros."""
    blocks, strings = Blocks(1 << 20), []
    for adding, length, choice in steps:
        if adding or not strings:
            value = os.urandom(length)
            strings.append((blocks.add(value), value))
        else:
            block, value = strings.pop(choice % len(strings))
            blocks.remove(block, len(value))
        assert all(blocks.get(block, len(value)) == value for block, value in strings)
        assert blocks.used_bytes == sum(blocks_of(len(value)) for _, value in strings) * BLOCK_BYTES
    for block, value in strings:
        blocks.remove(block, len(value))
    assert not any(blocks._memory[: blocks.reserved_bytes])


@given(STEPS, LENGTHS)
@settings(deadline=None)
def test_growth_is_foretold(steps, length):
    """`growth` says to the byte by how much the reserved bytes will grow, for a new string and for one in another's place."""
    blocks, strings = Blocks(1 << 20), []
    for adding, size, _ in steps:
        if adding or not strings:
            strings.append((blocks.add(bytes(size)), size))
        else:
            blocks.remove(*strings.pop())
    for block, size in [*strings[-1:], (0, 0)]:
        before = blocks.reserved_bytes
        foretold = blocks.growth(length, instead_of=size)
        blocks.remove(block, size)
        blocks.add(bytes(length))
        assert blocks.reserved_bytes - before == foretold


def test_gaps_of_small_strings_take_a_large_one():
    """Blocks freed one here and one there are enough for a string as long as all of them together."""
    blocks = Blocks(1 << 20)
    small = [blocks.add(os.urandom(BLOCK_BYTES)) for _ in range(1_000)]
    for block in small[::2]:
        blocks.remove(block, BLOCK_BYTES)
    large = os.urandom(500 * BLOCK_BYTES)
    assert blocks.growth(len(large)) == 0
    assert blocks.get(blocks.add(large), len(large)) == large


def test_repr_shows_counts_only():
    """Blocks show how many are used and free, and nothing of what is in them."""
    blocks = Blocks(1 << 20)
    blocks.add(b"content")
    blocks.remove(blocks.add(b"more"), 4)
    assert repr(blocks) == "Blocks(1 used, 1 free)"
