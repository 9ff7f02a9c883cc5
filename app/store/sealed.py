"""The sealed store: mappings that the server cannot open without the caller's request id."""

from dataclasses import dataclass, field

from app.errors import StoreUnavailable, UnknownRequest
from app.store.clock import Clock
from app.store.derivation import RecordKeys
from app.store.keyring import KeyRing
from app.store.mapping_store import MappingStore
from app.store.request_id import RequestId
from app.store.sealing import Header, seal, unseal

_FIRST_REVISION = 1

# `check` stores its probe under the empty name, which no tenant has, and for a minute at most.
_PROBE_TENANT = ""
_PROBE_TTL = 60


class RevisionLost(Exception):
    """Another writer continued the request first: read it again and work on the new revision."""


@dataclass(frozen=True, slots=True)
class Created:
    """A new mapping. `expires_at` in seconds since the epoch."""

    request_id: str = field(repr=False)
    expires_at: float


@dataclass(frozen=True, slots=True)
class Opened:
    """An opened mapping. `expires_at` in seconds since the epoch; `revision` is what `update` wants back."""

    content: bytes = field(repr=False)
    revision: int
    expires_at: float
    single_use: bool


class SealedStore:
    """Creates, opens, continues and forgets mappings in `backend`, sealed under keys of `ring` and of the request ids.

    Ids that are unknown, expired, foreign, forgotten or forged raise the same `UnknownRequest`. Every method raises
    `StoreUnavailable` where the backend does not answer.
    """

    def __init__(self, backend: MappingStore, ring: KeyRing, clock: Clock, *, max_ttl_seconds: int) -> None:
        """`max_ttl_seconds`: how long after its creation a mapping lives at most, however often it is continued."""
        self._backend = backend
        self._ring = ring
        self._clock = clock
        self._max_ttl = max_ttl_seconds

    def __repr__(self) -> str:
        return f"SealedStore({self._backend!r}, {self._ring!r})"

    async def create(self, content: bytes, *, tenant: str, ttl_seconds: int, single_use: bool) -> Created:
        """Seal `content` under a new request id. A TTL over the maximum is cut to it.

        Raises `StoreFull`, and `ValueError` for a TTL below one second.
        """
        now = self._clock.now()
        limit = _milliseconds(now + self._max_ttl)
        expires = min(self._expiry(now, ttl_seconds), limit)
        request_id = RequestId.issue(self._ring.active_kid)
        keys = self._keys(request_id, tenant)
        record = seal(Header(request_id.kid, _FIRST_REVISION, expires, limit, single_use), content, keys)
        await self._backend.add(keys.index(), record, expires_at=expires / 1000)
        return Created(request_id.spell(), expires / 1000)

    async def read(self, request_id: str, *, tenant: str) -> Opened:
        """Open the mapping, to continue it. Raises `UnknownRequest`."""
        parsed = RequestId.parse(request_id)
        keys = self._keys(parsed, tenant)
        return _opened(*self._open(await self._backend.get(keys.index()), parsed, keys))

    async def take(self, request_id: str, *, tenant: str) -> Opened:
        """Open the mapping, to reassemble. A single-use one is handed out once and gone. Raises `UnknownRequest`."""
        parsed = RequestId.parse(request_id)
        keys = self._keys(parsed, tenant)
        index = keys.index()
        header, content = self._open(await self._backend.get(index), parsed, keys)
        if header.single_use:
            # What the backend removed counts, not what was read before: of all that read it, one gets it here.
            header, content = self._open(await self._backend.take(index), parsed, keys)
        return _opened(header, content)

    async def update(self, request_id: str, content: bytes, *, tenant: str, revision: int, ttl_seconds: int) -> float:
        """Put `content` in the place of what `read` gave at `revision`; return the new expiry in seconds since the epoch.

        The expiry moves forward only, and not past the maximum after creation. Raises `RevisionLost` when another writer came
        first, to continue or to end the mapping (`read` tells which); `UnknownRequest`; `StoreFull`, and then the mapping stays
        as it was; and `ValueError` for a TTL below one second.
        """
        parsed = RequestId.parse(request_id)
        keys = self._keys(parsed, tenant)
        index = keys.index()
        if (record := await self._backend.get(index)) is None:
            raise UnknownRequest
        old, _ = self._open(record, parsed, keys)
        if old.revision != revision:
            raise RevisionLost
        expires = min(max(old.expires, self._expiry(self._clock.now(), ttl_seconds)), old.limit)
        new = seal(Header(old.kid, revision + 1, expires, old.limit, old.single_use), content, keys)
        if not await self._backend.replace(index, new, expected=record, expires_at=expires / 1000):
            raise RevisionLost
        return expires / 1000

    async def forget(self, request_id: str, *, tenant: str) -> None:
        """Delete the mapping. Raises `UnknownRequest`."""
        if not await self._backend.delete(self._keys(RequestId.parse(request_id), tenant).index()):
            raise UnknownRequest

    async def check(self) -> None:
        """Seal, store, take and open a probe. Raises `StoreUnavailable` when it does not come back as it was, or `StoreFull`."""
        probe = await self.create(b"", tenant=_PROBE_TENANT, ttl_seconds=_PROBE_TTL, single_use=True)
        try:
            await self.take(probe.request_id, tenant=_PROBE_TENANT)
        except UnknownRequest:
            raise StoreUnavailable from None

    async def close(self) -> None:
        """Close the backend."""
        await self._backend.close()

    def _keys(self, request_id: RequestId, tenant: str) -> RecordKeys:
        ring_key = self._ring.key(request_id.kid)
        if ring_key is None:
            raise UnknownRequest
        return RecordKeys(ring_key, request_id.secret, tenant)

    def _open(self, record: bytes | None, request_id: RequestId, keys: RecordKeys) -> tuple[Header, bytes]:
        if record is None:
            raise UnknownRequest
        header, content = unseal(record, request_id.kid, keys)
        # The backend removes what expired; the sealed expiry holds even where its own was tampered with.
        if header.expires <= _milliseconds(self._clock.now()):
            raise UnknownRequest
        return header, content

    @staticmethod
    def _expiry(now: float, ttl_seconds: int) -> int:
        if ttl_seconds < 1:
            raise ValueError("a mapping lives for one second at least")
        return _milliseconds(now + ttl_seconds)


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)


def _opened(header: Header, content: bytes) -> Opened:
    return Opened(content, header.revision, header.expires / 1000, header.single_use)
