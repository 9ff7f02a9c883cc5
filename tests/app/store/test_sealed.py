"""The sealed store gives a mapping to who holds its request id, as long as it lives, and to nobody else."""

import gc
import random
import types
from contextlib import suppress

import pytest

from app.errors import StoreFull, StoreUnavailable, UnknownRequest
from app.store import MemoryStore, RevisionLost, Ring, SealedStore
from app.store.blocks import Blocks
from app.store.request_id import RequestId

CONTENT = "김가상 010-0000-0000".encode()
TENANT = "acme"


def create(run, store, content=CONTENT, *, tenant=TENANT, ttl=900, single_use=False):
    return run(store.create(content, tenant=tenant, ttl_seconds=ttl, single_use=single_use))


def calls(store, request_id, tenant=TENANT):
    """Every call that a request id can make, not made yet."""
    return {
        "read": lambda: store.read(request_id, tenant=tenant),
        "take": lambda: store.take(request_id, tenant=tenant),
        "update": lambda: store.update(request_id, b"new", tenant=tenant, revision=1, ttl_seconds=900),
        "forget": lambda: store.forget(request_id, tenant=tenant),
    }


def test_a_mapping_opens_as_it_was_sealed(run, store, clock):
    """Content, expiry and flag come back by `read` and by `take`, again and again."""
    created = create(run, store)
    assert created.expires_at == clock.time + 900
    for method in (store.read, store.take, store.read, store.take):
        opened = run(method(created.request_id, tenant=TENANT))
        assert (opened.content, opened.revision, opened.expires_at, opened.single_use) == (CONTENT, 1, created.expires_at, False)


def test_a_single_use_mapping_is_taken_once(run, store):
    """`read` leaves a single-use mapping where it is, continuing keeps it single-use, and the first `take` ends it."""
    request_id = create(run, store, single_use=True).request_id
    assert run(store.read(request_id, tenant=TENANT)).single_use
    run(store.update(request_id, b"new", tenant=TENANT, revision=1, ttl_seconds=900))
    assert run(store.take(request_id, tenant=TENANT)).content == b"new"
    with pytest.raises(UnknownRequest):
        run(store.take(request_id, tenant=TENANT))


@pytest.fixture(params=["never issued", "expired", "foreign", "forgotten", "taken", "forged", "other ring", "no id"])
def dead(request, run, store, backend, clock):
    """Return a request id and a tenant for which it opens nothing, for each of the reasons that there are."""
    request_id = create(run, store, single_use=request.param == "taken").request_id
    match request.param:
        case "never issued":
            return RequestId.issue(RequestId.parse(request_id).kid).spell(), TENANT
        case "expired":
            clock.time += 900
        case "foreign":
            return request_id, "acme2"
        case "forgotten":
            run(store.forget(request_id, tenant=TENANT))
        case "taken":
            run(store.take(request_id, tenant=TENANT))
        case "forged":
            return request_id[:-1] + ("A" if request_id[-1] != "A" else "B"), TENANT
        case "other ring":
            other = SealedStore(backend, Ring.generate(0), clock, max_ttl_seconds=900)
            return create(run, other).request_id, TENANT
        case "no id":
            return "\ud800 \0 no id", TENANT
    return request_id, TENANT


@pytest.mark.parametrize("method", ["read", "take", "update", "forget"])
def test_ids_that_open_nothing_look_the_same(run, store, dead, method):
    """Unknown, expired, foreign, forgotten, used and forged ids raise one error, equal in all its parts and without a cause."""
    with pytest.raises(UnknownRequest) as caught:
        run(calls(store, *dead)[method]())
    plain = UnknownRequest()
    assert caught.type is UnknownRequest
    assert (caught.value.problem(), caught.value.args, caught.value.headers()) == (plain.problem(), plain.args, plain.headers())
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_a_foreign_tenant_changes_nothing(run, store):
    """Nothing that another tenant does with an id touches the mapping: it is there, unread and unchanged."""
    request_id = create(run, store, single_use=True).request_id
    for call in calls(store, request_id, "acme2").values():
        with pytest.raises(UnknownRequest):
            run(call())
    assert run(store.take(request_id, tenant=TENANT)).content == CONTENT


