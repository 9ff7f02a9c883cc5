"""Korean names beside what makes them names: fields, honorifics, titles, closings. A bare word is no name."""

import re
from collections.abc import Iterator
from typing import Final

from model.rules import words
from model.rules.page import Page
from model.rules.recognizer import Match, Recognizer

_SURNAMES: Final = words.load("surnames")
_ONE: Final = frozenset(_SURNAMES["one syllable"])
_TWO: Final = frozenset(_SURNAMES["two syllables"])
_GIVEN: Final = frozenset(words.load("given_syllables")[""])
_NO_NAMES: Final = frozenset(words.load("not_names")["ko"])
_TITLES: Final = words.load("titles")
_HONORIFIC: Final = words.alternation(_TITLES["honorific"])
_TITLE: Final = words.alternation(_TITLES["title"])
_RANK: Final = words.alternation(_TITLES["rank"])
_CLOSING: Final = words.alternation(_TITLES["closing"])
_PARTICLE: Final = rf"(?:(?:{words.alternation(words.load('particles')[''])})?요?)"
_HANGUL: Final = re.compile("[가-힣]")
_TAIL: Final = rf"{_PARTICLE}(?![가-힣])"
_GRAMMAR: Final = frozenset("은는이가을를의에도만과와로나")
"""Particles of one syllable."""
_NEVER_LAST: Final = frozenset("는를에와과께팀측들점당층")
"""Particles and ends of nouns (team, branch, party) that no given name ends in."""


class FullName:
    """Tells how much of a run of Hangul is a full name: surname, one to three syllables, and nothing but grammar behind."""

    _suffix: Final = re.compile(rf"(?:(?:{_HONORIFIC})|(?:{_TITLE})님?)?{_PARTICLE}")

    def measure(self, run: str) -> int:
        """Return the length of the name at the beginning of `run`, Hangul without a space, in code points; 0 for none.

        Three syllables are tried first: most names have three, and a particle looks like a fourth.
        """
        double = run[:2] in _TWO
        if not double and run[0] not in _ONE:
            return 0
        for length in (4, 3) if double else (3, 2, 4):
            if length <= len(run) and is_free(run[:length]) and self._suffix.fullmatch(run, length):
                return length
        return 0


def is_free(word: str) -> bool:
    """Say whether `word` may be a name: it is no known noun, alone or with grammar behind it."""
    if word in _NO_NAMES or word[-1] in _NEVER_LAST or (len(word) > 2 and word[-1] in _GRAMMAR and word[:-1] in _NO_NAMES):
        return False
    return not (len(word) > 3 and (word[:2] in _NO_NAMES or word[:3] in _NO_NAMES))


def is_likely(name: str) -> bool:
    """Say whether the given name in `name` is made of syllables that given names are made of."""
    given = name[2:] if name[:2] in _TWO else name[1:]
    return bool(given) and all(syllable in _GIVEN for syllable in given)


class KoreanField:
    """Names in fields (`성명: …`, `이름(한글) …`, `이름은 …`) and behind a person's part in the matter (`예금주 …`).

    A field is a form's: its name ends with the line or the cell, or it is a speaker's turn in a dialogue and no name. In a
    field for a name, syllables set apart (`김 가 상`) and words without a known surname count as well.
    """

    name = "korean_field"
    labels = frozenset({"PERSON"})
    _full: Final = FullName()
    _note: Final = r"\([가-힣A-Za-z/ ,·]{1,16}\)"
    _gap: Final = re.compile(
        rf"(?P<mark>[ \t]{{0,3}}(?:{_note}[ \t]{{0,3}}[:=|>]?|[:=|\t>]|\"[ \t]?:|'[ \t]?:|-[ \t])|\n(?=[가-힣]{{2,5}}\n))"
        r"[ \t|\"'*]{0,6}|(?P<particle>은|는|이|가)?[ \t]{1,4}"
    )
    _spaced: Final = re.compile(r"[가-힣](?:[ \t]{1,3}[가-힣]){2,4}(?![가-힣])|[가-힣]{1,2}[ \t]{1,3}[가-힣]{2}(?![가-힣])")
    _run: Final = re.compile(r"[가-힣]{2,12}")
    _end: Final = re.compile(r"[ \t]{0,3}(?:$|[\n|,/;()<>\"'\[\]·]|\t|  )")

    def recognize(self, page: Page) -> Iterator[Match]:
        for cue in page.cues.names:
            gap = self._gap.match(page.text, cue.end)
            if gap is None:
                continue
            named = "PERSON" in cue.before
            if gap["mark"]:
                end, shape = self._fill(page.text, gap.end(), named=named, things=page.text[cue.start : cue.end] == "이름")
            elif page.text[cue.end - 1].isascii():
                continue
            else:
                end, shape = self._follow(
                    page.text,
                    gap.end(),
                    named=named and gap["particle"] is not None,
                    line=gap["particle"] is None and page.text[max(cue.start - 1, 0) : cue.start] in ("", "\n"),
                )
            if end:
                yield Match("PERSON", gap.end(), end, shape)

    def _fill(self, text: str, start: int, *, named: bool, things: bool) -> tuple[int, str]:
        """Return the end and the shape of the name that fills a form's field at `start`; end 0 for none.

        `things`: the field may name a thing as well, so a word without a surname is none.
        """
        if named and (end := self._apart(text, start)):
            return end, "name in field"
        run = self._run.match(text, start)
        if run is None:
            return 0, ""
        length = self._full.measure(run[0])
        closed = self._end.match(text, run.end()) is not None
        if length and (named or (closed and (length > 2 or is_likely(run[0][:length])))):
            return start + length, "name in field"
        if named and not things and closed and len(run[0]) <= 6 and is_free(run[0]):
            return run.end(), "word in field"
        return 0, ""

    def _follow(self, text: str, start: int, *, named: bool, line: bool) -> tuple[int, str]:
        """Return the end and the shape of a likely full name in running text at `start`; end 0 for none.

        `line`: the cue begins a line; with a name that ends it the line is a form's.
        """
        if named and (end := self._apart(text, start)):
            return end, "name in field"
        run = self._run.match(text, start)
        length = self._full.measure(run[0]) if run else 0
        end = start + length
        if length >= 3 and (is_likely(text[start:end]) or (line and text[end : end + 1] in ("", "\n"))):
            return start + length, "name in role"
        return 0, ""

    def _apart(self, text: str, start: int) -> int:
        """Return the end of a name whose syllables stand apart, 0 for none."""
        spaced = self._spaced.match(text, start)
        if spaced is None:
            return 0
        syllables = re.sub(r"\s", "", spaced[0])
        surname = spaced[0].split()[0]
        known = surname in _ONE or surname in _TWO or syllables[:2] in _TWO
        even = len(spaced[0].split()) == len(syllables)  # one by one: nothing but a name is written so
        return spaced.end() if known and is_free(syllables) and (even or is_likely(syllables)) else 0


