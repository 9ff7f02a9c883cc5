"""One table: what the HARDENED rules know of each label: its priority, how its values are spelled, which identify alone."""

import re
from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from app.tokenizer.characters import HANGUL, OTHER, class_of


class Spelling(Enum):
    """Which other spellings of a value count as the same value."""

    NAME = "spacing inside a name; case of full names"
    PHRASE = "other white space between words, line breaks"
    EXACT = "invisible and full-width characters only"
    CASELESS = "as EXACT, and case"
    NUMBER = "the same digits with other separators"
    PHONE = "as NUMBER, national and international"
    DATE = "the same day written otherwise"


class Trait(NamedTuple):
    """`rank`: of overlapping labels the lowest stays whole. `identifies`: whether a value is masked wherever it stands."""

    rank: int
    spelling: Spelling
    identifies: Callable[[str], bool]


def _never(_value: str) -> bool:
    return False


def _long(value: str) -> bool:
    """At least seven letters and digits with a digit, or an @: too long to stand elsewhere by chance."""
    return "@" in value or (sum(map(str.isalnum, value)) >= 7 and any(map(str.isdecimal, value)))


def _unguessable(value: str) -> bool:
    return len("".join(value.split())) >= 8


def _network(value: str) -> bool:
    """An address in dotted or colon notation, as short as `10.0.0.1` or `fe80::1`."""
    return len(value) >= 7 and ("." in value or ":" in value)


def _full_name(value: str) -> bool:
    """At least three syllables (Hangul, Han, Kana), or two words of another script."""
    letters = "".join(value.split())
    syllables = sum(letter.isalpha() and class_of(letter) in (HANGUL, OTHER) for letter in letters)
    return syllables >= 3 or (len(value.split()) >= 2 and syllables < len(letters))


def _house(value: str) -> bool:
    """Two words and a number: down to a house. A city or a district alone names nobody."""
    return len(value.split()) >= 2 and any(map(str.isdecimal, value))


def _whole_date(value: str) -> bool:
    return len(re.findall(r"\d", value)) >= 6


def _long_name(value: str) -> bool:
    return len("".join(value.split())) >= 4


_TABLE: Final = (
    ("RRN", Spelling.NUMBER, _long),
    ("FRN", Spelling.NUMBER, _long),
    ("SSN", Spelling.NUMBER, _long),
    ("CARD_NUMBER", Spelling.NUMBER, _long),
    ("VIRTUAL_CARD_NUMBER", Spelling.NUMBER, _long),
    ("ACCOUNT_NUMBER", Spelling.NUMBER, _long),
    ("PASSPORT", Spelling.NUMBER, _long),
    ("DRIVER_LICENSE", Spelling.NUMBER, _long),
    ("IPIN", Spelling.NUMBER, _long),
    ("CI", Spelling.EXACT, _unguessable),
    ("SECRET", Spelling.EXACT, _unguessable),
    ("PHONE", Spelling.PHONE, _long),
    ("EMAIL", Spelling.CASELESS, _long),
    ("IMEI", Spelling.NUMBER, _long),
    ("BUSINESS_ID", Spelling.NUMBER, _long),
    ("TRANSACTION_APPROVAL_ID", Spelling.NUMBER, _long),
    ("GENERIC_ID", Spelling.NUMBER, _long),
    ("USER_ID", Spelling.EXACT, _long),
    ("CVC", Spelling.EXACT, _never),
    ("CARD_EXPIRY", Spelling.EXACT, _never),
    ("MACADDRESS", Spelling.CASELESS, _long),
    ("IPADDRESS", Spelling.CASELESS, _network),
    ("URL", Spelling.CASELESS, _unguessable),
    ("DOB", Spelling.DATE, _whole_date),
    ("DATE", Spelling.DATE, _whole_date),
    ("PERSON", Spelling.NAME, _full_name),
    ("ADDRESS", Spelling.PHRASE, _house),
    ("ZIPCODE", Spelling.EXACT, _never),
    ("ORGANIZATION", Spelling.PHRASE, _long_name),
    ("REL", Spelling.PHRASE, _never),
    ("PORT", Spelling.EXACT, _never),
)
"""By priority: what identifies a person most directly comes first; the first seed's nine labels keep their order."""

_CANONICAL: Final = {label: Trait(rank, spelling, alone) for rank, (label, spelling, alone) in enumerate(_TABLE)}
TRAITS: Final = _CANONICAL | {"ACCOUNT": _CANONICAL["ACCOUNT_NUMBER"], "CARD": _CANONICAL["CARD_NUMBER"]}
"""By label, under its canonical and its compact name."""
