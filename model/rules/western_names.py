"""Names in Latin letters beside what makes them names: titles, greetings, closings, introductions, fields, a known given name."""

import re
from collections.abc import Iterator
from typing import Final

from model.rules import words
from model.rules.page import Page
from model.rules.recognizer import Match, Recognizer

_GIVEN: Final = frozenset(words.load("given_names")[""])
_NO_NAMES: Final = frozenset(words.load("not_names")["en"])
_NO_SURNAMES: Final = _NO_NAMES | frozenset(words.load("regions")["street"]) | frozenset(words.load("not_names")["en surnames"])
_LETTER: Final = r"A-Za-z\u00c0-\u024f"
_CAPITAL: Final = rf"[A-Z\u00c0-\u00de][{_LETTER}'-]{{1,24}}"
_FULL: Final = rf"{_CAPITAL}(?: [A-Z]\.)?(?: {_CAPITAL}){{0,3}}"
_POLITE: Final = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Rev|Madam|Capt|Sgt|Officer|Judge|Nurse)"


class WesternName:
    """Names behind a title or `my name is`, in greetings, under a closing, in fields, or led by a common given name."""

    name = "western_name"
    labels = frozenset({"PERSON"})
    _titled: Final = re.compile(rf"(?<![{_LETTER}]){_POLITE}\b\.? (?P<name>{_FULL})")
    _greeted: Final = re.compile(
        rf"(?<![{_LETTER}])(?:Dear|Hi|Hello|Hey|Thanks|Thank you|Good morning|Good afternoon),? "
        rf"(?P<name>{_FULL})(?= ?[,.!:;\n—-])"
    )
    _closing: Final = re.compile(
        r"(?:regards|sincerely|faithfully|truly|wishes|thanks|cheers|respectfully|thank you|yours|best|감사합니다|고맙습니다)"
        r"[,.]?[ \t]{0,3}\n{1,3}[ \t]{0,3}(?=[^\s])"
    )
    _introducing: Final = re.compile(r"(?<![a-z])(?:my name is|name's|this is|i am|i'm|call me) (?=[^\s])")
    _first: Final = re.compile(rf"(?<![{_LETTER}'-])[A-Z][a-z]{{1,11}}(?= [A-Z])")
    _full: Final = re.compile(rf"(?P<name>{_CAPITAL}(?: [A-Z]\.)?(?: {_CAPITAL}){{1,2}})(?![{_LETTER}])")
    _gap: Final = re.compile(r"[ \t]{0,3}(?:\([A-Za-z/ ]{1,16}\))?[ \t]{0,3}(?:[:=|\t>]|\"[ \t]?:|'[ \t]?:)[ \t\"'*|]{0,6}")
    _value: Final = re.compile(rf"(?:{_POLITE}\b\.? )?(?P<name>{_FULL})")
    _end: Final = re.compile(r"[ \t]{0,3}(?:$|[\n|,/;()<>\"'\[\]]|\t|  )")

    def recognize(self, page: Page) -> Iterator[Match]:
        for pattern, shape in ((self._titled, "titled"), (self._greeted, "greeted")):
            for found in pattern.finditer(page.text):
                yield from _cut(found, shape, _NO_NAMES)
        for closing in self._closing.finditer(page.lower):
            name = self._value.match(page.text, closing.end())
            if name and self._end.match(page.text, name.end()):
                yield from _cut(name, "signed", _NO_NAMES)
        for phrase in self._introducing.finditer(page.lower):
            name = self._value.match(page.text, phrase.end())
            if name and not name["name"].isupper() and (" " in name["name"] or "name" in phrase[0]):
                yield from _cut(name, "introduced", _NO_NAMES)
        for first in self._first.finditer(page.text):
            if first[0] in _GIVEN and (full := self._full.match(page.text, first.start())):
                yield from _cut(full, "full name", _NO_SURNAMES)
        yield from self._fields(page)

    def _fields(self, page: Page) -> Iterator[Match]:
        """Yield names that fill a form's field.

        Two words at least; or one that is alone in it and a common given name, or announced by a cue of two words (`first
        name`). `name: Build` is configuration.
        """
        for cue in page.cues.names:
            gap = self._gap.match(page.text, cue.end)
            found = gap and self._value.match(page.text, gap.end())
            if found is None or found["name"].isupper() or not (" " in found["name"] or self._end.match(page.text, found.end())):
                continue
            if " " in found["name"] or found["name"] in _GIVEN or " " in page.lower[cue.start : cue.end]:
                yield from _cut(found, "name in field", _NO_NAMES)


def _cut(found: re.Match[str], shape: str, stop: frozenset[str]) -> Iterator[Match]:
    """Yield the name up to the first word that is no part of one, if a name is left."""
    parts = found["name"].split(" ")
    kept = next((place for place, part in enumerate(parts) if part in stop), len(parts))
    if kept > (shape == "full name"):
        yield Match("PERSON", found.start("name"), found.start("name") + len(" ".join(parts[:kept])), shape)


RECOGNIZERS: Final[tuple[Recognizer, ...]] = (WesternName(),)
