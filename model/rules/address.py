"""Postal addresses, down to the room, and postcodes."""

import re
from collections.abc import Iterator
from typing import Final

from model.rules import words
from model.rules.page import Page
from model.rules.recognizer import Match, Recognizer

_REGIONS: Final = words.load("regions")
_PROVINCE: Final = rf"(?:{words.alternation(_REGIONS['first level'])})"
_BUILDING: Final = rf"(?:{words.alternation(_REGIONS['building'])})"
_NO_PLACE: Final = rf"(?!(?:{words.alternation(_REGIONS['no place'])})[ 가-힣])"
_NO_ROAD: Final = frozenset(_REGIONS["no road"])
_STREET: Final = rf"(?:{words.alternation(_REGIONS['street'])})"

_NUMBER: Final = r"(?:산|지하)? ?[0-9]{1,5}(?:-[0-9]{1,5})?(?:번지)?(?![0-9])"
_UNIT: Final = (
    r"(?:(?:제|지하|지상)? ?[A-Z가-힣]?-?[0-9]{1,4} ?(?:동|층|호실|호)(?!선)"
    r"|[A-Za-z가나다라마바] ?동(?![가-힣])|[가-힣]{1,6}동(?= ?[0-9]{1,4} ?호))"
)
"""One building, floor or room."""
_NAMED: Final = (
    rf"(?:[가-힣A-Za-z0-9]{{1,12}}{_BUILDING}"
    r"|[가-힣A-Za-z0-9]{0,10}[가-힣A-Za-z](?= {0,2}(?:(?:지하 ?)?[A-Z가-힣]?-?[0-9]{1,4} ?[동층호]| [A-Za-z가나다라마바]동)))"
)
"""A named building, before its units."""
_QUARTER: Final = r"(?: ?\([가-힣0-9]{1,8}(?:동|가|리|읍|면)(?:, ?[가-힣A-Za-z0-9 ]{1,20})?\))"
"""The legal quarter in brackets, as the road-name rule writes it."""
_REST: Final = rf"(?:{_QUARTER}?(?:(?:, {{0,2}}| {{1,2}}){_NAMED})?(?:,? {{0,2}}{_UNIT}){{0,3}}{_QUARTER}?)"
_ROAD: Final = r"[가-힣0-9]{1,9}(?:대로|로|길)(?: ?[0-9]{1,4}(?:번|가|나|다|라|마|바)?길)?"
_LOT: Final = r"[가-힣]{1,6}[0-9]{0,2}(?:동|리|가|읍|면)"
_CITY: Final = rf"{_NO_PLACE}[가-힣]{{1,4}}[시군구]"
_PLACE: Final = (
    rf"(?:{_PROVINCE} ?(?:{_CITY} ?){{0,3}}|(?:{_CITY} ){{1,3}})(?:[가-힣0-9]{{1,5}}[읍면동] )?(?:[가-힣0-9]{{1,6}}리 )?"
)


class KoreanAddress:
    """Korean addresses by road name (Road Name Address Act: place, road, number, rooms) and by lot (quarter and lot number).

    A road without a place before it counts only with rooms behind it: "앞으로 3" is no road.
    """

    name = "korean_address"
    labels = frozenset({"ADDRESS"})
    _road: Final = re.compile(rf"(?<![가-힣])(?P<place>{_PLACE})?(?P<road>{_ROAD}) ?{_NUMBER}(?P<rest>{_REST})")
    _lot: Final = re.compile(
        rf"(?<![가-힣])(?:(?P<province>{_PROVINCE}) ?)?(?P<cities>(?:{_CITY} ?){{0,3}})(?:[가-힣0-9]{{1,5}}[읍면동] )?"
        rf"{_LOT} {{0,2}}(?P<number>{_NUMBER})(?P<rest>{_REST})"
    )
    _rooms: Final = re.compile(
        rf"(?<![가-힣0-9-])(?:[가-힣]{{1,8}}{_BUILDING} )?"
        r"[0-9]{1,4} ?동 ?[0-9]{1,4} ?호(?![0-9텔선차])"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._road):
            if found["road"] in _NO_ROAD or "으로" in found["road"][-2:]:
                continue
            if found["place"]:
                yield _address(found, "road")
            elif found["rest"].strip(" ,"):
                yield _address(found, "road without place")
        for found in page.numbers(self._lot):
            towns = bool(found["province"]) + found["cities"].count(" ")
            exact = "-" in found["number"] or "번지" in found["number"] or bool(found["rest"].strip(" ,"))
            if towns > 1 or (towns and exact):
                yield _address(found, "lot")
        for found in page.numbers(self._rooms):
            yield _address(found, "rooms")