class KoreanTitled:
    """Names before an honorific, a title, a closing or a dative.

    `김가상님은`, `이샘플 고객님`, `정예시 과장`, `박 과장`, `가상 씨`, `김가상 드림`, `김가상에게`.
    """

    name = "korean_title"
    labels = frozenset({"PERSON"})
    _surname: Final = rf"(?:{words.alternation(_SURNAMES['two syllables'])}|[{''.join(sorted(_ONE))}])"
    _full: Final = rf"(?<![가-힣0-9])(?P<name>{_surname}[가-힣]{{1,3}}?)"
    _honoured: Final = re.compile(rf"{_full} ?(?:(?:{_TITLE}) ?)?(?:{_HONORIFIC}){_TAIL}")
    _titled: Final = re.compile(rf"{_full} ?(?:{_TITLE}){_TAIL}")
    _closing: Final = re.compile(rf"{_full} (?:{_CLOSING})(?=[ .]{{0,2}}(?:\n|$))")
    _dative: Final = re.compile(rf"{_full}(?:에게서?|한테서?|께서?)(?:는|도|만)?(?![가-힣])")
    _customer: Final = re.compile(rf"{_full} (?:고객|회원){_TAIL}")
    _addressed: Final = rf"(?: (?:{_TITLE})님?| ?(?:{_TITLE})님| ?(?:{_RANK})){_TAIL}"
    _alone: Final = re.compile(
        rf"(?<![가-힣0-9])(?P<name>[{''.join(sorted(_SURNAMES['alone']))}](?={_addressed})"
        rf"|[{''.join(sorted(_ONE))}](?= 씨{_TAIL}))"
    )
    _given: Final = re.compile(rf"(?<![가-힣0-9])(?P<name>[가-힣]{{2,3}}?) ?씨{_TAIL}")

    def recognize(self, page: Page) -> Iterator[Match]:
        if not _HANGUL.search(page.text):
            return
        for found in self._honoured.finditer(page.text):
            if found["name"] not in _NO_NAMES and found["name"][-1] not in _NEVER_LAST:  # 최고은 is one, 최고 is not
                yield _match(found, "name with honorific")
        yield from self._weaker(page)
        for found in self._alone.finditer(page.text):
            yield _match(found, "surname with title")
        for found in self._given.finditer(page.text):
            if is_free(found["name"]):
                yield _match(found, "given name with honorific")

    def _weaker(self, page: Page) -> Iterator[Match]:
        """Yield likely names before words that other nouns stand before as well."""
        for pattern, shape, least in (
            (self._titled, "name with title", 2),
            (self._closing, "name with closing", 2),
            (self._customer, "name with title", 3),
            (self._dative, "name with dative", 3),
        ):
            for found in pattern.finditer(page.text):
                name = found["name"]
                if len(name) < least or not is_free(name) or not is_likely(name):
                    continue
                if name[-1] in _GRAMMAR and (len(name) == 2 or pattern is self._customer):
                    continue  # "명은 대표의" and "한솔은 고객의" are words with a particle
                if len(name) > 2 or " " in found[0]:
                    yield _match(found, shape)


def _match(found: re.Match[str], shape: str) -> Match:
    return Match("PERSON", found.start("name"), found.start("name") + len(found["name"].rstrip()), shape)


RECOGNIZERS: Final[tuple[Recognizer, ...]] = (KoreanField(), KoreanTitled())
