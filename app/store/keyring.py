"""The server's part of every key: a ring of 32-byte keys, of which one is active.

Rotation has three steps, so that replicas which share a ring file never meet a request id under a key they lack:
add (every replica reads the new key), promote (new request ids are made under it), drop (once the last id under the old
key has expired). A request id names its key by the kid, three random bytes.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from app.errors import ConfigurationError

KEY_BYTES: Final = 32
KID_BYTES: Final = 3


class RotationError(ConfigurationError):
    """The step would lose mappings that are still alive, or names a key that the ring does not hold."""


class KeyRing(Protocol):
    """What the sealed store needs of a ring. Implementations never show a key in their `repr`."""

    @property
    def active_kid(self) -> bytes:
        """Return the kid under which new request ids are made."""

    def key(self, kid: bytes) -> bytes | None:
        """Return the 32 bytes of the key `kid`, or None where the ring does not hold it."""


@dataclass(frozen=True, slots=True)
class RingKey:
    """One key. Times are seconds since the epoch; `retired_at` is when another key was promoted in its place."""

    kid: bytes
    secret: bytes = field(repr=False)
    created_at: int
    retired_at: int | None = None


class Ring:
    """An immutable ring. `Ring.generate` is the ring for development: held in memory only, gone with the process."""

    __slots__ = ("_by_kid", "active_kid", "keys")

    def __init__(self, keys: Sequence[RingKey], active_kid: bytes) -> None:
        """Hold `keys`; raises `ValueError` for a repeated kid, a wrong length, or an `active_kid` that is not among them."""
        self.keys = tuple(keys)
        self.active_kid = active_kid
        self._by_kid = {key.kid: key.secret for key in self.keys}
        sizes = {(len(key.kid), len(key.secret)) for key in self.keys}
        if len(self._by_kid) != len(self.keys) or sizes != {(KID_BYTES, KEY_BYTES)} or active_kid not in self._by_kid:
            raise ValueError("the keys do not form a ring")

    def __repr__(self) -> str:
        return f"Ring(active={self.active_kid.hex()}, kids={[key.kid.hex() for key in self.keys]})"

    @classmethod
    def generate(cls, now: float) -> "Ring":
        """Return a ring with one new, active key. `now` in seconds since the epoch."""
        key = _new_key(now)
        return cls([key], key.kid)

    def key(self, kid: bytes) -> bytes | None:
        return self._by_kid.get(kid)

    def add(self, now: float) -> "Ring":
        """Return the ring with one more key, the last, which is not active yet."""
        key = _new_key(now)
        while key.kid in self._by_kid:
            key = _new_key(now)
        return Ring([*self.keys, key], self.active_kid)

    def promote(self, kid: bytes, now: float) -> "Ring":
        """Return the ring with `kid` active. Raises `RotationError` for a kid that the ring does not hold."""
        self._require(kid)
        if kid == self.active_kid:
            return self
        retired = {self.active_kid: int(now), kid: None}
        return Ring([replace(key, retired_at=retired.get(key.kid, key.retired_at)) for key in self.keys], kid)

    def drop(self, kid: bytes, now: float, *, longest_ttl_seconds: int) -> "Ring":
        """Return the ring without `kid`.

        Raises `RotationError` for the active key, and for one retired less than `longest_ttl_seconds` ago: a request id
        made under it may still be alive, since no continuation outlives that time.
        """
        self._require(kid)
        if kid == self.active_kid:
            raise RotationError("This key is active. Promote another key first, then drop this one after the longest TTL.")
        retired_at = next(key.retired_at for key in self.keys if key.kid == kid)
        # One second more, because retired_at was cut to whole seconds.
        wait = 0 if retired_at is None else retired_at + longest_ttl_seconds + 1 - now
        if wait > 0:
            raise RotationError(f"Mappings under this key may still be alive. Drop it in {int(wait) + 1} seconds.")
        return Ring([key for key in self.keys if key.kid != kid], self.active_kid)

    def _require(self, kid: bytes) -> None:
        if kid not in self._by_kid:
            raise RotationError("The ring holds no such key. List its keys with: garim keys rotate-ring.")


def _new_key(now: float) -> RingKey:
    return RingKey(secrets.token_bytes(KID_BYTES), secrets.token_bytes(KEY_BYTES), int(now))
