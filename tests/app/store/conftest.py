"""What the store's tests share: a clock that stands still, a driver without an event loop, and stores on both."""

from collections.abc import Callable, Coroutine

import pytest

from app.store import MemoryStore, Ring, SealedStore

NOW = 1_800_000_000.0
MAX_TTL = 3_600


class StillClock:
    """A clock that moves when told to."""

    def __init__(self):
        self.time = NOW

    def now(self):
        return self.time


def _drive(coroutine: Coroutine):
    """Run a coroutine that never waits for anything, as none over a `MemoryStore` does, and return its result."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    coroutine.close()
    raise AssertionError("the coroutine waited")


@pytest.fixture(scope="session")
def run() -> Callable:
    return _drive


@pytest.fixture
def clock():
    return StillClock()


@pytest.fixture
def backend(clock):
    return MemoryStore(1 << 26, clock)


@pytest.fixture
def ring(clock):
    return Ring.generate(clock.now())


@pytest.fixture
def store(backend, ring, clock):
    return SealedStore(backend, ring, clock, max_ttl_seconds=MAX_TTL)
