"""A record opens under its own keys, whole and unchanged, or not at all."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import UnknownRequest
from app.store.derivation import RecordKeys, prefixed
from app.store.padding import pad
from app.store.sealing import Header, decrypt, encrypt, seal, unseal

VECTORS = json.loads((Path(__file__).parent / "vectors" / "aes_gcm_test.json").read_text())
CASES = [case for group in VECTORS["testGroups"] for case in group["tests"]]

KID = b"kid"
HEADER = Header(KID, 7, 1_800_000_900_000, 1_800_086_400_000, single_use=True)
KEYS = RecordKeys(bytes(range(32)), bytes(range(32, 64)), "acme")
CONTENT = "김가상 010-0000-0000".encode()

HEADER_BYTES = 69
COMMITMENT_PLACE = slice(25, 57)
NONCE_PLACE = slice(57, 69)


def opens(record: bytes, kid: bytes = KID, keys: RecordKeys = KEYS) -> bool:
    try:
        unseal(record, kid, keys)
    except UnknownRequest:
        return False
    return True


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"tc{case['tcId']}")
def test_wycheproof(case):
    """Every Wycheproof case with 256-bit key, 96-bit nonce and 128-bit tag is sealed as published, or refused."""
    key, nonce, header, content, ciphertext, tag = (
        bytes.fromhex(case[name]) for name in ("key", "iv", "aad", "msg", "ct", "tag")
    )
    if case["result"] == "valid":
        assert encrypt(bytearray(key), nonce, content, header) == ciphertext + tag
        assert decrypt(bytearray(key), nonce, ciphertext + tag, header) == content
    else:
        with pytest.raises(InvalidTag):
            decrypt(bytearray(key), nonce, ciphertext + tag, header)


@given(
    st.builds(
        Header,
        st.binary(min_size=3, max_size=3),
        st.integers(0, 2**32 - 1),
        st.integers(0, 2**64 - 1),
        st.integers(0, 2**64 - 1),
        st.booleans(),
    ),
    st.binary(max_size=3_000),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
@settings(deadline=None)
def test_what_is_sealed_opens(header, content, tenant):
    """Every header and content come back as they were sealed."""
    keys = RecordKeys(b"r" * 32, b"s" * 32, tenant)
    assert unseal(seal(header, content, keys), header.kid, keys) == (header, content)


def test_every_single_bit_flip_is_refused():
    """No bit of a record can change: header, commitment, nonce, ciphertext and tag are all authenticated."""
    record = seal(HEADER, CONTENT, KEYS)
    for bit in range(len(record) * 8):
        flipped = bytearray(record)
        flipped[bit >> 3] ^= 1 << (bit & 7)
        assert not opens(bytes(flipped)), bit


def test_every_other_length_is_refused():
    """A record cut anywhere, or with anything before or after it, does not open."""
    record = seal(HEADER, CONTENT, KEYS)
    for length in range(len(record)):
        assert not opens(record[:length]), length
        assert not opens(record[length + 1 :]), length
    for extra in (b"\0", b"\x80", record[-1:], record):
        assert not opens(record + extra)
        assert not opens(extra + record)


def test_refusals_name_no_reason():
    """Whatever is wrong with a record, the error is the same and shows no other error as its cause."""
    record = seal(HEADER, CONTENT, KEYS)
    tampered = record[:-1] + bytes([record[-1] ^ 1])
    unpadded = resealed(record[:HEADER_BYTES], CONTENT)
    for refused in (b"", b"\xff" + record[1:], record[:30] + bytes(32) + record[62:], tampered, unpadded):
        with pytest.raises(UnknownRequest) as caught:
            unseal(refused, KID, KEYS)
        assert caught.value.args == UnknownRequest().args
        assert caught.value.__context__ is None or caught.value.__suppress_context__


@pytest.mark.parametrize(
    "keys",
    [
        RecordKeys(bytes(32), bytes(range(32, 64)), "acme"),
        RecordKeys(bytes(range(32)), bytes(32), "acme"),
        RecordKeys(bytes(range(32)), bytes(range(32, 64)), "acme2"),
    ],
    ids=["ring", "secret", "tenant"],
)
def test_other_keys_open_nothing(keys):
    """A record does not open with another ring key, another secret or for another tenant."""
    assert not opens(seal(HEADER, CONTENT, KEYS), keys=keys)


def test_another_kid_opens_nothing():
    """A record that names another kid than the request id is refused."""
    assert not opens(seal(HEADER, CONTENT, KEYS), kid=b"kie")


def resealed(packed: bytes, content: bytes) -> bytes:
    """Return a record with the header `packed`, sealed by someone who has the AES key."""
    return packed + encrypt(KEYS.key(), packed[NONCE_PLACE], content, packed + KEYS.tenant)


def test_a_foreign_commitment_is_refused():
    """A record whose ciphertext opens under the key, but which commits to another key, is refused: GCM alone would take it."""
    record = seal(HEADER, CONTENT, KEYS)
    packed = bytearray(record[:HEADER_BYTES])
    assert opens(resealed(bytes(packed), pad(CONTENT)))
    packed[COMMITMENT_PLACE] = bytes(32)
    assert not opens(resealed(bytes(packed), pad(CONTENT)))


@pytest.mark.parametrize("flags", range(2, 256))
def test_unknown_flags_are_refused(flags):
    """A record with a flag that this version does not know is not opened as if the flag meant nothing."""
    record = seal(HEADER, CONTENT, KEYS)
    packed = record[:4] + bytes([flags]) + record[5:HEADER_BYTES]
    assert not opens(resealed(packed, pad(CONTENT)))


@pytest.mark.parametrize("version", [0, *range(2, 256)])
def test_other_versions_are_refused(version):
    """A record of another version is refused, even one sealed under the right key."""
    record = seal(HEADER, CONTENT, KEYS)
    packed = bytes([version]) + record[1:HEADER_BYTES]
    assert not opens(resealed(packed, pad(CONTENT)))


@pytest.mark.parametrize("content", [b"", b"\x80", pad(CONTENT) + b"\0", pad(CONTENT)[:-1], bytes(256)])
def test_content_that_is_not_padded_is_refused(content):
    """A record with unpadded content is refused, even one sealed under the right key."""
    record = seal(HEADER, CONTENT, KEYS)
    assert not opens(resealed(record[:HEADER_BYTES], content))


def test_a_record_is_plain_aes_gcm():
    """Another route to AES-GCM and HMAC opens a record by the format's description alone."""
    record = seal(HEADER, CONTENT, KEYS)
    packed, sealed, tag = record[:HEADER_BYTES], record[HEADER_BYTES:-16], record[-16:]
    prk = hmac.digest(bytes(range(32)), bytes(range(32, 64)), hashlib.sha256)
    info = prefixed(b"garim1 key") + prefixed(b"acme")
    key = hmac.digest(prk, info + b"\x01", hashlib.sha256)
    decryptor = Cipher(algorithms.AES(key), modes.GCM(packed[NONCE_PLACE], tag)).decryptor()
    decryptor.authenticate_additional_data(packed + prefixed(b"acme"))
    assert decryptor.update(sealed) + decryptor.finalize() == pad(CONTENT)
    assert packed[:25].hex() == "01" + KID.hex() + "01" + "00000007" + f"{HEADER.expires:016x}" + f"{HEADER.limit:016x}"


def test_no_nonce_and_no_record_repeats():
    """The same content under the same key is sealed anew each time: 2,000 nonces and ciphertexts differ."""
    records = [seal(HEADER, CONTENT, KEYS) for _ in range(2_000)]
    assert len({record[NONCE_PLACE] for record in records}) == 2_000
    assert len({record[HEADER_BYTES:] for record in records}) == 2_000


class Watched(RecordKeys):
    """Keys that keep a hold of the buffers that they handed out."""

    __slots__ = ("handed_out",)

    def key(self):
        self.handed_out = super().key()
        return self.handed_out


def test_the_key_is_wiped_after_sealing_and_after_opening():
    """No key buffer holds the key after `seal`, after `unseal`, and after an `unseal` that failed."""
    keys = Watched(bytes(range(32)), bytes(range(32, 64)), "acme")
    record = seal(HEADER, CONTENT, keys)
    assert keys.handed_out == bytes(32)
    del keys.handed_out
    unseal(record, KID, keys)
    assert keys.handed_out == bytes(32)
    del keys.handed_out
    with pytest.raises(UnknownRequest):
        unseal(record[:-1], KID, keys)
    assert keys.handed_out == bytes(32)
