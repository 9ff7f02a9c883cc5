"""Cards and bank accounts."""

import re
from collections.abc import Iterator
from typing import Final

from stdnum import luhn

from model.rules.page import Page
from model.rules.recognizer import Match, Recognizer

_GAP: Final = r"(?: ?[-./] ?| {1,2})"
"""Between the groups of a card number."""


class Card:
    """Payment cards of 13 to 19 digits (ISO/IEC 7812): in their usual groups on sight, plain ones with a cue or a check digit."""

    name = "card"
    labels = frozenset({"CARD_NUMBER"})
    _pattern: Final = re.compile(
        r"(?<![0-9])(?<![0-9][-.])(?:"
        rf"(?P<grouped>[0-9]{{4}}(?:{_GAP}[0-9]{{4}}){{3}}|3[47][0-9]{{2}}{_GAP}[0-9]{{6}}{_GAP}[0-9]{{5}}"
        rf"|3[0689][0-9]{{2}}{_GAP}[0-9]{{6}}{_GAP}[0-9]{{4}})"
        r"|(?P<sixteen>[0-9]{16})|[0-9]{13,15}|[0-9]{17,19})(?!-?[0-9])"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            if found["sixteen"]:
                shape = "card plain"
            elif found["grouped"]:
                shape = "card grouped" if re.search("[-.]", found[0]) else "card spaced"
            else:
                shape = "card of other length"
            digits = re.sub("[^0-9]", "", found[0])
            evidence = ["checksum"] if luhn.is_valid(digits) else []
            if _ISSUERS.match(digits):
                evidence.append("issuer")
            yield Match("CARD_NUMBER", found.start(), found.end(), shape, tuple(evidence))


_ISSUERS: Final = re.compile(r"(?:4|5[1-5]|2[2-7]|3[47]|35|6|9)")
"""First digits of the networks: Visa, Mastercard, American Express, JCB, UnionPay and Discover; 9 is for national use (Korea)."""


class Account:
    """Bank accounts: runs of 8 to 16 digits in at most five groups that are no day.

    Banks number as they like, so these are weak and the cue decides. `_known` are forms that only some Korean banks use
    (Shinhan, Woori, KakaoBank, NongHyup, by their public number guides).
    """

    name = "account"
    labels = frozenset({"ACCOUNT_NUMBER"})
    _pattern: Final = re.compile(
        r"(?<![0-9])(?<![0-9][-.,:/])(?:[0-9]{2,7}(?:(?: ?- ?|[ .])[0-9]{2,8}){1,4}(?:-[0-9])?|[0-9]{8,16})"
        r"(?![0-9])(?![-.,:/][0-9])"
    )
    _day: Final = re.compile(r"(?:19|20)[0-9]{2}([- ]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12][0-9]|3[01])")

    _known: Final = re.compile(
        r"110-[0-9]{3}-[0-9]{6}|100[25]-[0-9]{3}-[0-9]{6}|3333-[0-9]{2}-[0-9]{7}|3(?:0[12]|5[126])-[0-9]{4}-[0-9]{4}-[0-9]{2}"
    )

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            digits = sum(map(str.isdigit, found[0]))
            if not 8 <= digits <= 16 or self._day.match(found[0]):
                continue
            if self._known.fullmatch(found[0]):
                shape = "account of a bank"
            else:
                shape = "account plain" if digits == len(found[0]) else "account grouped"
            yield Match("ACCOUNT_NUMBER", found.start(), found.end(), shape)


RECOGNIZERS: Final[tuple[Recognizer, ...]] = (Card(), Account())
