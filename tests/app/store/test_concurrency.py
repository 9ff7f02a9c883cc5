"""Callers that get in each other's way: nothing is lost and nothing is handed out twice.

The backend here gives way to other callers before and after each step, as one behind a network does. A schedule drawn by
hypothesis says for how many turns, so that the interleavings are many and each can be run again.
"""

import asyncio
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import UnknownRequest
from app.store import MemoryStore, RevisionLost, Ring, SealedStore, SystemClock

SCHEDULES = st.lists(st.integers(0, 4), min_size=1, max_size=40)
TENANT = "acme"


class GivingWay(MemoryStore):
    """A backend whose every method lets other callers run before it acts and before it answers."""

    def __init__(self, schedule):
        super().__init__(1 << 24, SystemClock())
        self.turns = cycle(schedule)

    async def give_way(self):
        for _ in range(next(self.turns)):
            await asyncio.sleep(0)

    async def get(self, index):
        await self.give_way()
        record = await super().get(index)
        await self.give_way()
        return record

    async def take(self, index):
        await self.give_way()
        record = await super().take(index)
        await self.give_way()
        return record

    async def replace(self, index, record, *, expected, expires_at):
        await self.give_way()
        replaced = await super().replace(index, record, expected=expected, expires_at=expires_at)
        await self.give_way()
        return replaced


class LastWriterWins(GivingWay):
    """A backend that breaks the contract: it replaces whatever is there."""

    async def replace(self, index, record, *, expected, expires_at):
        await self.give_way()
        present = await MemoryStore.get(self, index)
        return await MemoryStore.replace(self, index, record, expected=present or expected, expires_at=expires_at)


class ReadsWhatItTakes(GivingWay):
    """A backend that breaks the contract: it hands a record out and forgets to remove it."""

    async def take(self, index):
        return await self.get(index)


def store_on(backend):
    clock = SystemClock()
    return SealedStore(backend, Ring.generate(clock.now()), clock, max_ttl_seconds=900)


async def written_by(backend, writers):
    """Let `writers` append one byte each, reading again whenever they lose; return what is there in the end, and the losses."""
    store = store_on(backend)
    request_id = (await store.create(b"", tenant=TENANT, ttl_seconds=900, single_use=False)).request_id
    losses = 0

    async def append(number):
        nonlocal losses
        while True:
            opened = await store.read(request_id, tenant=TENANT)
            content = opened.content + bytes([number])
            try:
                await store.update(request_id, content, tenant=TENANT, revision=opened.revision, ttl_seconds=900)
            except RevisionLost:
                losses += 1
            else:
                return

    await asyncio.gather(*map(append, range(writers)))
    return await store.read(request_id, tenant=TENANT), losses


@given(SCHEDULES)
@settings(deadline=None, max_examples=60)
def test_no_continuation_is_lost(schedule):
    """Eight writers that read, change and write back all find their change in the end, once, and eight revisions on."""
    opened, _ = asyncio.run(written_by(GivingWay(schedule), 8))
    assert sorted(opened.content) == list(range(8))
    assert opened.revision == 9


def test_writers_really_collide():
    """The schedule makes writers lose, so that the test above tests something; and a backend without compare-and-set fails it."""
    opened, losses = asyncio.run(written_by(GivingWay([1, 0, 2]), 8))
    assert losses > 0
    assert len(opened.content) == 8
    opened, _ = asyncio.run(written_by(LastWriterWins([1, 0, 2]), 8))
    assert len(opened.content) < 8


async def taken_by(backend, takers):
    """Return how many of `takers` got the content of one single-use mapping."""
    store = store_on(backend)
    request_id = (await store.create(b"content", tenant=TENANT, ttl_seconds=900, single_use=True)).request_id
    answers = await asyncio.gather(*(store.take(request_id, tenant=TENANT) for _ in range(takers)), return_exceptions=True)
    got = [answer for answer in answers if not isinstance(answer, UnknownRequest)]
    assert all(answer.content == b"content" for answer in got)
    return len(got)


@given(SCHEDULES)
@settings(deadline=None, max_examples=30)
def test_single_use_means_once(schedule):
    """Of fifty concurrent takers one gets the mapping, and the others the error for ids that open nothing."""
    assert asyncio.run(taken_by(GivingWay(schedule), 50)) == 1


def test_takers_really_compete():
    """A backend that does not remove what it hands out fails the test above."""
    assert asyncio.run(taken_by(ReadsWhatItTakes([1, 0, 2]), 50)) > 1


class EndedFirst(MemoryStore):
    """A backend on which the mapping ends after a writer has read it and before the writer replaces it."""

    async def replace(self, index, record, *, expected, expires_at):
        await self.end()
        return await super().replace(index, record, expected=expected, expires_at=expires_at)


@pytest.mark.parametrize("ending", ["forget", "take"])
def test_a_mapping_that_ended_is_not_brought_back_by_a_writer(run, ending):
    """A continuation that was under way when the mapping was forgotten or used up loses, and the mapping stays gone."""
    backend = EndedFirst(1 << 20, SystemClock())
    store = store_on(backend)
    request_id = run(store.create(b"content", tenant=TENANT, ttl_seconds=900, single_use=True)).request_id
    backend.end = lambda: getattr(store, ending)(request_id, tenant=TENANT)
    with pytest.raises(RevisionLost):
        run(store.update(request_id, b"new", tenant=TENANT, revision=1, ttl_seconds=900))
    with pytest.raises(UnknownRequest):
        run(store.read(request_id, tenant=TENANT))
    assert len(backend) == 0
