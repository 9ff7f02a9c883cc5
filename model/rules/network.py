"""Addresses of machines."""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from model.rules.page import Page
from model.rules.recognizer import Match, Recognizer


class IPv4:
    """Dotted quads with octets of 0-255. Four single digits are more often a version or a section: they need a cue."""

    name = "ipv4"
    labels = frozenset({"IPADDRESS"})
    _octet: Final = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    _pattern: Final = re.compile(rf"(?<![0-9A-Za-z.])(?<![0-9]-){_octet}(?:\.{_octet}){{3}}(?![0-9A-Za-z]|\.[0-9]|-[0-9A-Za-z])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in page.numbers(self._pattern):
            yield Match("IPADDRESS", found.start(), found.end(), "ipv4 of single digits" if len(found[0]) == 7 else "ipv4")


class IPv6:
    """IPv6 in the text forms of RFC 4291, at least three groups: shorter ones (`::1`, `a::b`) are code or loopback."""

    name = "ipv6"
    labels = frozenset({"IPADDRESS"})
    _pattern: Final = re.compile(r"(?<![0-9A-Za-z:.])(?:[0-9A-Fa-f]{1,4}|:)(?::[0-9A-Fa-f]{0,4}){2,7}(?![0-9A-Za-z:])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in self._pattern.finditer(page.text):
            if sum(map(bool, found[0].split(":"))) < 3:
                continue
            try:
                IPv6Address(found[0])
            except AddressValueError:
                continue
            yield Match("IPADDRESS", found.start(), found.end(), "ipv6")


class MacAddress:
    """MAC addresses (EUI-48, IEEE 802): six octets with colons or hyphens, or three dotted groups with a letter among them."""

    name = "mac"
    labels = frozenset({"MACADDRESS"})
    _pattern: Final = re.compile(
        r"(?<![0-9A-Za-z:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![0-9A-Za-z]|[:-][0-9A-Za-z])"
    )
    _dotted: Final = re.compile(r"(?<![0-9A-Za-z.])[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2}(?![0-9A-Za-z]|\.[0-9A-Za-z])")

    def recognize(self, page: Page) -> Iterator[Match]:
        for found in self._pattern.finditer(page.text):
            yield Match("MACADDRESS", found.start(), found.end(), "mac")
        for found in self._dotted.finditer(page.text):
            if not found[0].replace(".", "").isdigit():
                yield Match("MACADDRESS", found.start(), found.end(), "mac dotted")


class Url:
    """URLs with a scheme, or beginning with `www.`: file and module names (`rpc.py`, `os.system`) have neither.

    Hangul belongs to one only inside its path or query, never behind a Latin letter: that is a particle. The one open
    quantifier is possessive: what it has read is never read again.
    """

    name = "url"
    labels = frozenset({"URL"})
    _character: Final = r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]|(?<=[/=&_+가-힣-])[가-힣])"
    _pattern: Final = re.compile(
        rf"(?<![A-Za-z0-9+.@-])(?:[A-Za-z][A-Za-z0-9+.-]{{1,15}}://|[Ww]{{3}}\.)[A-Za-z0-9가-힣\[]{_character}{{2,}}+"
    )
    _closing: Final = ".,;:!?'\"&"

    def recognize(self, page: Page) -> Iterator[Match]:
        if "://" not in page.text and "www." not in page.lower:
            return
        for found in self._pattern.finditer(page.text):
            yield Match("URL", found.start(), found.start() + self._length(found[0]), "url")

    def _length(self, value: str) -> int:
        """Return the length of `value` without the punctuation and the unopened brackets of the sentence around it."""
        surplus = {")": value.count(")") - value.count("("), "]": value.count("]") - value.count("[")}
        end = len(value)
        while value[end - 1] in self._closing or surplus.get(value[end - 1], 0) > 0:
            end -= 1
            if value[end] in surplus:
                surplus[value[end]] -= 1
        return end


RECOGNIZERS: Final[tuple[Recognizer, ...]] = (IPv4(), IPv6(), MacAddress(), Url())