class Touched(MemoryStore):
    """A backend that notes which of its methods were called."""

    def __init__(self, clock):
        super().__init__(1 << 20, clock)
        self.called = []

    async def get(self, index):
        self.called.append("get")
        return await super().get(index)


def test_foreign_and_unknown_ids_take_the_same_way(run, ring, clock):
    """A foreign id asks the backend for an index that is not there, as an unknown id does: nothing differs but the index."""
    backend = Touched(clock)
    store = SealedStore(backend, ring, clock, max_ttl_seconds=900)
    request_id = create(run, store).request_id
    for spelling, tenant in ((request_id, "acme2"), (RequestId.issue(ring.active_kid).spell(), TENANT)):
        backend.called.clear()
        with pytest.raises(UnknownRequest):
            run(store.take(spelling, tenant=tenant))
        assert backend.called == ["get"]


def test_every_bit_flip_in_the_backend_is_refused(run, store, backend):
    """A record that was changed in the store by one bit opens by no call, and a single-use one is not used up by trying."""
    created = create(run, store, single_use=True)
    request_id, expires_at = created.request_id, created.expires_at
    index = backend._heap.first().index
    record = kept = run(backend.get(index))
    for bit in range(len(record) * 8):
        flipped = bytearray(record)
        flipped[bit >> 3] ^= 1 << (bit & 7)
        assert run(backend.replace(index, bytes(flipped), expected=kept, expires_at=expires_at))
        kept = bytes(flipped)
        for method in (store.read, store.take):
            with pytest.raises(UnknownRequest):
                run(method(request_id, tenant=TENANT))
    run(backend.replace(index, record, expected=kept, expires_at=expires_at))
    assert run(store.take(request_id, tenant=TENANT)).content == CONTENT


def test_a_record_under_another_index_is_refused(run, store, backend):
    """Two mappings of one tenant, swapped by a writer of the store, open under neither id."""
    ids = [create(run, store).request_id for _ in range(2)]
    one, other = backend._heap._entries
    one.block, other.block = other.block, one.block
    for request_id in ids:
        with pytest.raises(UnknownRequest):
            run(store.read(request_id, tenant=TENANT))


def test_the_sealed_expiry_holds(run, store, backend, clock):
    """A writer of the store who lengthens a record's life there gains nothing: the sealed expiry counts."""
    request_id = create(run, store).request_id
    backend._heap.move(backend._heap.first(), clock.time + 10**6)
    clock.time += 900
    for method in (store.read, store.take):
        with pytest.raises(UnknownRequest):
            run(method(request_id, tenant=TENANT))


def test_a_mapping_lives_up_to_its_expiry(run, store, clock):
    """A mapping opens in its last millisecond and not at its expiry."""
    request_id = create(run, store, ttl=10).request_id
    clock.time += 9.999
    assert run(store.take(request_id, tenant=TENANT)).content == CONTENT
    clock.time += 0.001
    with pytest.raises(UnknownRequest):
        run(store.take(request_id, tenant=TENANT))


def test_the_ttl_is_cut_to_the_maximum(run, store, clock):
    """No mapping is made to live longer than the configured maximum."""
    assert create(run, store, ttl=10**9).expires_at == clock.time + 3_600


@pytest.mark.parametrize("ttl", [0, -1])
def test_a_ttl_below_a_second_is_an_error(run, store, ttl):
    """A mapping that would be dead at once is refused, when it is made and when it is continued."""
    request_id = create(run, store).request_id
    with pytest.raises(ValueError, match="one second"):
        create(run, store, ttl=ttl)
    with pytest.raises(ValueError, match="one second"):
        run(store.update(request_id, b"new", tenant=TENANT, revision=1, ttl_seconds=ttl))


def test_continuing_extends_but_never_past_the_maximum(run, store, clock):
    """The expiry moves forward with each continuation, never back, and stops at creation plus the maximum."""
    start = clock.time
    request_id = create(run, store, ttl=900).request_id
    steps = [(0, 10, 900), (600, 900, 1_500), (1_200, 900, 2_100), (2_000, 1_500, 3_500), (3_400, 900, 3_600), (3_599, 9, 3_600)]
    for revision, (moment, ttl, expiry) in enumerate(steps, 1):
        clock.time = start + moment
        got = run(store.update(request_id, b"new", tenant=TENANT, revision=revision, ttl_seconds=ttl))
        assert got == run(store.read(request_id, tenant=TENANT)).expires_at == start + expiry
    clock.time = start + 3_600
    with pytest.raises(UnknownRequest):
        run(store.read(request_id, tenant=TENANT))


