"""The HARDENED rule set: everything that was proposed is covered, in every spelling, and nothing inside other words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from app.tokenizer.characters import CLASS, HANGUL, INVISIBLE, KEY, SPACE, Codes, class_of, codes, string
from app.tokenizer.dates import date_key, date_spans
from app.tokenizer.edges import blocked, is_short_hangul, stands_alone
from app.tokenizer.entries import Entry, collect
from app.tokenizer.match import find_all, find_literal
from app.tokenizer.numbers import digit_keys, digit_view, widen
from app.tokenizer.overlap import resolve
from app.tokenizer.presence import possible
from app.tokenizer.proposal import Proposal
from app.tokenizer.replace import Segment
from app.tokenizer.spelling import fits
from app.tokenizer.text import markers
from app.tokenizer.traits import Spelling

Offsets = npt.NDArray[np.int64]
_NUMBERS: Final = (Spelling.NUMBER, Spelling.PHONE)


class _View:
    """A source with its code points, their classes, and its letters: folded to lower case, white space and invisibles left out."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.codes = codes(source)
        self.classes = CLASS[self.codes]
        self.index = np.flatnonzero(_letters(self.classes))
        self.keys: Codes = KEY[self.codes[self.index]]

    def spans(self, matches: list[tuple[int, int, int]], index: Offsets) -> tuple[Offsets, Offsets, Offsets]:
        """Return pattern numbers, starts and ends in the source of matches in a view with this index."""
        flat = np.fromiter(chain.from_iterable(matches), np.int64, 3 * len(matches)).reshape(-1, 3)
        return flat[:, 0], index[flat[:, 1]], index[flat[:, 2] - 1] + 1


