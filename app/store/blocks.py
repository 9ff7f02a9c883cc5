"""Byte strings in blocks of one size, so that whatever is removed makes room for whatever comes.

The interpreter's allocators keep freed memory by size: after a store full of small records, of which most were forgotten, one
full of large records took 1.7 times its cap from the system. Blocks leave no gaps that a longer string cannot use.
"""

import mmap
from array import array
from typing import Final

BLOCK_BYTES: Final = 128

_ZEROS: Final = bytes(BLOCK_BYTES)


class Blocks:
    """Keeps byte strings in chains of blocks, in memory that the system gives when it is first used and never moves.

    A string is named by its first block and its length. What is removed is overwritten with zeros.
    """

    __slots__ = ("_free", "_free_count", "_memory", "_next")

    def __init__(self, most_bytes: int) -> None:
        """Keep `most_bytes` at most, block by block; at least a block. The caller sees to it that `add` finds room."""
        self._memory = mmap.mmap(-1, most_bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        # For every block that was ever used: the one after it, in its string or among the free ones.
        self._next = array("I")
        self._free = 0
        self._free_count = 0

    def __repr__(self) -> str:
        return f"Blocks({len(self._next) - self._free_count} used, {self._free_count} free)"

    @property
    def used_bytes(self) -> int:
        """Return what the strings take, their last blocks whole."""
        return (len(self._next) - self._free_count) * BLOCK_BYTES

    @property
    def reserved_bytes(self) -> int:
        """Return what was taken from the system, be it in use or free."""
        return len(self._next) * (BLOCK_BYTES + self._next.itemsize)

    def growth(self, length: int, *, instead_of: int = 0) -> int:
        """Return by how much `reserved_bytes` would grow for a string of `length` bytes, after removing one of `instead_of`."""
        missing = _count(length) - _count(instead_of) - self._free_count
        return max(missing, 0) * (BLOCK_BYTES + self._next.itemsize)

    def add(self, value: bytes) -> int:
        """Keep `value`; return its first block."""
        following = 0
        # From the end, so that each block can name the one after it.
        for start in range((_count(len(value)) - 1) * BLOCK_BYTES, -1, -BLOCK_BYTES):
            piece = value[start : start + BLOCK_BYTES]
            block = self._acquire()
            place = block * BLOCK_BYTES
            self._memory[place : place + len(piece)] = piece
            self._next[block] = following
            following = block
        return following

    def get(self, block: int, length: int) -> bytes:
        """Return the string of `length` bytes that begins in `block`."""
        pieces = []
        for _ in range(_count(length)):
            place = block * BLOCK_BYTES
            pieces.append(self._memory[place : place + BLOCK_BYTES])
            block = self._next[block]
        return b"".join(pieces)[:length]

    def remove(self, block: int, length: int) -> None:
        """Overwrite the string of `length` bytes that begins in `block`, and free its blocks."""
        for _ in range(_count(length)):
            place = block * BLOCK_BYTES
            self._memory[place : place + BLOCK_BYTES] = _ZEROS
            following = self._next[block]
            self._next[block] = self._free
            self._free = block
            self._free_count += 1
            block = following

    def close(self) -> None:
        """Give the memory back. No string can be had any more."""
        self._memory.close()

    def _acquire(self) -> int:
        """Return a free block, or the first that was never used."""
        if not self._free_count:
            self._next.append(0)
            return len(self._next) - 1
        block = self._free
        self._free = self._next[block]
        self._free_count -= 1
        return block


def _count(length: int) -> int:
    """Return the number of blocks for `length` bytes."""
    return -(-length // BLOCK_BYTES)