def test_the_maximum_is_that_of_the_creation(run, store, backend, ring, clock):
    """A later, larger maximum does not lengthen mappings that were made under the smaller one."""
    created = create(run, store)
    larger = SealedStore(backend, ring, clock, max_ttl_seconds=10**6)
    got = run(larger.update(created.request_id, b"new", tenant=TENANT, revision=1, ttl_seconds=10**6))
    assert got == clock.time + 3_600


@pytest.mark.parametrize("revision", [0, 2, 3])
def test_another_revision_loses(run, store, revision):
    """A writer who did not read the present revision changes nothing."""
    request_id = create(run, store).request_id
    with pytest.raises(RevisionLost):
        run(store.update(request_id, b"new", tenant=TENANT, revision=revision, ttl_seconds=900))
    assert run(store.read(request_id, tenant=TENANT)).content == CONTENT


def test_a_full_store_says_so_and_keeps_what_it_has(run, ring, clock):
    """At the cap creating and growing raise `StoreFull`, reading and forgetting go on, and `check` tells."""
    backend = MemoryStore(1 << 17, clock)
    store = SealedStore(backend, ring, clock, max_ttl_seconds=900)
    ids = [create(run, store).request_id]
    with suppress(StoreFull):
        while True:
            ids.append(create(run, store).request_id)
    with pytest.raises(StoreFull):
        create(run, store)
    with pytest.raises(StoreFull):
        run(store.check())
    with pytest.raises(StoreFull):
        run(store.update(ids[0], bytes(10_000), tenant=TENANT, revision=1, ttl_seconds=900))
    for request_id in ids:
        assert run(store.take(request_id, tenant=TENANT)).content == CONTENT
        run(store.forget(request_id, tenant=TENANT))
    run(store.check())


def test_check_is_a_round_trip_that_leaves_nothing(run, store, backend):
    """`check` returns on a store that works, a hundred times, and no probe stays."""
    for _ in range(100):
        run(store.check())
    assert len(backend) == 0


class Forgetful(MemoryStore):
    """A backend that accepts records and keeps none."""

    async def add(self, index, record, *, expires_at):
        pass


class Garbling(MemoryStore):
    """A backend that gives back something else."""

    async def get(self, index):
        record = await super().get(index)
        return record[::-1]


@pytest.mark.parametrize("backend_class", [Forgetful, Garbling])
def test_check_fails_on_a_backend_that_does_not_keep_its_word(run, ring, clock, backend_class):
    """`check` really asks for what it stored."""
    store = SealedStore(backend_class(1 << 20, clock), ring, clock, max_ttl_seconds=900)
    with pytest.raises(StoreUnavailable):
        run(store.check())


def test_a_closed_store_is_unavailable(run, store):
    """After `close` every call, `check` included, says that the store is down."""
    request_id = create(run, store).request_id
    run(store.close())
    for call in [*calls(store, request_id).values(), store.check]:
        with pytest.raises(StoreUnavailable):
            run(call())


def test_rotation_keeps_old_ids_until_their_key_is_dropped(run, backend, ring, clock):
    """Ids made before a rotation open after it, new ones are made under the new key, and dropping ends only the old ones."""
    created = [create(run, SealedStore(backend, ring, clock, max_ttl_seconds=3_600))]
    added = ring.add(clock.time)
    promoted = added.promote(added.keys[-1].kid, clock.time)
    rotated = SealedStore(backend, promoted, clock, max_ttl_seconds=3_600)
    created.append(create(run, rotated))
    kids = [RequestId.parse(one.request_id).kid for one in created]
    assert kids == [ring.active_kid, promoted.active_kid]
    assert [run(rotated.take(one.request_id, tenant=TENANT)).content for one in created] == [CONTENT, CONTENT]
    run(rotated.update(created[0].request_id, b"new", tenant=TENANT, revision=1, ttl_seconds=900))
    dropped = SealedStore(backend, Ring(promoted.keys[1:], promoted.active_kid), clock, max_ttl_seconds=3_600)
    assert run(dropped.take(created[1].request_id, tenant=TENANT)).content == CONTENT
    with pytest.raises(UnknownRequest):
        run(dropped.take(created[0].request_id, tenant=TENANT))


