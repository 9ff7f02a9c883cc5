"""Days as year, month and day, however they are written."""

import re
from collections.abc import Iterator
from typing import Final

_PAD: Final = "[\\s\u200b-\u200d\u2060\ufeff]{0,2}"
_GAP: Final = rf"{_PAD}(?:[-./·년월－．／‐-―]|\s){_PAD}"
_DAY: Final = re.compile(rf"(?<!\d)(?:(\d{{4}}|\d{{2}}){_GAP}(\d{{1,2}}){_GAP}(\d{{1,2}})(?:{_PAD}일)?|(\d{{8}}|\d{{6}}))(?!\d)")


def _key(match: re.Match[str]) -> str:
    year, month, day, run = match.groups()
    return str(int(run)).zfill(len(run)) if run else f"{int(year):0{len(year)}}{int(month):02}{int(day):02}"


def date_key(value: str) -> str | None:
    """Return `YYYYMMDD` or `YYMMDD` when `value` is a day in digits, None otherwise."""
    match = _DAY.fullmatch(value)
    return _key(match) if match else None


def date_spans(source: str) -> Iterator[tuple[str, int, int]]:
    """Yield `(key, start, end)` of every day in digits in `source`."""
    for match in _DAY.finditer(source):
        yield _key(match), match.start(), match.end()
