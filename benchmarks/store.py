"""What a mapping costs in the memory store, what a full store takes from the system, and how long each call lasts.

    python -m benchmarks.store [--cap 256]

Prints Markdown. Every fill runs in a fresh process, so that its resident memory is its own; it is read from /proc (Linux).
"""

import argparse
import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from app.errors import StoreFull
from app.record import encode
from app.store import MemoryStore, Ring, SealedStore, SystemClock
from app.tokenizer import State

ENTITIES = (1, 10, 100)
TENANT = "acme"
TTL = 900
CALLS = 1_000
TURNS = 9
MIB = 1 << 20

# Bytes. The first is the least that a mapping takes.
SMALL_RECORD = 341
LARGE_RECORD = 9_301
MIXED_RECORDS = (SMALL_RECORD, SMALL_RECORD, SMALL_RECORD, 597, 1_173, 3_157, LARGE_RECORD)
NAMES = {"mixed": "many sizes, expiring and filled again", "fragmented": "small, nine of ten forgotten, large"}


class StillClock:
    """A clock that the fills move, so that expiry needs no waiting."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time


def named(entities: int) -> str:
    """Return the name of a row."""
    return f"{entities} {'entity' if entities == 1 else 'entities'}"


def content(entities: int) -> bytes:
    """Return what a request with `entities` names and phone numbers seals."""
    pairs = ((f"PERSON_{n}", f"김가상{n}") if n % 2 else (f"PHONE_NUMBER_{n}", f"010-0000-{n:04}") for n in range(entities))
    return encode(State(dict(pairs), {"PERSON": entities, "PHONE_NUMBER": entities}))


async def fill(backend: MemoryStore, size: Callable[[], int], expires_at: Callable[[], float]) -> list[bytes]:
    """Add records until the store is full; return their indexes."""
    indexes = []
    while True:
        indexes.append(os.urandom(32))
        try:
            await backend.add(indexes[-1], os.urandom(size()), expires_at=expires_at())
        except StoreFull:
            return indexes[:-1]


async def fill_mappings(backend: MemoryStore, entities: int) -> None:
    """Fill with the mappings of equal requests."""
    store = SealedStore(backend, Ring.generate(0), StillClock(), max_ttl_seconds=TTL)
    with suppress(StoreFull):
        while True:
            await store.create(content(entities), tenant=TENANT, ttl_seconds=TTL, single_use=False)


async def fill_mixed(backend: MemoryStore, clock: StillClock) -> None:
    """Fill with records of many sizes, let a tenth of the time pass, fill again: fifty times."""
    for _ in range(50):
        await fill(backend, lambda: random.choice(MIXED_RECORDS), lambda: clock.time + random.randint(1, TTL))
        clock.time += TTL / 10


async def fill_fragmented(backend: MemoryStore) -> None:
    """Fill with the smallest records, forget nine of ten at random, fill with large ones."""
    indexes = await fill(backend, lambda: SMALL_RECORD, lambda: TTL)
    random.shuffle(indexes)
    kept = len(indexes) // 10
    while len(indexes) > kept:
        await backend.delete(indexes.pop())
    indexes.clear()
    await fill(backend, lambda: LARGE_RECORD, lambda: TTL)


def run_fill(how: str, cap: int) -> None:
    """Fill a store in this process; print its records, and the bytes in use, reserved, and given by the system."""
    random.seed(1)
    clock = StillClock()
    backend = MemoryStore(cap, clock)
    before = status("VmRSS")
    if how == "mixed":
        asyncio.run(fill_mixed(backend, clock))
    elif how == "fragmented":
        asyncio.run(fill_fragmented(backend))
    else:
        asyncio.run(fill_mappings(backend, int(how)))
    print(len(backend), backend.byte_count, backend.reserved_bytes, status("VmHWM") - before)


def status(field: str) -> int:
    """Return a size of this process in bytes."""
    return int(re.search(rf"{field}:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]) * 1024


def filled(how: str, cap: int) -> list[int]:
    """Return what `run_fill` prints in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.store", "--fill", how, "--cap", str(cap // MIB)]
    return [int(size) for size in subprocess.run(command, capture_output=True, check=True).stdout.split()]  # noqa: S603


def print_memory(cap: int) -> None:
    """Print the memory of a mapping and of a full store."""
    fills = {how: filled(how, cap) for how in (*map(str, ENTITIES), "mixed", "fragmented")}
    print("| mapping | content | counted | resident |\n|---|---|---|---|")
    for entities in ENTITIES:
        records, used, _, resident = fills[str(entities)]
        size = len(content(entities))
        print(f"| {named(entities)} | {size:,} bytes | {used / records:,.0f} bytes | {resident / records:,.0f} bytes |")
    print(f"\n| store full at a cap of {cap / MIB:.0f} MiB | mappings | in use | reserved | resident at most | beyond the cap |")
    print("|---|---|---|---|---|---|")
    for how, (records, *sizes, resident) in fills.items():
        columns = " | ".join(f"{size / MIB:.1f} MiB" for size in (*sizes, resident))
        print(f"| {NAMES.get(how) or named(int(how)) + ' each'} | {records:,} | {columns} | {(resident - cap) / MIB:+.1f} MiB |")


async def timed(call: Callable[[str], Awaitable[object]], arguments: list[str]) -> float:
    """Return microseconds a call."""
    begin = time.perf_counter()
    for argument in arguments:
        await call(argument)
    return (time.perf_counter() - begin) / len(arguments) * 1e6


async def time_calls(sealed: bytes) -> dict[str, float]:
    """Return the median over turns of the microseconds that each call takes on a mapping with the content `sealed`."""
    clock = SystemClock()
    store = SealedStore(MemoryStore(1 << 30, clock), Ring.generate(clock.now()), clock, max_ttl_seconds=TTL)
    times: dict[str, list[float]] = {name: [] for name in ("create", "read", "take", "update", "forget")}
    for _ in range(TURNS):
        ids: list[str] = []

        async def create(_: str, ids: list[str] = ids) -> None:
            ids.append((await store.create(sealed, tenant=TENANT, ttl_seconds=TTL, single_use=False)).request_id)

        async def update(request_id: str) -> None:
            await store.update(request_id, sealed, tenant=TENANT, revision=1, ttl_seconds=TTL)

        times["create"].append(await timed(create, [""] * CALLS))
        times["read"].append(await timed(lambda request_id: store.read(request_id, tenant=TENANT), ids))
        times["take"].append(await timed(lambda request_id: store.take(request_id, tenant=TENANT), ids))
        times["update"].append(await timed(update, ids))
        times["forget"].append(await timed(lambda request_id: store.forget(request_id, tenant=TENANT), ids))
    return {name: statistics.median(values) for name, values in times.items()}


def print_times() -> None:
    """Print the microseconds of every call."""
    print("\n| µs a call | create | read | take | update | forget |\n|---|---|---|---|---|---|")
    contents = {named(entities): content(entities) for entities in ENTITIES} | {"1,024 bytes": bytes(1_024)}
    for name, sealed in contents.items():
        print(f"| {name} |", " | ".join(f"{micros:.0f}" for micros in asyncio.run(time_calls(sealed)).values()), "|")


def main() -> None:
    """Print the tables, or fill a store for one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cap", type=int, default=256, help="byte cap in MiB")
    parser.add_argument("--fill", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.fill:
        run_fill(arguments.fill, arguments.cap * MIB)
        return
    print_memory(arguments.cap * MIB)
    print_times()


if __name__ == "__main__":
    main()
