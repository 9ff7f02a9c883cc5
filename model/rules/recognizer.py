"""The seam for one hand-written rule, what it reads and what it yields."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from model.rules.page import Page


@dataclass(frozen=True, slots=True)
class Match:
    """What a recognizer saw. `start` and `end` are code points of the page's text, half-open.

    `shape` is a key of `scores.SHAPES`: what the value looks like. `evidence` are keys of `scores.EVIDENCE`: checks that it
    passed. Cues are weighed later, for all recognizers alike.
    """

    label: str
    start: int
    end: int
    shape: str
    evidence: tuple[str, ...] = ()


class Recognizer(Protocol):
    """One hand-written rule. `name` stands in a candidate's source (`rules.<name>`); `labels` are what it can yield.

    `recognize` runs in time linear in the page: patterns use bounded quantifiers only. It may yield weak matches: their
    score decides.
    """

    name: str
    labels: frozenset[str]

    def recognize(self, page: Page) -> Iterator[Match]:
        """Yield matches in any order; they may overlap."""
