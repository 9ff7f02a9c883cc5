"""Cue words: the words around a value that say what it is.

"카드 4000 …" is a card and "주문번호 4000 …" is an order, whatever the digits look like. The nearest cue within reach in the
same line and cell counts; `relations` names what was found, `scores.EVIDENCE` says what it weighs.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ahocorasick_rs import AhoCorasick, MatchKind

from model.rules import words

REACH: Final = 32
"""Code points between a cue and the value behind it."""
AFTER_REACH: Final = 6
"""Code points between a value and the cue behind it."""
_ADJACENT: Final = re.compile(
    r"(?: ?번호| ?no\.?| ?number)?(?:은|는|이|가|을|를|도|의|란|로는|으로는)?[ \t]{0,3}"
    r"(?:is|was|번|\(?[가-힣a-z]{1,6}\))?[\s:=#|>\"'()\[\]*-]{0,8}"
)
"""What may stand between a cue and a value that it names directly."""
_BLANK: Final = re.compile(r"[\s:|*=>\"'-]*")
_NAMES: Final = frozenset({"PERSON", "ROLE"})
_DECOY: Final = "DECOY"


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue word in a text. `before`: kinds that it announces behind itself; `after`: kinds that it closes."""

    start: int
    end: int
    before: frozenset[str]
    after: frozenset[str]


def _vocabulary() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return word → (kinds it announces, kinds it closes)."""
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for section, entries in words.load("cues").items():
        *kinds, place = section.split()
        for word in entries:
            before, after = found.get(word, (frozenset(), frozenset()))
            found[word] = (before | set(kinds), after) if place == "before" else (before, after | set(kinds))
    return found


_VOCABULARY: Final = _vocabulary()
_WORDS: Final = tuple(_VOCABULARY)
_AUTOMATON: Final = AhoCorasick(_WORDS, matchkind=MatchKind.Standard)


class Cues:
    """The cue words of one text (lower case), in order, the longest where they nest."""

    __slots__ = ("_ends", "_lower", "_numbers", "_starts", "names")

    def __init__(self, lower: str) -> None:
        self._lower = lower
        self._numbers: list[Cue] = []
        self.names: list[Cue] = []
        """Cues that a person's name may follow."""
        furthest = 0
        for which, start, end in sorted(
            _AUTOMATON.find_matches_as_indexes(lower, overlapping=True), key=lambda found: (found[1], -found[2])
        ):
            if end <= furthest or not _stands_alone(lower, start, end):
                continue
            furthest = end
            before, after = _VOCABULARY[_WORDS[which]]
            cue = Cue(start, end, before, after)
            if before & _NAMES:
                self.names.append(cue)
            if before - _NAMES or after:
                self._numbers.append(cue)
        self._starts = [cue.start for cue in self._numbers]
        self._ends = [cue.end for cue in self._numbers]

    def relations(self, label: str, start: int, end: int) -> Iterator[str]:
        """Yield how the cues around `[start, end)` speak for or against `label`: keys of `scores.EVIDENCE`."""
        yield from self._ahead(label, start)
        cue = self._behind(end)
        if cue is None:
            return
        if label in cue.after:
            yield "cue after"
        elif _DECOY in cue.after and cue.start == end:
            yield "decoy after"

    def _ahead(self, label: str, start: int) -> Iterator[str]:
        against = False
        for place in range(bisect_right(self._ends, start) - 1, -1, -1):
            cue = self._numbers[place]
            if start - cue.end > REACH:
                return
            gap = self._lower[cue.end : start]
            if not cue.before or not _reaches(gap):
                continue
            if label in cue.before:
                yield "cue behind another" if against else "cue adjacent" if _ADJACENT.fullmatch(gap) else "cue near"
                return
            if not against:
                against = True
                kind = "decoy" if _DECOY in cue.before else "other cue"
                yield f"{kind} adjacent" if _ADJACENT.fullmatch(gap) else f"{kind} near"

    def _behind(self, end: int) -> Cue | None:
        """Return the first closing cue within reach behind `end`."""
        for place in range(bisect_left(self._starts, end), len(self._numbers)):
            cue = self._numbers[place]
            if cue.start - end > AFTER_REACH or "\n" in self._lower[end : cue.start]:
                return None
            if cue.after:
                return cue
        return None


def _reaches(gap: str) -> bool:
    """Say whether a cue speaks across `gap`: the same line or a line that begins with the value, the same or the next cell."""
    lines, cells = gap.count("\n"), gap.count("|") + gap.count("\t")
    if lines == 0 and cells <= 1:
        return True
    return lines <= 1 and _BLANK.fullmatch(gap) is not None


def _stands_alone(lower: str, start: int, end: int) -> bool:
    """Say whether the cue is a word: Latin between other letters is none, and one Hangul syllable needs free sides."""
    first, last = lower[start], lower[end - 1]
    ahead, behind = lower[max(start - 1, 0) : start], lower[end : end + 1]
    if (_is_latin(first) and _is_latin(ahead)) or (_is_latin(last) and _is_latin(behind)):
        return False
    if end - start > 1 or not _is_hangul(first):
        return True
    return (first == "생" or not _is_hangul(ahead)) and (not _is_hangul(behind) or behind in "이은는을를에의입인")


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalpha()


def _is_hangul(character: str) -> bool:
    return "가" <= character <= "힣"
