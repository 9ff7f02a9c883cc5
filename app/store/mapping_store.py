"""The seam between the sealed store and what keeps its records."""

from typing import Protocol


class MappingStore(Protocol):
    """Keeps sealed records by their index until they expire. It sees no content, tenant, request id or key.

    Every method is atomic, and raises `StoreUnavailable` where the backend does not answer. Expiries are seconds since the
    epoch: a record is gone from that moment on. Living records are never evicted. Since each seal draws a fresh nonce, no two
    records are equal, and a record is its own revision in `replace`.
    """

    async def add(self, index: bytes, record: bytes, *, expires_at: float) -> None:
        """Keep `record` under a new `index`. Raises `StoreFull`."""

    async def get(self, index: bytes) -> bytes | None:
        """Return the record, or None."""

    async def take(self, index: bytes) -> bytes | None:
        """Remove and return the record, or None: of any number of takers one gets it."""

    async def replace(self, index: bytes, record: bytes, *, expected: bytes, expires_at: float) -> bool:
        """Put `record` in the place of `expected`; False where the record is gone or another one. Raises `StoreFull`."""

    async def delete(self, index: bytes) -> bool:
        """Remove the record; False where there is none."""

    async def close(self) -> None:
        """Release what the backend holds."""
