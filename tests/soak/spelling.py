"""Where another spelling of a value may stand: wide on purpose, since it only bounds what a tokenizer may cover."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tests.soak.boundary import Verdict, bounded

NUMERIC = frozenset({"PHONE", "RRN", "FRN", "SSN", "CARD_NUMBER", "ACCOUNT_NUMBER", "DOB", "DATE", "CVC", "BUSINESS_ID"})
SERIAL = NUMERIC | {"PASSPORT", "DRIVER_LICENSE", "IPIN", "IMEI", "GENERIC_ID", "TRANSACTION_APPROVAL_ID", "VIRTUAL_CARD_NUMBER"}
FOLDED_CASE = frozenset({"EMAIL", "URL", "PERSON"})
DATES = frozenset({"DOB", "DATE"})
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d"
ODD = re.compile(f"[\u00ad\u200b-\u200f\u2060\ufeff{DASHES}]")


@lru_cache(maxsize=8)
def folded(source: str, *, case: bool) -> tuple[str, tuple[int, ...]]:
    """Return the source without spaces and zero-width characters, compatibility forms folded, with each one's place."""
    if ODD.search(source) is None and unicodedata.is_normalized("NFKC", source):
        kept = [(letter, place) for place, letter in enumerate(source) if not letter.isspace()]
    else:
        kept = [(part, place) for place, letter in enumerate(source) for part in fold(letter)]
    text = "".join(letter for letter, _ in kept)
    lower = text.lower() if case else text
    return (lower if len(lower) == len(text) else text), tuple(place for _, place in kept)


@lru_cache(maxsize=4096)
def fold(letter: str) -> str:
    """Return what a letter counts as: nothing for spaces and zero-width characters, the plain form of a compatibility form."""
    if ODD.match(letter):
        return "-" if letter in DASHES else ""
    return "" if letter.isspace() else unicodedata.normalize("NFKC", letter)


@lru_cache(maxsize=8)
def decimals(source: str) -> tuple[str, tuple[int, ...]]:
    """Return the decimal digits of the source as ASCII, with each one's place."""
    places = tuple(place for place, letter in enumerate(source) if letter.isdecimal())
    return "".join(str(unicodedata.decimal(source[place])) for place in places), places


@lru_cache(maxsize=8)
def alphanumerics(source: str) -> tuple[str, tuple[int, ...]]:
    """Return the Latin letters and digits of the source in lower case, with each one's place."""
    kept = [(part, place) for place, letter in enumerate(source) for part in fold(letter) if part.isascii() and part.isalnum()]
    return "".join(letter for letter, _ in kept).lower(), tuple(place for _, place in kept)


def occurrences(text: str, value: str) -> Iterator[int]:
    """Yield the start of each literal occurrence, overlapping ones included."""
    start = text.find(value)
    while start >= 0:
        yield start
        start = text.find(value, start + 1)


def digit_forms(label: str, value: str) -> set[str]:
    """Return the digit strings that stand for the same number."""
    plain = "".join(str(unicodedata.decimal(letter)) for letter in value if letter.isdecimal())
    if not plain:
        return set()
    forms = {plain}
    if label == "PHONE":
        national = re.sub(r"^(?:00)?820?", "0", plain)
        forms |= {
            national,
            "82" + national.removeprefix("0"),
            "82" + national,
            "0082" + national.removeprefix("0"),
            plain.removeprefix("1"),
            "1" + plain,
        }
    if label in DATES and (found := re.fullmatch(r"\D*(\d{2}|\d{4})(?:(?=\d{4}$)|\D+)(\d{1,2}?)\D*(\d{1,2})\D*", value)):
        year, month, day = found.groups()
        for years in {year, year[-2:]}:
            for months in {month.zfill(2), str(int(month))}:
                forms |= {years + months + days for days in (day.zfill(2), str(int(day)))}
    return forms - {""}


def other_spellings(source: str, label: str, value: str) -> Iterator[tuple[int, int]]:
    """Yield every place that a tokenizer may take for another spelling of `value`."""
    case = label in FOLDED_CASE
    text, places = folded(source, case=case)
    needle, _ = folded(value, case=case)
    if needle:
        for start in occurrences(text, needle):
            yield places[start], places[start + len(needle) - 1] + 1
    if label in SERIAL:
        serial, places = alphanumerics(source)
        needle, _ = alphanumerics(value)
        if len(needle) >= 7 and not needle.isdecimal():
            for start in occurrences(serial, needle):
                yield places[start], places[start + len(needle) - 1] + 1
    if label not in NUMERIC:
        return
    stream, digits = decimals(source)
    for form in digit_forms(label, value):
        for start in occurrences(stream, form):
            first, last = digits[start], digits[start + len(form) - 1]
            between = source[first : last + 1]
            if not any(letter.isalpha() and letter not in "년월일" for letter in between):
                yield first, last + 1


def allowed_spellings(source: str, label: str, value: str) -> Iterator[tuple[int, int]]:
    """Yield those of `other_spellings` that stand within boundaries."""
    for start, end in other_spellings(source, label, value):
        if source[start:end] != value and bounded(source, start, end) is not Verdict.NO:
            yield start, end
