"""Records in the memory of this process: for one worker, gone with it."""

import asyncio
import sys
from typing import Final

from app.errors import StoreFull, StoreUnavailable
from app.store.blocks import Blocks
from app.store.clock import Clock
from app.store.expiry import Entry, ExpiryHeap

# Many small tables instead of a large one: each grows on its own, so that the service never stops to copy all of them, and never
# holds all of them twice. An index is uniformly distributed, hence so are its first bytes.
_TABLES: Final = 256

# Expired records that one write removes at most, so that none pays for a whole backlog: some 1 ms.
_BATCH: Final = 256


class MemoryStore:
    """A `MappingStore` in this process. Refuses new records at `byte_cap` instead of evicting living ones.

    Not for threads: it belongs to one event loop, and no method is interrupted between its first and last step.

    What counts toward the cap is all that was taken from the system for records, and is kept for the next ones when they go:
    every block that was ever used, and what stands around a record, times the highest number of records that there was.
    """

    def __init__(self, byte_cap: int, clock: Clock) -> None:
        self._byte_cap = byte_cap
        self._clock = clock
        self._tables: tuple[dict[bytes, Entry], ...] = tuple({} for _ in range(_TABLES))
        self._blocks = Blocks(byte_cap)
        self._heap = ExpiryHeap()
        self._most_entries = 0
        self._closed = False

    def __len__(self) -> int:
        """Return the number of records, including those that expired and were not purged yet."""
        return len(self._heap)

    def __repr__(self) -> str:
        return f"MemoryStore({len(self)} records, {self.byte_count} bytes)"

    @property
    def byte_count(self) -> int:
        """Return the bytes that the present records take, with all that is around them."""
        return self._blocks.used_bytes + len(self._heap) * _ENTRY_BYTES

    @property
    def reserved_bytes(self) -> int:
        """Return the bytes that count toward the cap."""
        return self._blocks.reserved_bytes + self._most_entries * _ENTRY_BYTES

    async def add(self, index: bytes, record: bytes, *, expires_at: float) -> None:
        table = self._table(index)
        self._make_room(len(record), self._clock.now())
        entry = Entry(index, self._blocks.add(record), len(record), expires_at)
        table[index] = entry
        self._heap.add(entry)
        self._most_entries = max(self._most_entries, len(self._heap))

    async def get(self, index: bytes) -> bytes | None:
        entry = self._living(index, self._clock.now())
        return None if entry is None else self._record(entry)

    async def take(self, index: bytes) -> bytes | None:
        entry = self._living(index, self._clock.now())
        if entry is None:
            return None
        record = self._record(entry)
        self._remove(entry)
        return record

    async def replace(self, index: bytes, record: bytes, *, expected: bytes, expires_at: float) -> bool:
        # One reading of the clock: making room must not find the entry expired that was alive a line above.
        now = self._clock.now()
        entry = self._living(index, now)
        if entry is None or self._record(entry) != expected:
            return False
        self._make_room(len(record), now, instead_of=entry)
        self._blocks.remove(entry.block, entry.length)
        entry.block, entry.length = self._blocks.add(record), len(record)
        self._heap.move(entry, expires_at)
        return True

    async def delete(self, index: bytes) -> bool:
        entry = self._living(index, self._clock.now())
        if entry is None:
            return False
        self._remove(entry)
        return True

    async def purge(self) -> None:
        """Remove every expired record, a batch at a time so that others are served in between."""
        removed = _BATCH
        while removed == _BATCH:
            removed = self._remove_expired(self._clock.now())
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Forget every record. Whatever comes later raises `StoreUnavailable`."""
        self._closed = True
        for table in self._tables:
            table.clear()
        self._heap.clear()
        self._blocks.close()

    def _table(self, index: bytes) -> dict[bytes, Entry]:
        if self._closed:
            raise StoreUnavailable
        return self._tables[index[0]]

    def _record(self, entry: Entry) -> bytes:
        return self._blocks.get(entry.block, entry.length)

    def _living(self, index: bytes, now: float) -> Entry | None:
        entry = self._table(index).get(index)
        if entry is not None and entry.expires_at <= now:
            self._remove(entry)
            return None
        return entry

    def _make_room(self, length: int, now: float, *, instead_of: Entry | None = None) -> None:
        """Remove what expired. Raises `StoreFull` where `length` bytes, new or `instead_of` a record, still find no room."""
        self._remove_expired(now)
        while self._growth(length, instead_of) + self.reserved_bytes > self._byte_cap:
            if not self._remove_expired(now):
                raise StoreFull

    def _growth(self, length: int, instead_of: Entry | None) -> int:
        if instead_of is not None:
            return self._blocks.growth(length, instead_of=instead_of.length)
        return self._blocks.growth(length) + (_ENTRY_BYTES if len(self._heap) == self._most_entries else 0)

    def _remove_expired(self, now: float) -> int:
        removed = 0
        while removed < _BATCH and (entry := self._heap.first()) is not None and entry.expires_at <= now:
            self._remove(entry)
            removed += 1
        return removed

    def _remove(self, entry: Entry) -> None:
        del self._table(entry.index)[entry.index]
        self._heap.remove(entry)
        self._blocks.remove(entry.block, entry.length)


def _allocated(value: object) -> int:
    """Return the bytes that the interpreter's allocator sets aside for a small `value`.

    It hands out multiples of 16 bytes, in pools whose header and last gap come on top.
    """
    size = (sys.getsizeof(value) + 15) & ~15
    return size + (size >> 6)


# A table has up to six slots a record, right after it grew among the traces of removed ones: two thirds of them with room for an
# entry of 24 bytes, and up to 4 bytes for each in its index. The heap's list has a pointer, and an eighth more.
_SLOT_BYTES: Final = 6 * (24 * 2 // 3 + 4) + 9

# That, the entry, its index, its expiry (a float), and its block, length and position (ints).
_ENTRY_BYTES: Final = _SLOT_BYTES + sum(
    map(_allocated, (Entry(b"", 0, 0, 0.0), bytes(32), 0.5, 1 << 20, 1 << 20, 1 << 20)),
)