def _address(found: re.Match[str], shape: str) -> Match:
    return Match("ADDRESS", found.start(), found.start() + len(found[0].rstrip(" ,")), shape)


class StreetAddress:
    """American, British and romanised Korean street addresses: flat, house, number, street, town, state."""

    name = "street_address"
    labels = frozenset({"ADDRESS"})
    _capital: Final = r"[A-Z][A-Za-z'.-]{1,20}"
    _town: Final = r"[A-Z][a-z][A-Za-z'-]{0,20}"
    _flat: Final = r"(?:Apt|Apartment|Suite|Ste|Unit|Flat|Room|Rm|Floor|Building|Bldg|#)\.? ?#?[0-9A-Za-z-]{1,6}"
    _street: Final = (
        rf"(?:(?:{_capital}|[0-9]{{1,3}}(?:st|nd|rd|th)) ){{1,4}}{_STREET}\b\.?"
        r"|[A-Z][a-z-]{1,20}-(?:daero|ro|gil)(?: [0-9]{1,4}(?:beon)?-gil)?"
    )
    _house: Final = rf"(?:{_capital} ){{1,2}}(?:House|Court|Building|Tower)"
    _pattern: Final = re.compile(
        rf"(?<![0-9A-Za-z#.,-])(?:(?:{_flat},? |[0-9]{{1,4}}-(?:ho|dong), ){{0,2}}(?:{_house}, )?"
        rf"[0-9]{{1,6}}[A-Za-z]?(?:-[0-9]{{1,5}})? (?:(?:N|S|E|W|NE|NW|SE|SW)\.? )?(?:{_street})|{_flat}, (?:{_street}))"
        rf"(?:,? {_flat})?(?:, (?!{_STREET}\b)(?:{_town} ?){{1,3}}){{0,3}}(?:, ?[A-Z]{{2}}\b)?"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            yield Match("ADDRESS", found.start(), found.start() + len(found[0].rstrip(" ,.")), "street")


class Postcode:
    """Korean and US postcodes need a cue or an address beside them; British ones (BS 7666) have a shape of their own."""

    name = "postcode"
    labels = frozenset({"ZIPCODE"})
    _digits: Final = re.compile(r"(?<![0-9-])(?<![0-9][.,])[0-9]{5}(?:-[0-9]{4})?(?![0-9]|[-.,][0-9])")
    _state: Final = re.compile(r"(?<=, [A-Z]{2} )[0-9]{5}(?:-[0-9]{4})?(?![0-9-])")
    _bracketed: Final = re.compile(rf"(?<=\()[0-9]{{5}}(?=\)[ \t]{{0,4}}{_PROVINCE})")
    _british: Final = re.compile(r"(?<![A-Za-z0-9-])[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}(?![A-Za-z0-9-])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._digits):
            yield Match("ZIPCODE", found.start(), found.end(), "zipcode")
        for pattern in (self._state, self._bracketed, self._british):
            for found in page.numbers(pattern):
                yield Match("ZIPCODE", found.start(), found.end(), "postcode")


RECOGNIZERS: Final[tuple[Recognizer, ...]] = (KoreanAddress(), StreetAddress(), Postcode())
