"""What `garim doctor` looks at: one finding a check, with what is wrong and how to mend it. Never a key, value or text."""

import asyncio
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from app.cli.configuration import load, unknown
from app.errors import ConfigurationError, GarimError
from app.factory import build_extractor
from app.keys import KeyFile
from app.settings import Settings
from app.store.clock import SystemClock
from app.store.keyring import Ring
from app.store.memory import MemoryStore
from app.store.process import core_dumps_forbidden, forbid_core_dumps
from app.store.ringfile import FileKeyRing
from app.store.sealed import SealedStore
from model.extractor import ExtractorUnavailable

SPARE_DESCRIPTORS: Final = 64
"""File descriptors that the process needs beside one for each connection."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check. A `warning` does not fail the doctor. `mend` says what to do, or is empty."""

    check: str
    state: Literal["ok", "warning", "wrong"]
    found: str
    mend: str = ""


def examine() -> Iterator[Finding]:
    """Yield a finding for every check, one after the other."""
    yield _variables()
    try:
        settings = load()
    except ConfigurationError as error:
        yield Finding("settings", "wrong", *_split(str(error)))
        return
    yield Finding("settings", "ok", "valid")
    yield _keys(settings)
    yield _ring(settings)
    yield asyncio.run(_store(settings))
    yield asyncio.run(_extractor(settings))
    yield _core_dumps()
    yield _swap()
    yield _descriptors(settings)


def _variables() -> Finding:
    names = unknown()
    if names:
        return Finding("variables", "wrong", f"no settings: {', '.join(names)}", "Mend the names, or unset them.")
    return Finding("variables", "ok", "every GARIM_* variable is a setting")


def _keys(settings: Settings) -> Finding:
    if settings.key_file is None:
        if settings.host in {"127.0.0.1", "::1", "localhost"}:
            return Finding("API keys", "ok", "none: the service answers on loopback only")
        mend = "Make a key with: garim keys new, and set GARIM_KEY_FILE; or listen on 127.0.0.1."
        return Finding("API keys", "wrong", "none, and the host is not loopback", mend)
    try:
        count = len(KeyFile.load(settings.key_file).records)
    except ConfigurationError as error:
        return Finding("API keys", "wrong", *_split(str(error)))
    if not count:
        return Finding("API keys", "wrong", "the key file holds none", "Make one with: garim keys new")
    return Finding("API keys", "ok", f"{count} in a file that only its owner can read")


def _ring(settings: Settings) -> Finding:
    if settings.ring_file is None:
        return Finding("ring", "ok", "made at start, gone with the process, as the mappings in memory are")
    try:
        ring = FileKeyRing(settings.ring_file)
    except ConfigurationError as error:
        return Finding("ring", "wrong", *_split(str(error)))
    return Finding("ring", "ok", f"{len(ring.keys)} keys in a file that only its owner can read")


async def _store(settings: Settings) -> Finding:
    clock = SystemClock()
    backend = MemoryStore(settings.max_store_bytes, clock)
    store = SealedStore(backend, Ring.generate(clock.now()), clock, max_ttl_seconds=settings.max_ttl_seconds)
    try:
        await store.check()
    except GarimError as error:
        return Finding("store", "wrong", *_split(error.detail))
    finally:
        await store.close()
    return Finding("store", "ok", "memory: a probe was sealed, kept, taken and opened")


async def _extractor(settings: Settings) -> Finding:
    try:
        extractor = build_extractor(settings.extractor)
    except ConfigurationError as error:
        return Finding("extractor", "wrong", *_split(str(error)))
    begin = time.perf_counter()
    try:
        await extractor.check()
    except ExtractorUnavailable:
        return Finding("extractor", "wrong", f"{extractor.name} does not answer", "Install again: make clean setup")
    finally:
        await extractor.close()
    milliseconds = (time.perf_counter() - begin) * 1000
    return Finding("extractor", "ok", f"{extractor.name} answered in {milliseconds:.0f} ms")


def _core_dumps() -> Finding:
    try:
        forbid_core_dumps()
    except OSError:
        return Finding("core dumps", "wrong", "the kernel does not let the process forbid them", "Set ulimit -c 0.")
    if not core_dumps_forbidden():
        return Finding("core dumps", "wrong", "still possible", "Set ulimit -c 0.")
    return Finding("core dumps", "ok", "forbidden, for files and for pipes")


def _swap() -> Finding:
    try:
        areas = len(Path("/proc/swaps").read_text(encoding="ascii", errors="replace").splitlines()) - 1
    except OSError:
        return Finding("swap", "warning", "unknown on this system", "See that the service's memory is not swapped out.")
    if areas > 0:
        return Finding(
            "swap",
            "warning",
            f"{areas} areas: mappings could reach a disk",
            "swapoff, encrypted swap, or a memory limit without swap.",
        )
    return Finding("swap", "ok", "none")


def _descriptors(settings: Settings) -> Finding:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * settings.max_in_flight + SPARE_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < needed:
        return Finding(
            "open files", "wrong", f"limit {soft}, {needed} needed", f"Set ulimit -n {needed}, or lower GARIM_MAX_IN_FLIGHT."
        )
    return Finding("open files", "ok", f"limit {soft}, {needed} needed")


def _split(message: str) -> tuple[str, str]:
    """Return what is wrong and how to mend it, which the messages of this project give in two sentences."""
    found, _, mend = message.partition(". ")
    return found, mend