def _letters(classes: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    return (classes != SPACE) & (classes != INVISIBLE)


class Hardened:
    """Values are looked for by their letters and by their digits; what is found must fit the value and end where a word ends."""

    name: Final = "hardened"

    def segments(
        self, source: str, candidates: Sequence[Proposal], issued: Sequence[tuple[int, int]] = ()
    ) -> tuple[list[Segment], tuple[int, ...]]:
        """Return the sorted, disjoint segments to replace, and the indexes of the candidates that stand nowhere.

        `issued` are spans of tokens issued earlier in the request: they are never replaced, nor a part of them. Raises
        `MatchLimitExceeded`.
        """
        entries = collect(source, candidates)
        occurrences = [entry.at(start, end) for entry, start, end in entries.placed]
        wanted = [entry for entry in entries.all if entry.everywhere]
        if wanted:
            view = _View(source)
            occurrences += _by_letters(view, wanted)
            occurrences += _by_digits(view, wanted)
            occurrences += _by_day(source, wanted)
        literal = sorted({(start, end) for start, end, _ in markers(source)}.difference(issued))
        if literal:
            occurrences = list(_with_whole_markers(occurrences, literal))
        if not issued:
            return resolve(occurrences), entries.unmatched()
        kept = [Segment(start, end, False, -1, "", "", 0.0) for start, end in issued]
        return [segment for segment in resolve([*occurrences, *kept]) if segment.label], entries.unmatched()


def _by_letters(view: _View, wanted: Sequence[Entry]) -> Iterator[Segment]:
    """Yield every place where an entry stands in a spelling that fits it."""
    by_value: dict[str, list[Entry]] = {}
    for entry in wanted:
        by_value.setdefault(entry.value, []).append(entry)
    by_key = _keyed(view, by_value)
    patterns = list(by_key)
    source = view.source
    numbers, starts, ends = view.spans(find_all(patterns, string(view.keys)), view.index)
    inside = blocked(view.classes, starts, ends)
    fitting: dict[tuple[int, str], list[Entry]] = {}
    inside_hangul: list[tuple[Entry, int, int]] = []
    free = ~inside
    for number, start, end in zip(numbers[free].tolist(), starts[free].tolist(), ends[free].tolist(), strict=True):
        surface = source[start:end]
        key = (number, surface)
        found = fitting.get(key)
        if found is None:
            found = fitting[key] = [e for e in by_key[patterns[number]] if fits(e.trait.spelling, e.value, surface)]
        if len(patterns[number]) <= 2 and is_short_hangul(surface) and not stands_alone(source, start, end):
            inside_hangul += [(entry, start, end) for entry in found if source[start:end] == entry.value]
            continue
        for entry in found:
            yield entry.at(start, end, variant=surface != entry.value)
    yield from _odd(view, by_value)
    alone = {id(entry) for entry in wanted if entry.found}
    for entry, start, end in inside_hangul:
        if id(entry) not in alone:  # written without a space on either side, everywhere: better too much than a name in clear
            yield entry.at(start, end)


def _keyed(view: _View, by_value: dict[str, list[Entry]]) -> dict[str, list[Entry]]:
    """Return letters → entries, for the values whose letters may stand in the source."""
    values = list(by_value)
    joined = codes("".join(values))
    letters = _letters(CLASS[joined])
    keys: Codes = KEY[joined[letters]]
    counts = np.concatenate(([0], np.cumsum(letters)))
    ends = counts[np.cumsum([len(value) for value in values])]
    starts = np.concatenate(([0], ends[:-1]))
    text = string(keys)
    by_key: dict[str, list[Entry]] = {}
    for i in np.flatnonzero(possible(view.keys, keys, starts, ends)).tolist():
        by_key.setdefault(text[starts[i] : ends[i]], []).extend(by_value[values[i]])
    return by_key


def _odd(view: _View, by_value: dict[str, list[Entry]]) -> Iterator[Segment]:
    """Yield the literal places of values that begin or end with an invisible code point: their letters alone are less."""
    odd = [value for value in by_value if INVISIBLE in (class_of(value[0]), class_of(value[-1]))]
    if odd:
        for number, start, end in find_literal(odd, view.source):
            for entry in by_value[odd[number]]:
                yield entry.at(start, end)


def _by_digits(view: _View, wanted: Sequence[Entry]) -> Iterator[Segment]:
    """Yield every place where the digits of a number stand in any clothes."""
    by_digits: dict[str, list[Entry]] = {}
    for entry in wanted:
        if entry.trait.spelling in _NUMBERS:
            for digits in digit_keys(entry.trait.spelling, entry.value):
                by_digits.setdefault(digits, []).append(entry)
    if not by_digits:
        return
    text, index = digit_view(view.codes, view.classes)
    patterns = list(by_digits)
    numbers, starts, ends = view.spans(find_all(patterns, text), index)
    free = ~blocked(view.classes, starts, ends)
    for number, start, end in zip(numbers[free].tolist(), starts[free].tolist(), ends[free].tolist(), strict=True):
        for entry in by_digits[patterns[number]]:
            yield entry.at(*widen(view.source, start, end, entry.trait.spelling), variant=True)


def _by_day(source: str, wanted: Sequence[Entry]) -> Iterator[Segment]:
    """Yield every place where the day of a date stands in another form."""
    by_day: dict[str, list[Entry]] = {}
    for entry in wanted:
        key = date_key(entry.value) if entry.trait.spelling is Spelling.DATE else None
        if key is not None:
            by_day.setdefault(key, []).append(entry)
    if by_day:
        for key, start, end in date_spans(source):
            for entry in by_day.get(key, ()):
                yield entry.at(start, end, variant=True)


def _with_whole_markers(occurrences: Iterable[Segment], literal: Sequence[tuple[int, int]]) -> Iterator[Segment]:
    """Yield the occurrences, each widened to the whole of every literal marker that it touches."""
    starts = np.array([start for start, _ in literal])
    ends = np.array([end for _, end in literal])
    for occurrence in occurrences:
        first = int(np.searchsorted(ends, occurrence.start, "right"))
        last = int(np.searchsorted(starts, occurrence.end, "left")) - 1
        if first <= last:
            start, end = min(occurrence.start, int(starts[first])), max(occurrence.end, int(ends[last]))
            yield occurrence._replace(start=start, end=end)
        else:
            yield occurrence


HARDENED: Final = Hardened()
