"""What share of the cases shows each difficulty, counted from what a case really holds."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.tokenizer import Masked
from model.candidate import Candidate
from tests.soak.occurrence import Occurrence, anchor, clean

SHARE = 0.10
QUOTAS = (
    "overlaps", "nested values", "NFD input", "literal markers", "adjacent values", "long values", "repeated values", "spans",
    "other spellings", "zero-width and full-width", "emoji and right-to-left", "continued requests",
)  # fmt: skip
MARKER = re.compile(r"\[[A-Z_]+_\d+\]")
HIDDEN = re.compile("[\u200b-\u200d\u2060\ufeff\uff01-\uff5e]")
PICTURE = re.compile("[\U0001f000-\U0001faff\u0590-\u06ff\u200f\u202a-\u202e\ufe0f\U00010000-\U0001d7ff]")


def difficulties(text: str, candidates: Sequence[Candidate], occurrences: Sequence[Occurrence], result: Masked) -> Iterator[str]:
    """Yield the difficulties that a text holds."""
    sure = [item for item in occurrences if item.sure]
    yield from relations(sure)
    if text != result.source:
        yield "NFD input"
    if MARKER.search(result.source):
        yield "literal markers"
    if HIDDEN.search(result.source):
        yield "zero-width and full-width"
    if PICTURE.search(result.source):
        yield "emoji and right-to-left"
    if any(item.end - item.start >= 64 for item in sure):
        yield "long values"
    if len({(item.start, item.candidate) for item in sure}) > len({item.candidate for item in sure}):
        yield "repeated values"
    if any(anchor(result.source, candidate, clean(candidate)) for candidate in candidates):
        yield "spans"
    values = {clean(candidate) for candidate in candidates}
    if any(surface not in values and MARKER.search(surface) is None for surface in result.mapping.values()):
        yield "other spellings"


def relations(sure: Sequence[Occurrence]) -> Iterator[str]:
    """Yield how occurrences lie to each other."""
    for (start, end), (next_start, next_end) in pairwise(sorted({(item.start, item.end) for item in sure})):
        if next_end <= end or start == next_start:
            yield "nested values"
        elif next_start < end:
            yield "overlaps"
        elif next_start == end:
            yield "adjacent values"


def missed(seen: Counter[str], cases: int) -> list[str]:
    """Return the difficulties that too few cases show."""
    return [name for name in QUOTAS if seen[name] < SHARE * cases]
