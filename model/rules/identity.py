"""Numbers that a state gives to a person, and the day of birth."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from stdnum.kr import rrn

from model.rules.page import Page
from model.rules.recognizer import Match, Recognizer


class ResidentNumber:
    """Korean resident (RRN) and foreigner (FRN) registration numbers: YYMMDD-SNNNNNN.

    S, by the decree on resident registration: 1 2 born before 2000, 3 4 since 2000, 5-8 the same for foreigners, 9 0 born before
    1900: nobody is left, so no day is valid with them.
    Numbers issued since October 2020 have no check digit, and a wrong one is still a number: it is evidence only.
    """

    name = "resident_number"
    labels = frozenset({"RRN", "FRN"})
    _pattern: Final = re.compile(r"(?<![0-9])(?<![0-9]-)[0-9]{6}( {0,2}-{1,2} {0,2}| {1,2}|)([0-9])[0-9]{6}(?!-?[0-9])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            separator, sex = found[1], found[2]
            shape = "rrn hyphenated" if "-" in separator else "rrn spaced" if separator else "rrn plain"
            digits = re.sub("[^0-9]", "", found[0])
            evidence = ["valid date"] if sex in _CENTURY and _is_day(_CENTURY[sex], digits[:2], digits[2:4], digits[4:6]) else []
            foreign = sex in "5678"
            if evidence and (int(rrn.calc_check_digit(digits)) + 2 * foreign) % 10 == int(digits[-1]):
                evidence.append("checksum")  # foreigners' check digits are two higher
            yield Match("FRN" if foreign else "RRN", found.start(), found.end(), shape, tuple(evidence))


class SocialSecurityNumber:
    """US social security numbers, AAA-GG-SSSS. Never issued: area 000, 666 and 900-999, group 00, serial 0000 (SSA)."""

    name = "social_security_number"
    labels = frozenset({"SSN"})
    _pattern: Final = re.compile(r"(?<![0-9])(?<![0-9]-)[0-9]{3}([- ])[0-9]{2}\1[0-9]{4}(?!-?[0-9])")
    _issued: Final = re.compile(r"(?!000|666|9)[0-9]{3}.(?!00)[0-9]{2}.(?!0000)")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            shape = "ssn hyphenated" if found[1] == "-" else "ssn spaced"
            yield Match("SSN", found.start(), found.end(), shape, ("issued",) if self._issued.match(found[0]) else ())


class Passport:
    """Korean passports (M12345678, since 2021 M123A4567) and others of up to three letters and digits; all need a cue."""

    name = "passport"
    labels = frozenset({"PASSPORT"})
    _pattern: Final = re.compile(
        r"(?<![A-Za-z0-9-])(?:[A-Z][0-9]{2,3}[A-Z][0-9]{4,5}|[A-Z]{1,3}[0-9]{6,8}|[0-9]{9})(?![A-Za-z0-9-])"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            yield Match("PASSPORT", found.start(), found.end(), "passport")


class KoreanLicence:
    """Korean driver licences: region 11-28, year, six digits, two check digits (NN-NN-NNNNNN-NN)."""

    name = "driver_licence"
    labels = frozenset({"DRIVER_LICENSE"})
    _pattern: Final = re.compile(r"(?<![0-9])(?<![0-9]-)(?:1[1-9]|2[0-8])([- ])[0-9]{2}\1[0-9]{6}\1[0-9]{2}(?!-?[0-9])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            yield Match("DRIVER_LICENSE", found.start(), found.end(), "licence korean")


class BirthDate:
    """Days with birth evidence: a cue before them, or 생 ("born") behind them. Other days are no candidates here."""

    name = "birth_date"
    labels = frozenset({"DOB"})
    _numeric: Final = re.compile(
        r"(?<![0-9])(?<![0-9][-./])"
        r"(?P<y>(?:19|20)[0-9]{2}|[0-9]{2})(?P<s> ?[-./] ?| ?년 ?|)(?P<m>[0-9]{1,2})(?:(?P=s)| ?월 ?)(?P<d>[0-9]{1,2})(?: ?일)?"
        r"(?!-?[0-9])"
    )
    _day_first: Final = re.compile(
        r"(?<![0-9])(?<![0-9][-./])(?P<a>[0-9]{1,2})([-./])(?P<b>[0-9]{1,2})\2(?P<y>(?:19|20)[0-9]{2})(?![0-9])"
    )
    _worded: Final = re.compile(
        r"(?<![a-z0-9])(?:(?P<d>[0-9]{1,2})(?:st|nd|rd|th)?(?: of)?[ -])?"
        r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?[ -]"
        r"(?:(?P<e>[0-9]{1,2})(?:st|nd|rd|th)?,? )?(?:19|20)[0-9]{2}(?![0-9])"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._numeric):
            if shape := _shape_of_date(found):
                dotted = found["s"] == ". " and page.text.startswith(".", found.end())  # "1990. 1. 1." ends with its dot
                yield Match("DOB", found.start(), found.end() + dotted, shape)
        for found in page.numbers(self._day_first):
            if _is_day("", found["y"], found["a"], found["b"]) or _is_day("", found["y"], found["b"], found["a"]):
                yield Match("DOB", found.start(), found.end(), "date")
        for found in page.numbers(self._worded, lower=True):
            if bool(found["d"]) != bool(found["e"]):
                yield Match("DOB", found.start(), found.end(), "date")


def _shape_of_date(found: re.Match[str]) -> str | None:
    """Return the shape of a numeric day, or None for digits that are no day."""
    year, separator, month, day = found["y"], found["s"], found["m"], found["d"]
    if not separator and (len(month) != 2 or len(day) != 2 or "월" in found[0]):
        return None
    if not any(_is_day(century, year, month, day) for century in (("",) if len(year) == 4 else ("19", "20"))):
        return None
    if separator:
        return "date"
    return "date of eight digits" if len(year) == 4 else "date of six digits"


_CENTURY: Final = {"1": "19", "2": "19", "3": "20", "4": "20", "5": "19", "6": "19", "7": "20", "8": "20"}
"""Digit S of a resident number → the first two digits of the year of birth."""


def _is_day(century: str, year: str, month: str, day: str) -> bool:
    """Say whether the parts name a day of the calendar."""
    try:
        date(int(century + year), int(month), int(day))
    except ValueError:
        return False
    return True


RECOGNIZERS: Final[tuple[Recognizer, ...]] = (ResidentNumber(), SocialSecurityNumber(), Passport(), KoreanLicence(), BirthDate())
