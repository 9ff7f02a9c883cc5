"""Index, key and commitment: right by known answers, and none gives another away."""

import hashlib
import hmac
import json
from itertools import product
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from hypothesis import given, settings
from hypothesis import strategies as st

from app.store.derivation import RecordKeys, derive, prefixed, wipe
from app.store.sealing import Header, decrypt, seal

VECTORS = json.loads((Path(__file__).parent / "vectors" / "hkdf_sha256_test.json").read_text())
CASES = [case for group in VECTORS["testGroups"] for case in group["tests"]]

RING_KEY = bytes(range(32))
SECRET = bytes(range(32, 64))
TENANT = "acme"

HEADER_BYTES = 69
NONCE_PLACE = slice(57, 69)


def expand(prk: bytes, label: bytes, tenant: str = TENANT) -> bytes:
    """One block of HKDF-Expand by RFC 5869, section 2.3, from the standard library's HMAC."""
    info = len(label).to_bytes(2, "big") + label + len(tenant.encode()).to_bytes(2, "big") + tenant.encode()
    return hmac.digest(prk, info + b"\x01", hashlib.sha256)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"tc{case['tcId']}")
def test_wycheproof(case):
    """Every Wycheproof case of HKDF-SHA-256 gives its published output, and lengths over the limit are refused."""
    arguments = (*(bytes.fromhex(case[name]) for name in ("salt", "ikm", "info")), case["size"])
    if case["result"] == "valid":
        assert derive(*arguments).hex() == case["okm"]
    else:
        with pytest.raises(ValueError, match="larger than 8160"):
            derive(*arguments)


@pytest.mark.parametrize(
    ("salt", "secret", "info", "length", "output"),
    [
        (
            bytes(range(13)),
            b"\x0b" * 22,
            bytes(range(0xF0, 0xFA)),
            42,
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            bytes(range(0x60, 0xB0)),
            bytes(range(0x50)),
            bytes(range(0xB0, 0x100)),
            82,
            (
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
            ),
        ),
        (
            b"",
            b"\x0b" * 22,
            b"",
            42,
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
    ids=["A.1", "A.2", "A.3"],
)
def test_rfc_5869(salt, secret, info, length, output):
    """The SHA-256 cases of RFC 5869, appendix A, give their published outputs."""
    assert derive(salt, secret, info, length).hex() == output


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32), st.text(max_size=40))
@settings(deadline=None)
def test_outputs_are_extract_then_expand(ring_key, secret, tenant):
    """Index, key and commitment are the three expansions of one PRK, as computed by another implementation."""
    tenant = tenant.encode("utf-8", "replace").decode()
    keys = RecordKeys(ring_key, secret, tenant)
    prk = hmac.digest(ring_key, secret, hashlib.sha256)
    assert keys.index() == expand(prk, b"garim1 index", tenant)
    assert keys.key() == expand(prk, b"garim1 key", tenant)
    assert keys.commitment() == expand(prk, b"garim1 commit", tenant)


@given(st.lists(st.binary(max_size=6), max_size=4), st.lists(st.binary(max_size=6), max_size=4))
@settings(deadline=None)
def test_prefixed_values_join_without_ambiguity(one, other):
    """Two different lists of values never become the same bytes: no tenant can be named so as to become another."""
    assert (b"".join(map(prefixed, one)) == b"".join(map(prefixed, other))) == (one == other)


def test_the_index_opens_nothing():
    """A record does not open under anything made of itself, its index and the ring; it does under the PRK.

    The last line shows that the attempts are sound: had the index been HMAC-SHA256(ring, secret), they would have opened it.
    """
    keys = RecordKeys(RING_KEY, SECRET, TENANT)
    record = seal(Header(b"kid", 1, 2, 3, single_use=False), b"content", keys)
    commitment = keys.commitment()

    def opens(key: bytes) -> bool:
        try:
            decrypt(bytearray(key), record[NONCE_PLACE], record[HEADER_BYTES:], record[:HEADER_BYTES] + prefixed(TENANT.encode()))
        except InvalidTag:
            return False
        return True

    known = [keys.index(), commitment, RING_KEY, bytes(32)]
    mixed = [hmac.digest(one, other, hashlib.sha256) for one, other in product(known, known)]
    for value in known + mixed:
        for label in (b"garim1 index", b"garim1 key", b"garim1 commit"):
            assert not opens(expand(value, label))
        assert not opens(value)
    assert opens(expand(hmac.digest(RING_KEY, SECRET, hashlib.sha256), b"garim1 key"))


def test_each_input_changes_each_output():
    """Another ring key, secret or tenant gives another index, key and commitment, and none equals another one's."""
    outputs = [
        output
        for arguments in (
            (RING_KEY, SECRET, TENANT),
            (SECRET, RING_KEY, TENANT),
            (RING_KEY, RING_KEY, TENANT),
            (RING_KEY, SECRET, "acme2"),
            (RING_KEY, SECRET, ""),
        )
        for keys in [RecordKeys(*arguments)]
        for output in (keys.index(), bytes(keys.key()), keys.commitment())
    ]
    assert len(set(outputs)) == 15


def test_wipe_leaves_zeros():
    """A wiped key is zeros of the same length, in place."""
    key = RecordKeys(RING_KEY, SECRET, TENANT).key()
    wipe(key)
    assert key == bytes(32)


def test_repr_shows_nothing():
    """The keys of a record have a `repr` without any input or output."""
    assert repr(RecordKeys(RING_KEY, SECRET, TENANT)) == "RecordKeys(…)"
