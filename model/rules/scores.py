"""What shapes and evidence weigh, in one table. A score is the sum, kept within 0..1; below `THRESHOLD` nothing is proposed.

Shapes that identify on their own start above the threshold; shapes that many harmless numbers share start below it and need
evidence. A checksum is evidence, never a gate: people mistype, and test data fails checksums on purpose.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from model.rules.page import Page
from model.rules.recognizer import Match

THRESHOLD: Final = 0.5

SHAPES: Final[Mapping[str, float]] = MappingProxyType({
    # identity
    "rrn hyphenated": 0.30, "rrn spaced": 0.20, "rrn plain": 0.10,
    "ssn hyphenated": 0.30, "ssn spaced": 0.00,
    "passport": 0.20, "licence korean": 0.60,
    "date": 0.20, "date of eight digits": 0.10, "date of six digits": 0.05, "date with birth": 0.80,
    # payment
    "card grouped": 0.65, "card spaced": 0.45, "card plain": 0.20, "card of other length": 0.00,
    "account of a bank": 0.50, "account grouped": 0.20, "account plain": 0.10,
    # contact
    "email": 0.95,
    "mobile": 0.85, "mobile plain": 0.70, "landline": 0.65, "landline plain": 0.20,
    "international": 0.40, "north american": 0.60, "british": 0.55, "local": 0.05,
    # network
    "ipv4": 0.75, "ipv4 of single digits": 0.25, "ipv6": 0.80, "mac": 0.90, "mac dotted": 0.60, "url": 0.90,
    # address
    "road": 0.80, "road without place": 0.55, "lot": 0.75, "rooms": 0.60, "street": 0.75, "zipcode": 0.10, "postcode": 0.55,
    # names
    "name in field": 0.85, "word in field": 0.60, "name in role": 0.65, "name with honorific": 0.85, "name with title": 0.70,
    "surname with title": 0.65, "given name with honorific": 0.60, "name with dative": 0.55, "name with closing": 0.70,
    "titled": 0.85, "full name": 0.60, "greeted": 0.75, "signed": 0.70,
    "introduced": 0.75,
})  # fmt: skip

EVIDENCE: Final[Mapping[str, float]] = MappingProxyType({
    # checks of the value
    "checksum": 0.30, "issued": 0.30, "valid date": 0.35, "issuer": 0.10, "possible number": 0.30,
    # cues around it
    "cue adjacent": 0.50, "cue near": 0.40, "cue behind another": 0.15, "cue after": 0.45,
    "other cue adjacent": -0.30, "other cue near": -0.05,
    "decoy adjacent": -0.60, "decoy near": -0.15, "decoy after": -0.60,
    # a letter or a hyphened letter right beside a number: part of a product code
    "glued": -0.50,
})  # fmt: skip

WORDY: Final = frozenset({"PERSON", "ADDRESS", "EMAIL", "URL"})
"""Labels that no cue for numbers speaks for or against."""


def score(match: Match, page: Page) -> float:
    """Return the score of `match` on `page`, 0..1."""
    value = SHAPES[match.shape] + sum(EVIDENCE[name] for name in match.evidence)
    if match.label not in WORDY:
        value += sum(EVIDENCE[name] for name in page.cues.relations(match.label, match.start, match.end))
        if _is_glued(page.text, match.start, match.end):
            value += EVIDENCE["glued"]
    return round(min(max(value, 0.0), 1.0), 4)


def _is_glued(text: str, start: int, end: int) -> bool:
    """Say whether an ASCII letter touches the span, directly or by one hyphen."""
    before = text[max(start - 2, 0) : start].rstrip("-")[-1:]
    after = text[end : end + 2].removeprefix("-")[:1]
    return any(side.isascii() and side.isalpha() for side in (before, after))
