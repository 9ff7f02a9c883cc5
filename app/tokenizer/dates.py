"""Days as year, month and day in digits, however they are parted."""

import re
from collections.abc import Iterator
from typing import Final

from app.tokenizer.characters import INVISIBLES, SEPARATORS

_PAD: Final = rf"[\s{re.escape(INVISIBLES)}]{{0,3}}"
_GAP: Final = rf"{_PAD}(?:[{re.escape(SEPARATORS)}년월]{_PAD}|(?<=\s))"
_DAY: Final = rf"(\d{{4}}|\d{{2}}){_GAP}(\d{{1,2}}){_GAP}(\d{{1,2}})(?!\d)(?:{_PAD}일)?|(\d{{8}}|\d{{6}})(?!\d)"
_WHOLE: Final = re.compile(_DAY)
_ANYWHERE: Final = re.compile(rf"(?<!\d)(?=({_DAY}))")
"""At every number anew: `10 90-1-2` holds a day that begins at its second number."""


def _key(year: str | None, month: str, day: str, run: str | None) -> str:
    return f"{int(year):0{len(year)}}{int(month):02}{int(day):02}" if year else str(int(run or "0")).zfill(len(run or ""))


def date_key(value: str) -> str | None:
    """Return `YYYYMMDD` or `YYMMDD` when `value` is a day in digits, None otherwise."""
    match = _WHOLE.fullmatch(value)
    return _key(*match.groups()) if match else None


def date_spans(source: str) -> Iterator[tuple[str, int, int]]:
    """Yield `(key, start, end)` of everything in `source` that reads as a day in digits; they may overlap."""
    for match in _ANYWHERE.finditer(source):
        yield _key(*match.groups()[1:]), match.start(1), match.end(1)
