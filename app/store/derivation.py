"""What a request id and the ring become: where a record lies, the key that opens it, and the commitment to that key.

    PRK        = HKDF-Extract(salt = ring[kid], ikm = secret)
    index      = HKDF-Expand(PRK, info("garim1 index", tenant), 32)
    key        = HKDF-Expand(PRK, info("garim1 key", tenant), 32)
    commitment = HKDF-Expand(PRK, info("garim1 commit", tenant), 32)

HKDF is RFC 5869 with SHA-256. The PRK is HMAC-SHA256(ring[kid], secret) and would give all three away: it exists only inside
the library's call, which is why each output extracts anew. No output tells another one (RFC 5869, section 3.2), so the index,
which the store holds in clear, opens nothing, not even beside the ring.
"""

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

OUTPUT_BYTES = 32

_INDEX = b"garim1 index"
_KEY = b"garim1 key"
_COMMITMENT = b"garim1 commit"


class RecordKeys:
    """The three outputs for one request id and tenant, each derived when asked for. Its `repr` shows none of them."""

    __slots__ = ("_ring_key", "_secret", "tenant")

    def __init__(self, ring_key: bytes, secret: bytes, tenant: str) -> None:
        """Hold the ring's key (32 bytes), the request id's secret (32 bytes) and the tenant's name."""
        self._ring_key = ring_key
        self._secret = secret
        self.tenant = prefixed(tenant.encode())

    def __repr__(self) -> str:
        return "RecordKeys(…)"

    def index(self) -> bytes:
        """Return the 32 bytes under which the record lies in the store."""
        return bytes(self._derive(_INDEX))

    def commitment(self) -> bytes:
        """Return the 32 bytes in the record's header that bind it to this request id, ring key and tenant."""
        return bytes(self._derive(_COMMITMENT))

    def key(self) -> bytearray:
        """Return the 32-byte AES key. Call `wipe` on it after use."""
        return self._derive(_KEY)

    def _derive(self, label: bytes) -> bytearray:
        return derive(self._ring_key, self._secret, prefixed(label) + self.tenant, OUTPUT_BYTES)


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytearray:
    """Return `length` bytes of HKDF-SHA256. Raises `ValueError` over 255 * 32 bytes (RFC 5869, section 2.3)."""
    output = bytearray(length)
    HKDF(_SHA256, length, salt, info).derive_into(secret, output)
    return output


def prefixed(value: bytes) -> bytes:
    """Return `value` after its length (2 bytes), so that no two lists of values join to the same bytes."""
    return len(value).to_bytes(2, "big") + value


def wipe(buffer: bytearray) -> None:
    """Overwrite `buffer` with zeros. Copies that the interpreter or a library made earlier are not reached."""
    buffer[:] = bytes(len(buffer))


_SHA256 = SHA256()
