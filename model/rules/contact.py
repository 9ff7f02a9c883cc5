"""Ways to reach a person: e-mail and phone."""

import re
from collections.abc import Iterator
from typing import Final

import phonenumbers

from model.rules.page import Page
from model.rules.recognizer import Match, Recognizer


class Email:
    """E-mail addresses: RFC 5321 in dot-atom form, Latin letters, domains with Hangul as well.

    What follows the top-level domain in Hangul is grammar and stays outside.
    """

    name = "email"
    labels = frozenset({"EMAIL"})
    _pattern: Final = re.compile(
        r"(?<![A-Za-z0-9\u00c0-\u024f._%+'-])[A-Za-z0-9\u00c0-\u024f._%+'-]{1,128}+@"
        r"(?:[A-Za-z0-9\u00c0-\u024f가-힣_](?:[A-Za-z0-9\u00c0-\u024f가-힣_-]{0,62})\.){1,16}"
        r"(?:[A-Za-z](?:[A-Za-z0-9-]{0,22}[A-Za-z0-9])|한국)"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        if "@" not in page.text:
            return
        for found in self._pattern.finditer(page.text):
            start = found.start() + len(found[0]) - len(found[0].lstrip(".'%-"))
            yield Match("EMAIL", start, found.end(), "email")


_GAP: Final = r"(?: ?[-./·~] ?| {1,2}|)"
"""Between the groups of a phone number; may be nothing."""
_MARK: Final = r"(?: ?[-./·~] ?| {1,2}|\) ?)"
"""Between the groups of a phone number; something."""


class KoreanPhone:
    """Korean mobiles (010, 011, 016-019), landlines by area code, 070 and 050x, with or without +82.

    By the numbering plan of the Ministry of Science and ICT. Switchboards (15xx, 16xx, 18xx) and 080 belong to companies.
    """

    name = "phone"
    labels = frozenset({"PHONE"})
    _country: Final = r"(?:\(?(?:\+|00)?82\)?(?: ?[-.] ?| )?(?:\(0\) ?)?0?|\(?0)"
    _mobile: Final = re.compile(rf"(?<![0-9])(?<![0-9]-){_country}1[016789]\)?{_GAP}[0-9]{{3,4}}{_GAP}[0-9]{{4}}(?!-?[0-9])")
    _landline: Final = re.compile(
        rf"(?<![0-9])(?<![0-9][-.]){_country}"
        rf"(?:2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70|50[2-9]?){_MARK}[0-9]{{3,4}}{_MARK}[0-9]{{4}}(?!-?[0-9])"
    )
    _plain: Final = re.compile(
        r"(?<![0-9])(?<![0-9][-.])(?:02[0-9]{7,8}|0(?:3[1-3]|4[1-4]|5[1-5]|6[1-4])[0-9]{7,8}|070[0-9]{8}|050[2-9][0-9]{7,8})(?!-?[0-9])"
    )
    _local: Final = re.compile(r"(?<![0-9])(?<![0-9][-.])[2-9][0-9]{2,3}-[0-9]{4}(?!-?[0-9])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for pattern, shape in (
            (self._mobile, "mobile"),
            (self._landline, "landline"),
            (self._plain, "landline plain"),
            (self._local, "local"),
        ):
            for found in page.numbers(pattern):
                plain = shape == "mobile" and found[0].isdigit()
                start = found.start() + (found[0].startswith("(") and ")" not in found[0])  # the bracket is not the number's
                yield Match("PHONE", start, found.end(), "mobile plain" if plain else shape)


class WesternPhone:
    """North American (NANP: area and exchange begin with 2-9) and British numbers (Ofcom plan) in their usual groups."""

    name = "western_phone"
    labels = frozenset({"PHONE"})
    _american: Final = re.compile(
        r"(?<![0-9])(?<![0-9][-.,])(?:\+?1[-. ])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[-. ])[2-9][0-9]{2}[-. ][0-9]{4}"
        r"(?:,? ?(?:x|ext\.?) ?[0-9]{1,5})?(?![0-9]|[-.,][0-9])"
    )
    _british: Final = re.compile(
        r"(?<![0-9])(?<![0-9][-.])\(?0(?:20\)? [378][0-9]{3} [0-9]{4}|7[0-9]{3} [0-9]{3} ?[0-9]{3}"
        r"|1[0-9]{2,3}\)? [0-9]{3} ?[0-9]{3,4})(?!-?[0-9])"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        for pattern, shape in ((self._american, "north american"), (self._british, "british")):
            for found in page.numbers(pattern):
                yield Match("PHONE", found.start(), found.end(), shape)


class InternationalPhone:
    """Numbers with a + and a country code (ITU-T E.164, at most 15 digits), checked against the national plans."""

    name = "international_phone"
    labels = frozenset({"PHONE"})
    _pattern: Final = re.compile(r"\+[1-9](?:[ .()-]{0,3}[0-9]){6,14}(?!-?[0-9])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            try:
                possible = phonenumbers.is_possible_number(phonenumbers.parse(found[0]))
            except phonenumbers.NumberParseException:
                continue
            yield Match("PHONE", found.start(), found.end(), "international", ("possible number",) if possible else ())


RECOGNIZERS: Final[tuple[Recognizer, ...]] = (Email(), KoreanPhone(), WesternPhone(), InternationalPhone())
