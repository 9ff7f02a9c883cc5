"""One text as recognizers read it."""

import re
from collections.abc import Iterator
from typing import Final

from model.rules.cues import Cues

MARGIN: Final = 64
"""Code points on both sides of a digit that a pattern for numbers may look at."""
_DIGITS: Final = re.compile("[0-9]+")


class Page:
    """The folded copy of a source, its lower case (same length), the cue words in it and the places with digits."""

    __slots__ = ("_zones", "cues", "lower", "text")

    def __init__(self, text: str, lower: str) -> None:
        self.text = text
        self.lower = lower
        self.cues = Cues(lower)
        self._zones: list[tuple[int, int]] = []
        start = end = 0
        for digits in _DIGITS.finditer(text):
            if digits.start() - MARGIN > end:
                if end:
                    self._zones.append((start, end))
                start = digits.start() - MARGIN
            start, end = max(start, 0), digits.end() + MARGIN
        if end:
            self._zones.append((start, end))

    def numbers(self, pattern: re.Pattern[str], *, lower: bool = False) -> Iterator[re.Match[str]]:
        """Yield the matches of a pattern that needs a digit: most text has none, and is passed over."""
        text = self.lower if lower else self.text
        for start, end in self._zones:
            yield from pattern.finditer(text, start, end)
