"""A key ring in a file that only its owner can read, as JSON with keys and kids in hexadecimal."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.errors import ConfigurationError
from app.private_file import locked, read_private, write_private
from app.store.clock import Clock, SystemClock
from app.store.keyring import Ring, RingKey

_FORMAT: Final = 1


class RingFileError(ConfigurationError):
    """The ring file does not hold what `garim keys rotate-ring` writes, or there is one already."""


class FileKeyRing:
    """The ring in the file at `path`, which `read_private` guards: the user's own, mode 0600 or stricter, no symlink.

    A running service keeps the ring that it read until `reload`, which its upkeep calls. The rotation steps read the file
    again, change it under a lock and replace it at once; readers see the old ring or the new one, never a part.
    """

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        """Read the ring. Raises `PrivateFileError` for an unsafe file and `RingFileError` for wrong content."""
        self._path = path
        self._clock = clock or SystemClock()
        self._ring = _load(path)

    def __repr__(self) -> str:
        return f"FileKeyRing({str(self._path)!r}, {self._ring!r})"

    @classmethod
    def create(cls, path: Path, clock: Clock | None = None) -> "FileKeyRing":
        """Write a new ring with one active key.

        Raises `RingFileError` where a file or symlink is already, `PrivateFileError` where there is no folder.
        """
        with locked(path):
            if os.path.lexists(path):
                raise RingFileError(f"{path}: exists already. Change its keys with: garim keys rotate-ring")
            _save(path, Ring.generate((clock or SystemClock()).now()))
        return cls(path, clock)

    @property
    def active_kid(self) -> bytes:
        return self._ring.active_kid

    @property
    def keys(self) -> tuple[RingKey, ...]:
        """The keys in the order in which they were added."""
        return self._ring.keys

    def key(self, kid: bytes) -> bytes | None:
        return self._ring.key(kid)

    def reload(self) -> None:
        """Read the file again. Raises as the constructor does, and then keeps the ring that it has."""
        self._ring = _load(self._path)

    def add(self) -> bytes:
        """Add a new key that is not active yet; return its kid."""
        self._change(lambda ring: ring.add(self._clock.now()))
        return self._ring.keys[-1].kid

    def promote(self, kid: bytes) -> None:
        """Make `kid` the active key. Raises `RotationError` for a kid that the ring does not hold."""
        self._change(lambda ring: ring.promote(kid, self._clock.now()))

    def drop(self, kid: bytes, *, longest_ttl_seconds: int) -> None:
        """Remove `kid`. Raises `RotationError` while it is active or mappings under it may be alive."""
        self._change(lambda ring: ring.drop(kid, self._clock.now(), longest_ttl_seconds=longest_ttl_seconds))

    def _change(self, step: Callable[[Ring], Ring]) -> None:
        with locked(self._path):
            ring = step(_load(self._path))
            _save(self._path, ring)
        self._ring = ring


def _load(path: Path) -> Ring:
    content = read_private(path)
    try:
        return _ring(json.loads(content))
    except (ValueError, TypeError, KeyError, RecursionError):
        # Without its cause, whose message could quote the file.
        raise RingFileError(f"{path}: not a ring file. Restore it, or make one with: garim keys rotate-ring") from None


def _ring(document: dict[str, object]) -> Ring:
    match document:
        case {"version": 1, "active": str(active), "keys": list(keys)} if len(document) == 3:
            return Ring([_ring_key(key) for key in keys], bytes.fromhex(active))
    raise ValueError


def _ring_key(document: dict[str, object]) -> RingKey:
    match document:
        case {"kid": str(kid), "key": str(key), "created_at": int(created_at), "retired_at": int() | None as retired_at} if (
            len(document) == 4
        ):
            return RingKey(bytes.fromhex(kid), bytes.fromhex(key), created_at, retired_at)
    raise ValueError


def _save(path: Path, ring: Ring) -> None:
    keys = [
        {"kid": key.kid.hex(), "key": key.secret.hex(), "created_at": key.created_at, "retired_at": key.retired_at}
        for key in ring.keys
    ]
    document = {"version": _FORMAT, "active": ring.active_kid.hex(), "keys": keys}
    write_private(path, (json.dumps(document, indent=2) + "\n").encode())