def test_two_tenants_never_cross(run, store):
    """10,000 interleaved operations of two tenants: each opens its own mappings, and not one of the other's."""
    draw = random.Random(7)  # noqa: S311  # to be repeatable
    own = {"acme": {}, "acme2": {}}
    crossed = refused = opened = 0
    for number in range(10_000):
        tenant, other = draw.sample(sorted(own), 2)
        ids = own[tenant]
        if len(ids) < 5 or draw.random() < 0.3:
            content = f"{tenant} {number}".encode()
            ids[create(run, store, content, tenant=tenant).request_id] = content
        elif draw.random() < 0.5:
            request_id = draw.choice(list(ids))
            opened += run(store.take(request_id, tenant=tenant)).content == ids[request_id]
            if draw.random() < 0.3:
                run(store.forget(request_id, tenant=tenant))
                del ids[request_id]
        elif own[other]:
            try:
                run(draw.choice(list(calls(store, draw.choice(list(own[other])), tenant).values()))())
                crossed += 1
            except UnknownRequest:
                refused += 1
    assert crossed == 0
    assert min(refused, opened) > 2_000
    assert all(
        run(store.read(request_id, tenant=tenant)).content == content
        for tenant, ids in own.items()
        for request_id, content in ids.items()
    )


def dump(root) -> bytes:
    """Return every byte string and text, and the `repr` of everything else, that is reachable from `root`."""
    seen, queue, parts = set(), [root], []
    while queue:
        value = queue.pop()
        if id(value) in seen or isinstance(value, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)):
            continue
        seen.add(id(value))
        if isinstance(value, Blocks):
            parts.append(value._memory[:])
        parts.append(bytes(value) if isinstance(value, (bytes, bytearray)) else str(value).encode("utf-8", "backslashreplace"))
        queue.extend(gc.get_referents(value))
    return b"\n".join(parts)


def secrets_of(created, ring):
    """Everything about a mapping that the store's bytes must not hold."""
    parsed = RequestId.parse(created.request_id)
    request_id = created.request_id.encode()
    return [
        CONTENT,
        CONTENT[:12],
        b"tenant-canary",
        request_id,
        request_id[9:50],
        parsed.secret,
        *(key.secret for key in ring.keys),
    ]


def test_a_dump_of_the_store_holds_only_sealed_bytes(run, store, backend, ring):
    """All that the backend holds shows neither content, tenant, request id, secret nor ring, not even after continuing.

    The same search over the objects that do hold them finds them all: it can fail.
    """
    created = create(run, store, tenant="tenant-canary")
    run(store.update(created.request_id, CONTENT * 2, tenant="tenant-canary", revision=1, ttl_seconds=900))
    record = run(backend.get(backend._heap.first().index))
    dumped = dump(backend) + record
    assert dumped.count(record[:128]) == 2
    sought = secrets_of(created, ring)
    assert [found for found in sought if found in dumped] == []
    beside = dump([created.request_id, RequestId.parse(created.request_id).secret, "tenant-canary", CONTENT, ring.keys])
    assert all(found in beside for found in sought)


def test_repr_of_every_object_is_clean(run, store, ring):
    """Neither `repr` nor `str` of the store, its parts and its answers shows content, tenant, request id, secret or key."""
    created = create(run, store, tenant="tenant-canary")
    opened = run(store.read(created.request_id, tenant="tenant-canary"))
    parsed = RequestId.parse(created.request_id)
    keys = store._keys(parsed, "tenant-canary")
    shown = " ".join(f"{one!r} {one}" for one in (store, store._backend, ring, created, opened, parsed, keys, *ring.keys))
    sought = [
        spelling for one in secrets_of(created, ring) for spelling in (repr(one)[2:-1], one.hex(), one.decode("utf-8", "replace"))
    ]
    assert [spelling for spelling in sought if spelling in shown] == []
