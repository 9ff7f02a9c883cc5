"""What HARDENED owes to each proposal: the places that must be covered, and those that may be.

Written from the rules alone and simple on purpose; nothing of the tokenizer is imported.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from model.candidate import Candidate
from tests.soak.boundary import Verdict, bounded, bounded_short, is_short_hangul
from tests.soak.case import Plant
from tests.soak.spelling import NUMERIC, allowed_spellings, occurrences

Span = tuple[int, int]

LONG_NUMBERS = frozenset({"PHONE", "RRN", "FRN", "CARD_NUMBER", "ACCOUNT_NUMBER"})
FULL_NAME = re.compile(r"[가-힣]{3,}|[A-Za-z]{2,}(?: [A-Za-z]{2,})+")
HALF_NAME = re.compile(r"[가-힣]{1,2}|[A-Za-z]{1,5}")
MAIL = re.compile(r"[\w.+]+@\w+(?:\.\w+)+", re.ASCII)
WEB = re.compile(r"https?://[\w./?=]+", re.ASCII)
NUMBER = re.compile(r"\+?\d+(?:-\d+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place of one proposal: `[start, end)` in code points, under `label`. `sure` ones must be covered."""

    start: int
    end: int
    label: str
    sure: bool
    candidate: int


def clean(candidate: Candidate) -> str:
    """Return the proposed value in the form in which it is looked for."""
    return unicodedata.normalize("NFC", candidate.original.strip())


def identifies(label: str, value: str) -> Verdict:
    """Whether a value that was proposed at one place is masked wherever it stands."""
    if label == "CVC" or (label == "PERSON" and HALF_NAME.fullmatch(value)):
        return Verdict.NO
    if label in LONG_NUMBERS and NUMBER.fullmatch(value):
        return Verdict.YES if sum(map(str.isdecimal, value)) >= 7 else Verdict.MAYBE
    shape = {"PERSON": FULL_NAME, "EMAIL": MAIL, "URL": WEB}.get(label)
    return Verdict.YES if shape and shape.fullmatch(value) else Verdict.MAYBE


def anchor(source: str, candidate: Candidate, value: str) -> Span | None:
    """Return the span of a candidate when exactly the value stands there, spaces around it aside; else None."""
    start, end = candidate.start, candidate.end
    if start is None or end is None or not 0 <= start < end <= len(source) or source[start:end].strip() != value:
        return None
    start += source[start:end].index(value)
    return start, start + len(value)


def expected(source: str, candidates: Sequence[Candidate], plants: Sequence[Plant]) -> list[Occurrence]:
    """Return every occurrence of every candidate, sure and possible ones."""
    values = [clean(candidate) for candidate in candidates]
    anchors = [anchor(source, candidate, value) for candidate, value in zip(candidates, values, strict=True)]
    placed = {(candidate.label, value) for candidate, value, span in zip(candidates, values, anchors, strict=True) if span}
    found: list[Occurrence] = []
    for index, (candidate, value, span) in enumerate(zip(candidates, values, anchors, strict=True)):
        if value:
            planted = [(plant.start, plant.end) for plant in plants if plant.candidate == index]
            verdicts = literal_places(
                source, candidate.label, value, elsewhere=bool(planted) or (candidate.label, value) in placed
            )
            for place in planted:
                verdicts.setdefault(place, border_of(value)(source, *place))
            found += settle(source, candidate, index, span, verdicts)
    return found


def border_of(value: str) -> Callable[[str, int, int], Verdict]:
    return bounded_short if is_short_hangul(value) else bounded


def literal_places(source: str, label: str, value: str, *, elsewhere: bool) -> dict[Span, Verdict]:
    """Return the literal places of a value. A short one that stands alone nowhere, nor `elsewhere`, counts everywhere."""
    border = border_of(value)
    verdicts = {span: border(source, *span) for span in spans_of(source, label, value)}
    if is_short_hangul(value) and Verdict.YES not in verdicts.values():
        doubt = elsewhere or Verdict.MAYBE in verdicts.values() or any(allowed_spellings(source, label, value))
        return dict.fromkeys(verdicts, Verdict.MAYBE if doubt else Verdict.YES)
    return verdicts


def settle(
    source: str, candidate: Candidate, index: int, anchored: Span | None, verdicts: dict[Span, Verdict]
) -> Iterator[Occurrence]:
    """Yield what is owed: a candidate with a span stands there, and elsewhere only if its value identifies on its own."""
    label, value = candidate.label, clean(candidate)
    propagates = identifies(label, value) if anchored else Verdict.YES
    for span, verdict in verdicts.items():
        if span != anchored and min(verdict, propagates):
            yield Occurrence(*span, label, min(verdict, propagates) is Verdict.YES, index)
    if anchored:
        yield Occurrence(*anchored, label, True, index)
    if propagates:
        for start, end in allowed_spellings(source, label, value):
            yield Occurrence(start, end, label, False, index)


def spans_of(source: str, label: str, value: str) -> list[Span]:
    """Return where the value stands literally; the case of a mail address does not count."""
    if label == "EMAIL" and MAIL.fullmatch(value) and len(source.lower()) == len(source):
        source, value = source.lower(), value.lower()
    return [(start, start + len(value)) for start in occurrences(source, value)]


def widened(source: str, occurrence: Occurrence) -> Span:
    """Return how far a replacement of a number may reach: a plus or brackets around it."""
    start, end = occurrence.start, occurrence.end
    if occurrence.label in NUMERIC:
        while start and source[start - 1] in "+(" and occurrence.start - start < 2:
            start -= 1
        while end < len(source) and source[end] in ")일" and end - occurrence.end < 2:
            end += 1
    return start, end
