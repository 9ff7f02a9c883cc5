"""The request id: the opaque handle that `/mask` returns and that alone completes the key to a mapping.

    grm1_ + base64url(kid 3 bytes + secret 32 bytes + checksum 4 bytes)         57 characters

39 bytes are 52 base64 characters exactly: no padding and no unused bits, so bytes and spelling correspond one to one.
"""

import base64
import re
import secrets
import zlib

from app.errors import UnknownRequest
from app.store.keyring import KID_BYTES

SECRET_BYTES = 32

_PREFIX = "grm1_"
_SPELLING = re.compile(r"grm1_([A-Za-z0-9_-]{52})")


class RequestId:
    """A key id and a secret. Its `repr` shows neither; only `spell` gives the caller's handle."""

    __slots__ = ("kid", "secret")

    def __init__(self, kid: bytes, secret: bytes) -> None:
        self.kid = kid
        self.secret = secret

    def __repr__(self) -> str:
        return "RequestId(…)"

    @classmethod
    def issue(cls, kid: bytes) -> "RequestId":
        """Return a new id under the ring's key `kid`, with 256 bits from the system's random source."""
        return cls(kid, secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def parse(cls, spelling: str) -> "RequestId":
        """Read the one accepted spelling. Raises `UnknownRequest` for every other string."""
        match = _SPELLING.fullmatch(spelling)
        if match is None:
            raise UnknownRequest
        raw = base64.urlsafe_b64decode(match[1])
        kid, secret, checksum = raw[:KID_BYTES], raw[KID_BYTES:-4], raw[-4:]
        if checksum != _checksum(kid, secret):
            raise UnknownRequest
        return cls(kid, secret)

    def spell(self) -> str:
        """Return the id as it is shown to the caller, once."""
        raw = self.kid + self.secret + _checksum(self.kid, self.secret)
        return _PREFIX + base64.urlsafe_b64encode(raw).decode("ascii")


def _checksum(kid: bytes, secret: bytes) -> bytes:
    """Return the CRC-32 of RFC 1952, section 8, over prefix, kid and secret; big-endian.

    It spares the store and the key derivation a mistyped or cut id: a CRC of 32 bits catches every error burst of up to 32
    bits, thus one wrong character, or up to four neighbours wrong or swapped. Anyone can compute it, and need not be kept
    from it: what defeats a forger are the 256 bits of the secret.
    """
    return zlib.crc32(kid + secret, _PREFIX_CHECKSUM).to_bytes(4, "big")


_PREFIX_CHECKSUM = zlib.crc32(_PREFIX.encode("ascii"))
