"""The rule extractor: folds the source, runs every recognizer, scores their matches, resolves their conflicts."""

import asyncio
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from model.candidate import Candidate
from model.resolve import resolve
from model.rules import address, contact, identity, korean_names, network, payment, western_names
from model.rules.folding import Folded
from model.rules.page import Page
from model.rules.recognizer import Recognizer
from model.rules.scores import THRESHOLD, score

RECOGNIZERS: Final[tuple[Recognizer, ...]] = (
    *identity.RECOGNIZERS,
    *payment.RECOGNIZERS,
    *contact.RECOGNIZERS,
    *network.RECOGNIZERS,
    *address.RECOGNIZERS,
    *korean_names.RECOGNIZERS,
    *western_names.RECOGNIZERS,
)


class RuleExtractor:
    """Finds what has a shape or a cue, by hand-written rules alone. Holds no state: one instance serves all threads."""

    name = "rules"
    versions: Mapping[str, str] = MappingProxyType({"rules": "1"})
    """The version goes up whenever the same source may give other candidates."""
    labels: frozenset[str] = frozenset().union(*(recognizer.labels for recognizer in RECOGNIZERS))

    def find(self, source: str) -> list[Candidate]:
        """Return the candidates in `source`, in order, each with its span: `source[start:end] == original`.

        Time grows linearly with the source. The same source always gives the same candidates.
        """
        folded = Folded(source)
        page = Page(folded.text, folded.lower)
        proposed = []
        for recognizer in RECOGNIZERS:
            for match in recognizer.recognize(page):
                weight = score(match, page)
                if weight >= THRESHOLD:
                    start, end = folded.locate(match.start, match.end)
                    proposed.append(Candidate(match.label, source[start:end], start, end, weight, f"rules.{recognizer.name}"))
        return resolve(proposed)

    async def extract(self, source: str) -> Sequence[Candidate]:
        """Return `find(source)`, computed off the event loop."""
        return await asyncio.to_thread(self.find, source)

    async def check(self) -> None:
        """Rules are part of the process: they always answer."""

    async def close(self) -> None:
        """Rules hold nothing open."""
