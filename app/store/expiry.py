"""Records in the order of their expiry, with removal from the middle."""


class Entry:
    """One record in memory: where it lies, and when it expires. `position` is its place in the heap, kept by the heap."""

    __slots__ = ("block", "expires_at", "index", "length", "position")

    def __init__(self, index: bytes, block: int, length: int, expires_at: float) -> None:
        """`block` is the first of the record's blocks, `length` its bytes, `expires_at` seconds since the epoch."""
        self.index = index
        self.block = block
        self.length = length
        self.expires_at = expires_at
        self.position = -1

    def __repr__(self) -> str:
        return f"Entry({self.length} bytes)"


class ExpiryHeap:
    """A binary heap that knows where each entry stands.

    `heapq` cannot remove from the middle: it would keep a tombstone of every forgotten or continued record until its old expiry.
    """

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"ExpiryHeap({len(self)} entries)"

    def first(self) -> Entry | None:
        """Return the entry that expires first."""
        return self._entries[0] if self._entries else None

    def add(self, entry: Entry) -> None:
        self._entries.append(entry)
        self._rise(entry, len(self._entries) - 1)

    def remove(self, entry: Entry) -> None:
        last = self._entries.pop()
        if last is not entry:
            self._settle(last, entry.position)

    def move(self, entry: Entry, expires_at: float) -> None:
        """Give `entry` another expiry."""
        entry.expires_at = expires_at
        self._settle(entry, entry.position)

    def clear(self) -> None:
        self._entries.clear()

    def _settle(self, entry: Entry, position: int) -> None:
        """Put `entry` at `position`, then where it belongs above or below it."""
        self._sink(entry, self._rise(entry, position))

    def _rise(self, entry: Entry, position: int) -> int:
        entries = self._entries
        while position:
            parent = entries[(position - 1) >> 1]
            if parent.expires_at <= entry.expires_at:
                break
            entries[position] = parent
            parent.position, position = position, (position - 1) >> 1
        entries[position] = entry
        entry.position = position
        return position

    def _sink(self, entry: Entry, position: int) -> None:
        entries = self._entries
        count = len(entries)
        while (below := 2 * position + 1) < count:
            if below + 1 < count and entries[below + 1].expires_at < entries[below].expires_at:
                below += 1
            child = entries[below]
            if entry.expires_at <= child.expires_at:
                break
            entries[position] = child
            child.position, position = position, below
        entries[position] = entry
        entry.position = position
