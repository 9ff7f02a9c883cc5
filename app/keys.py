"""API keys: who calls, for which tenant, and what the call may do. A key is shown once and kept only as an HMAC."""

import hmac
import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

from app.errors import ConfigurationError
from app.private_file import read_private, write_private

KEY_PREFIX: Final = "garim_"
_FORMAT: Final = 1


class KeyFileError(ConfigurationError):
    """The key file does not hold what `garim keys` writes, or a name in it is wrong."""


class Scope(StrEnum):
    """What a key may do: mask; reassemble; read the metrics. `/forget` takes either of the first two."""

    MASK = "mask"
    REASSEMBLE = "reassemble"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Principal:
    """Who calls. `key` is the id of the key, never the key."""

    tenant: str
    key: str
    scopes: frozenset[Scope]


LOCAL: Final = Principal("local", "none", frozenset(Scope))
"""Every caller of a service without keys, which listens on loopback only."""


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """One key as the file keeps it. `digest` is the HMAC-SHA256 of the key in hex; `created` is RFC 3339."""

    id: str
    name: str
    tenant: str
    scopes: tuple[str, ...]
    created: str
    digest: str = field(repr=False)

    def principal(self) -> Principal:
        """Return who calls with this key."""
        return Principal(self.tenant, self.id, frozenset(Scope(scope) for scope in self.scopes))


class KeyFile:
    """The keys of a service. The pepper beside them makes the digests useless to whoever sees only those."""

    def __init__(self, pepper: bytes, records: Iterable[KeyRecord] = ()) -> None:
        """`pepper` is 32 random bytes. Raises `ValueError` for a scope that does not exist."""
        self._pepper = pepper
        self._records = {record.id: record for record in records}
        self._principals = {record.digest: record.principal() for record in self._records.values()}

    @classmethod
    def generate(cls) -> "KeyFile":
        """Return an empty key file with a new pepper."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def load(cls, path: Path) -> "KeyFile":
        """Read `path`. Raises `PrivateFileError` for wrong permissions and `KeyFileError` for wrong content."""
        content = read_private(path)
        try:
            document = json.loads(content)
            if document["version"] != _FORMAT:
                raise KeyFileError(f"{path}: written by another version. Make the keys anew with: garim keys new")
            records = [KeyRecord(**{**entry, "scopes": tuple(entry["scopes"])}) for entry in document["keys"]]
            return cls(b64decode(document["pepper"], validate=True), records)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise KeyFileError(f"{path}: not a key file. Make one with: garim keys new") from None

    def save(self, path: Path) -> None:
        """Write the file atomically with mode 0600. Raises `PrivateFileError`."""
        keys = [asdict(record) for record in self._records.values()]
        document = {"version": _FORMAT, "pepper": b64encode(self._pepper).decode(), "keys": keys}
        write_private(path, (json.dumps(document, indent=2) + "\n").encode())

    @property
    def records(self) -> tuple[KeyRecord, ...]:
        """The keys in the order in which they were made."""
        return tuple(self._records.values())

    def new(self, name: str, tenant: str, scopes: frozenset[Scope]) -> str:
        """Add a key and return it: this is the only time that it is seen.

        Raises `KeyFileError` for an empty name, tenant or scopes.
        """
        if not (name and tenant and scopes):
            raise KeyFileError("A key needs a name, a tenant and at least one scope.")
        key = KEY_PREFIX + secrets.token_urlsafe(32)
        created = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        record = KeyRecord(secrets.token_hex(4), name, tenant, tuple(sorted(scopes)), created, self._digest(key.encode()))
        self._records[record.id] = record
        self._principals[record.digest] = record.principal()
        return key

    def revoke(self, key_id: str) -> None:
        """Remove the key with this id. Raises `KeyFileError` when there is none."""
        record = self._records.pop(key_id, None)
        if record is None:
            raise KeyFileError("No key has this id. See: garim keys list")
        del self._principals[record.digest]

    def identify(self, key: bytes) -> Principal | None:
        """Return who calls with `key`, or None.

        The look-up compares HMACs, which a caller can neither know nor steer without the pepper, so its timing tells nothing
        about the keys.
        """
        return self._principals.get(self._digest(key))

    def _digest(self, key: bytes) -> str:
        return hmac.digest(self._pepper, key, "sha256").hex()


class ServiceKeys:
    """The keys of a running service: what the file at `path` held when it was last read."""

    def __init__(self, path: Path) -> None:
        """Read the file. Raises as `KeyFile.load` does."""
        self._path = path
        self._file = KeyFile.load(path)

    def reload(self) -> None:
        """Read the file again. Raises as `KeyFile.load` does, and then keeps the keys that it has."""
        self._file = KeyFile.load(self._path)

    def identify(self, key: bytes) -> Principal | None:
        """Return who calls with `key`, or None."""
        return self._file.identify(key)
