"""Records in the memory of this process: for one worker, gone with it."""

import asyncio
import sys

from app.errors import StoreFull, StoreUnavailable
from app.store.clock import Clock
from app.store.expiry import Entry, ExpiryHeap

# Many small tables instead of a large one: each grows on its own and by little, so that growth neither stops the service for
# long nor carries far past the cap. An index is uniformly distributed, hence so are its first bytes.
_TABLES = 256

# Expired records that one write removes at most, so that none pays for a whole backlog: some 1 ms.
_BATCH = 256


class MemoryStore:
    """A `MappingStore` in this process. Refuses new records at `byte_cap` instead of evicting living ones.

    Not for threads: it belongs to one event loop, and no method is interrupted between its first and last step. What counts
    toward the cap is everything that a record costs, as measured: index, record, bookkeeping, tables and heap.
    """

    def __init__(self, byte_cap: int, clock: Clock) -> None:
        self._byte_cap = byte_cap
        self._clock = clock
        self._tables: tuple[dict[bytes, Entry], ...] = tuple({} for _ in range(_TABLES))
        self._heap = ExpiryHeap()
        self._entry_bytes = 0
        self._table_bytes = sum(map(sys.getsizeof, self._tables))
        self._closed = False

    def __len__(self) -> int:
        """Return the number of records, including those that expired and were not purged yet."""
        return len(self._heap)

    def __repr__(self) -> str:
        return f"MemoryStore({len(self)} records, {self.byte_count} of {self._byte_cap} bytes)"

    @property
    def byte_count(self) -> int:
        """Return the bytes that count toward the cap."""
        return self._entry_bytes + self._table_bytes + sys.getsizeof(self._heap)

    async def add(self, index: bytes, record: bytes, *, expires_at: float) -> None:
        entry = Entry(index, record, expires_at)
        table = self._table(index)
        self._make_room(_cost(entry), self._clock.now())
        before = sys.getsizeof(table)
        table[index] = entry
        self._table_bytes += sys.getsizeof(table) - before
        self._heap.add(entry)
        self._entry_bytes += _cost(entry)

    async def get(self, index: bytes) -> bytes | None:
        entry = self._living(index, self._clock.now())
        return None if entry is None else entry.record

    async def take(self, index: bytes) -> bytes | None:
        entry = self._living(index, self._clock.now())
        if entry is None:
            return None
        self._remove(entry)
        return entry.record

    async def replace(self, index: bytes, record: bytes, *, expected: bytes, expires_at: float) -> bool:
        # One reading of the clock: making room must not find the entry expired that was alive a line above.
        now = self._clock.now()
        entry = self._living(index, now)
        if entry is None or entry.record != expected:
            return False
        growth = _allocated(record) - _allocated(entry.record)
        self._make_room(growth, now)
        entry.record = record
        self._entry_bytes += growth
        self._heap.move(entry, expires_at)
        return True

    async def delete(self, index: bytes) -> bool:
        return await self.take(index) is not None

    async def purge(self) -> None:
        """Remove every expired record, a batch at a time so that others are served in between."""
        removed = _BATCH
        while removed == _BATCH:
            removed = self._remove_expired(self._clock.now())
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Forget every record. Whatever comes later raises `StoreUnavailable`."""
        for table in self._tables:
            table.clear()
        self._heap.clear()
        self._entry_bytes = 0
        self._table_bytes = sum(map(sys.getsizeof, self._tables))
        self._closed = True

    def _table(self, index: bytes) -> dict[bytes, Entry]:
        if self._closed:
            raise StoreUnavailable
        return self._tables[index[0]]

    def _living(self, index: bytes, now: float) -> Entry | None:
        entry = self._table(index).get(index)
        if entry is not None and entry.expires_at <= now:
            self._remove(entry)
            return None
        return entry

    def _make_room(self, size: int, now: float) -> None:
        self._remove_expired(now)
        while self.byte_count + size > self._byte_cap:
            if not self._remove_expired(now):
                raise StoreFull

    def _remove_expired(self, now: float) -> int:
        removed = 0
        while removed < _BATCH and (entry := self._heap.first()) is not None and entry.expires_at <= now:
            self._remove(entry)
            removed += 1
        return removed

    def _remove(self, entry: Entry) -> None:
        del self._table(entry.index)[entry.index]
        self._heap.remove(entry)
        self._entry_bytes -= _cost(entry)


def _cost(entry: Entry) -> int:
    """Return the bytes that `entry` holds outside of table and heap."""
    return _FIXED + _allocated(entry.index) + _allocated(entry.record)


def _allocated(value: object) -> int:
    """Return the bytes that the allocator sets aside for `value`.

    It hands out multiples of 16 bytes, pymalloc in pools whose header and last gap, malloc in chunks whose header, come on top.
    """
    size = (sys.getsizeof(value) + 8 + 15) & ~15
    return size + (size >> 5)


# The entry, its expiry (a float) and its position (an int).
_FIXED = _allocated(Entry(b"", b"", 0.0)) + _allocated(0.5) + _allocated(1 << 20)
