"""The HARDENED rule set: what was proposed is covered, in every spelling, but not as a part of other words and numbers."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

import numpy as np

from app.tokenizer.alike import Alike
from app.tokenizer.characters import INVISIBLE, class_of, string
from app.tokenizer.dates import date_key, date_spans
from app.tokenizer.edges import follows_hangul, free_spans, is_short_hangul, is_spaced_hangul, stands_alone
from app.tokenizer.entries import Entry, collect
from app.tokenizer.matches import find_all, find_literal
from app.tokenizer.numbers import digit_keys, serial_key
from app.tokenizer.overlap import resolve
from app.tokenizer.proposal import MatchLimitExceeded, Proposal
from app.tokenizer.replacement import Evidence, Segments
from app.tokenizer.spelling import fits
from app.tokenizer.text import markers
from app.tokenizer.traits import Spelling
from app.tokenizer.view import Offsets, View

_MOST_COMPARISONS: Final = 200_000
"""Pairs of a value and a spelling in the source; more than one a place only where values differ in spelling alone."""

_ISSUED: Final = Evidence(variant=False, rank=-1, label="", source="", score=0.0)


class Hardened:
    """Values are looked for by their letters and by their digits; what is found must fit the value and end where a word ends."""

    name: Final = "hardened"

    def segments(
        self, source: str, candidates: Sequence[Proposal], issued: Sequence[tuple[int, int]] = ()
    ) -> tuple[Segments, tuple[int, ...]]:
        """Return the sorted, disjoint segments to replace, and the indexes of the candidates that stand nowhere.

        `issued` are spans of tokens issued earlier in the request: they are never replaced, nor a part of them. Raises
        `MatchLimitExceeded`.
        """
        view = View(source)
        entries = collect(view, candidates)
        occurrences = entries.segments(view)
        wanted = [entry for entry in entries.all if entry.everywhere]
        if wanted:
            occurrences.extend(_by_letters(view, wanted))
            occurrences.extend(_by_digits(view, wanted))
            occurrences.extend(_by_day(source, wanted))
        literal = sorted({(start, end) for start, end, _ in markers(source)}.difference(issued))
        if literal:
            occurrences = _with_whole_markers(occurrences, literal)
        for start, end in issued:
            occurrences.add(start, end, _ISSUED)
        segments = resolve(occurrences)
        return (_without(segments, _ISSUED) if issued else segments), entries.unmatched()


def _without(segments: Segments, evidence: Evidence) -> Segments:
    kept = Segments()
    for start, end, each in segments.rows():
        if each is not evidence:
            kept.add(start, end, each)
    return kept


def _by_letters(view: View, wanted: Sequence[Entry]) -> Segments:
    """Return every place where an entry stands in a spelling that fits it."""
    by_value: dict[str, list[Entry]] = {}
    for entry in wanted:
        by_value.setdefault(entry.value, []).append(entry)
    by_key = _keyed(by_value)
    patterns = list(by_key)
    letters, index = view.letters
    numbers, starts, ends = free_spans(view, find_all(patterns, string(letters)), index)
    surfaces = [view.text[start:end] for start, end in zip(starts, ends, strict=True)]
    fitting = _fitting(dict(zip(surfaces, numbers, strict=True)), patterns, by_key)
    peculiar = {surface for surface in fitting if is_short_hangul(surface) or is_spaced_hangul(surface)}
    evidence = {
        surface: [entry.evidence(variant=surface != entry.value) for entry in entries]
        for surface, entries in fitting.items()
        if surface not in peculiar
    }
    if all(len(each) == 1 for each in evidence.values()) and not peculiar:
        found = Segments(starts, ends, [evidence[surface][0] for surface in surfaces])
    else:
        found = Segments()
        for start, end, surface in zip(starts, ends, surfaces, strict=True):
            for each in evidence.get(surface, ()):
                found.add(start, end, each)
    found.extend(_odd(view, by_value))
    if peculiar:
        places = [(start, end) for start, end, surface in zip(starts, ends, surfaces, strict=True) if surface in peculiar]
        found.extend(_in_hangul(view, places, fitting))
    return found


def _fitting(surfaces: dict[str, int], patterns: Sequence[str], by_key: dict[str, list[Entry]]) -> dict[str, list[Entry]]:
    """Return, for each piece of the source and the number of its pattern, the entries that it is a spelling of.

    Raises `MatchLimitExceeded` when many values differ in their spelling alone, and the source spells them in many ways.
    """
    work = sum(len(by_key[patterns[number]]) for number in surfaces.values())
    if work > _MOST_COMPARISONS + len(surfaces):
        raise MatchLimitExceeded
    return {
        surface: [entry for entry in by_key[patterns[number]] if fits(entry.trait.spelling, entry.value, surface)]
        for surface, number in surfaces.items()
    }


def _keyed(by_value: dict[str, list[Entry]]) -> dict[str, list[Entry]]:
    """Return letters → entries."""
    joined = View("".join(by_value))
    text = string(joined.letters[0])
    bounds = np.concatenate(([0], np.cumsum(joined.lettered)))[np.cumsum([0, *map(len, by_value)])].tolist()
    by_key: dict[str, list[Entry]] = {}
    for start, end, entries in zip(bounds, bounds[1:], by_value.values(), strict=False):
        if start < end:
            by_key.setdefault(text[start:end], []).extend(entries)
    return by_key


def _odd(view: View, by_value: dict[str, list[Entry]]) -> Segments:
    """Return the literal places of values that begin or end with an invisible code point: their letters alone are less."""
    odd = [value for value in by_value if INVISIBLE in (class_of(value[0]), class_of(value[-1]))]
    found = Segments()
    for number, start, end in find_literal(odd, view.text):
        for entry in by_value[odd[number]]:
            found.add(start, end, entry.evidence(variant=False))
    return found


def _in_hangul(view: View, places: Sequence[tuple[int, int]], fitting: dict[str, list[Entry]]) -> Segments:
    """Return the places of Hangul values that are short, or written with spaces: where they are words of their own.

    A value that is one nowhere is written without spaces; then better too much than a name in clear.
    """
    found = Segments()
    inside: list[tuple[int, int, Entry]] = []
    for start, end in places:
        surface = view.text[start:end]
        for entry in fitting[surface]:
            alone = (
                stands_alone(view.text, start, end)
                if is_short_hangul(surface)
                else surface == entry.value or not follows_hangul(view.text, start)
            )
            if alone:
                found.add(start, end, entry.evidence(variant=surface != entry.value))
            elif entry.value == surface:
                inside.append((start, end, entry))
    seen = {id(entry) for _, _, entry in inside if entry.found}
    for start, end, entry in inside:
        if id(entry) not in seen:
            found.add(start, end, entry.evidence(variant=False))
    return found


def _by_digits(view: View, wanted: Sequence[Entry]) -> Segments:
    """Return every place where the digits of a number, or its digits and letters, stand in any clothes."""
    digits, serials = Alike(), Alike()
    for entry in wanted:
        if entry.trait.spelling in (Spelling.NUMBER, Spelling.PHONE):
            for key in digit_keys(entry.trait.spelling, entry.value):
                digits.add(key, entry)
        if entry.trait.spelling is Spelling.NUMBER and (serial := serial_key(entry.value)):
            serials.add(serial, entry)
    found = Segments()
    if digits.groups:
        _place(view, digits, view.digits, found)
    if serials.groups:
        _place(view, serials, view.serials, found)
    return found


def _place(view: View, alike: Alike, run: tuple[str, Offsets], found: Segments) -> None:
    text, index = run
    patterns = list(alike.groups)
    for number, start, end in zip(*free_spans(view, find_all(patterns, text), index), strict=True):
        alike.place(found, view.text, patterns[number], start, end)


def _by_day(source: str, wanted: Sequence[Entry]) -> Segments:
    """Return every place where the day of a date stands in another form."""
    days = Alike()
    for entry in wanted:
        key = date_key(entry.value) if entry.trait.spelling is Spelling.DATE else None
        if key is not None:
            days.add(key, entry)
    found = Segments()
    for key, start, end in date_spans(source) if days.groups else ():
        days.place(found, source, key, start, end)
    return found


def _with_whole_markers(occurrences: Segments, literal: Sequence[tuple[int, int]]) -> Segments:
    """Return the occurrences, each widened to the whole of every literal marker that it touches."""
    starts = [start for start, _ in literal]
    ends = [end for _, end in literal]
    widened = Segments()
    for start, end, evidence in occurrences.rows():
        first, last = bisect_right(ends, start), bisect_left(starts, end) - 1
        if first <= last:
            widened.add(min(start, starts[first]), max(end, ends[last]), evidence)
        else:
            widened.add(start, end, evidence)
    return widened


HARDENED: Final = Hardened()
