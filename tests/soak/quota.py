"""What share of the cases shows each difficulty, counted from what a case really holds."""

import re
from collections import Counter
from collections.abc import Sequence

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
PICTURE = re.compile("[\U0001f000-\U0001faff\u0590-\u06ff\u200f\u202a-\u202e\U00010000-\U0001d7ff]")


def count_quotas(seen: Counter[str], text: str, source: str, candidates: Sequence[Candidate], occurrences: Sequence[Occurrence], result: Masked) -> None:
    """Note in `seen` which difficulties this text holds."""
    sure = sorted((item for item in occurrences if item.sure), key=lambda item: (item.start, item.end))
    values = {clean(candidate) for candidate in candidates}
    for one, other in zip(sure, sure[1:], strict=False):
        if (one.start, one.end) == (other.start, other.end):
            continue
        if other.end <= one.end or one.start == other.start:
            seen["nested values"] += 1
        elif other.start < one.end:
            seen["overlaps"] += 1
        elif other.start == one.end:
            seen["adjacent values"] += 1
    seen["NFD input"] += text != source
    seen["literal markers"] += MARKER.search(source) is not None
    seen["long values"] += any(item.end - item.start >= 64 for item in sure)
    seen["repeated values"] += len({(item.start, item.candidate) for item in sure}) > len({item.candidate for item in sure})
    seen["spans"] += any(anchor(source, candidate, clean(candidate)) for candidate in candidates)
    seen["other spellings"] += any(surface not in values and MARKER.search(surface) is None for surface in result.mapping.values())
    seen["zero-width and full-width"] += HIDDEN.search(source) is not None
    seen["emoji and right-to-left"] += PICTURE.search(source) is not None


def missed(seen: Counter[str], cases: int) -> list[str]:
    """Return the difficulties that too few cases show."""
    return [name for name in QUOTAS if seen[name] < SHARE * cases]
