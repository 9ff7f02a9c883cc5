"""The record: a mapping sealed under a key that only the caller's request id completes.

    version 1 · kid 3 · flags 1 · revision 4 · expiry 8 · limit 8 · commitment 32 · nonce 12 · AES-256-GCM(padded content)

Numbers are big-endian, times are milliseconds since the epoch. The whole header and the tenant are authenticated with the
content. The commitment comes first of all checks, because AES-GCM alone does not commit to its key: one ciphertext can open
under two keys (Albertini et al., "How to Abuse and Fix Authenticated Encryption Without Key Commitment", USENIX Security 2022).
Every seal draws a new 96-bit nonce; a key serves one request only, so a repeat is out of reach (NIST SP 800-38D, section 8.3).
"""

import hmac
import os
import struct
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.errors import UnknownRequest
from app.store.derivation import RecordKeys, wipe
from app.store.padding import pad, unpad

NONCE_BYTES = 12
TAG_BYTES = 16

_VERSION = 1
_SINGLE_USE = 1
_HEADER = struct.Struct(">B3sBIQQ32s12s")


@dataclass(frozen=True, slots=True)
class Header:
    """What a record says of itself. `expires` and `limit`, the latest expiry allowed, are milliseconds since the epoch."""

    kid: bytes
    revision: int
    expires: int
    limit: int
    single_use: bool


def seal(header: Header, content: bytes, keys: RecordKeys) -> bytes:
    """Return the record of `content`."""
    nonce = os.urandom(NONCE_BYTES)
    packed = _HEADER.pack(
        _VERSION,
        header.kid,
        _SINGLE_USE if header.single_use else 0,
        header.revision,
        header.expires,
        header.limit,
        keys.commitment(),
        nonce,
    )
    key = keys.key()
    try:
        return packed + encrypt(key, nonce, pad(content), packed + keys.tenant)
    finally:
        wipe(key)


def unseal(record: bytes, kid: bytes, keys: RecordKeys) -> tuple[Header, bytes]:
    """Return header and content. Raises `UnknownRequest` for a record that `seal` did not make under this kid and these keys."""
    packed = record[: _HEADER.size]
    if len(packed) < _HEADER.size:
        raise UnknownRequest
    version, record_kid, flags, revision, expires, limit, commitment, nonce = _HEADER.unpack(packed)
    if version != _VERSION or record_kid != kid or flags & ~_SINGLE_USE:
        raise UnknownRequest
    if not hmac.compare_digest(commitment, keys.commitment()):
        raise UnknownRequest
    key = keys.key()
    try:
        content = unpad(decrypt(key, nonce, record[_HEADER.size :], packed + keys.tenant))
    except (InvalidTag, ValueError):
        raise UnknownRequest from None
    finally:
        wipe(key)
    return Header(kid, revision, expires, limit, bool(flags)), content


def encrypt(key: bytearray, nonce: bytes, content: bytes, header: bytes) -> bytes:
    """Return AES-256-GCM ciphertext and 16-byte tag; `header` is authenticated only."""
    return AESGCM(key).encrypt(nonce, content, header)


def decrypt(key: bytearray, nonce: bytes, sealed: bytes, header: bytes) -> bytes:
    """Return the content. Raises `InvalidTag` for anything that `encrypt` did not make of these arguments."""
    return AESGCM(key).decrypt(nonce, sealed, header)
