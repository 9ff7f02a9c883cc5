"""The request id has one spelling, and nothing else is accepted."""

import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import UnknownRequest
from app.store.request_id import RequestId

KIDS = st.binary(min_size=3, max_size=3)
SECRETS = st.binary(min_size=32, max_size=32)
ALPHABET = string.ascii_letters + string.digits + "-_"

SPELLING = RequestId(b"\x01\x02\x03", bytes(range(32))).spell()


def accepted(spelling: str) -> bool:
    try:
        RequestId.parse(spelling)
    except UnknownRequest:
        return False
    return True


@given(KIDS, SECRETS)
@settings(deadline=None)
def test_what_is_spelled_is_read_back(kid, secret):
    """Every kid and secret survive the way to the caller and back, in 57 URL-safe characters."""
    spelling = RequestId(kid, secret).spell()
    parsed = RequestId.parse(spelling)
    assert re.fullmatch(r"grm1_[A-Za-z0-9_-]{52}", spelling)
    assert (parsed.kid, parsed.secret) == (kid, secret)


def test_the_spelling_never_changes():
    """Ids handed out earlier keep their meaning: kid, secret and checksum stand where they stood."""
    assert SPELLING == "grm1_AQIDAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh-kteNl"


def test_every_single_bit_flip_is_refused():
    """No id is one bit away from another one that is accepted."""
    raw = SPELLING.encode()
    for bit in range(len(raw) * 8):
        flipped = bytearray(raw)
        flipped[bit >> 3] ^= 1 << (bit & 7)
        assert not accepted(flipped.decode("latin-1")), bit


def test_every_wrong_character_is_refused():
    """One mistyped character is caught at every place, whatever stands there instead."""
    for place in range(5, len(SPELLING)):
        for character in ALPHABET.replace(SPELLING[place], ""):
            assert not accepted(SPELLING[:place] + character + SPELLING[place + 1 :]), (place, character)


def test_swapped_neighbours_are_refused():
    """Two characters in the wrong order are caught at every place."""
    for place in range(5, len(SPELLING) - 1):
        one, other = SPELLING[place], SPELLING[place + 1]
        if one != other:
            assert not accepted(SPELLING[:place] + other + one + SPELLING[place + 2 :]), place


def test_every_other_length_is_refused():
    """A cut id, and an id with anything after it, is none."""
    for length in range(len(SPELLING)):
        assert not accepted(SPELLING[:length]), length
        assert not accepted(SPELLING[length:] + SPELLING), length
        assert not accepted(SPELLING + (SPELLING * 2)[: length + 1]), length


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s + "=",
        lambda s: s + "\n",
        lambda s: " " + s,
        lambda s: s[:20] + "\n" + s[20:],
        lambda s: s.upper(),
        lambda s: s.replace("grm1_", "GRM1_"),
        lambda s: s.replace("grm1_", "grm2_"),
        lambda s: s.removeprefix("grm1_"),
        lambda s: s.replace("1", "\uff11"),
        lambda s: s[:-1] + "\u0661",
        lambda s: s + "\0",
    ],
)
def test_other_spellings_are_refused(change):
    """Padding, white space, other cases, prefixes and digits do not make a second spelling of the same id."""
    assert not accepted(change(SPELLING))


def test_the_other_base64_alphabet_is_refused():
    """`+` and `/` do not stand in for `-` and `_`."""
    spelling = RequestId(b"\xfb\xff\xbf", b"\xfb\xff\xbf" * 10 + b"\xfb\xff").spell()
    assert accepted(spelling)
    assert not accepted(spelling.replace("-", "+"))
    assert not accepted(spelling.replace("_", "/").replace("grm1/", "grm1_"))


@given(st.text(alphabet=ALPHABET, min_size=52, max_size=52) | st.text())
@settings(deadline=None)
def test_whatever_is_accepted_is_the_one_spelling(text):
    """No string is read as an id and spelled in another way."""
    for candidate in ("grm1_" + text, text):
        if accepted(candidate):
            assert RequestId.parse(candidate).spell() == candidate


def test_ids_are_never_issued_twice():
    """Secrets come from the system's random source: ten thousand differ."""
    assert len({RequestId.issue(b"kid").secret for _ in range(10_000)}) == 10_000


def test_repr_shows_no_part():
    """Neither kid nor secret nor spelling is in `repr` and `str`."""
    request_id = RequestId.parse(SPELLING)
    assert {repr(request_id), str(request_id), f"{request_id}"} == {"RequestId(…)"}
