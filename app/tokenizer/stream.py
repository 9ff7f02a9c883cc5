"""Reassembling a text that arrives in pieces, cut anywhere."""

import sys
from collections.abc import Collection, Mapping

from app.tokenizer.forms import beginning
from app.tokenizer.restorer import Match, Reassembled, Restorer, labels_of


class StreamReassembler:
    """Feed it pieces, then close it: the outputs joined are what `reassemble` gives for the pieces joined.

    Only an end that can still become an issued token is held back, never more than one token's length.
    """

    def __init__(
        self,
        mapping: Mapping[str, str],
        *,
        match: Match = "exact",
        literals: Collection[str] = frozenset(),
        forms: Collection[str] = frozenset(),
        limit: int = sys.maxsize,
    ) -> None:
        """Arguments as for `Restorer`."""
        self._restorer = Restorer(mapping, match=match, literals=literals, forms=forms, limit=limit)
        self._labels = labels_of(mapping)
        self._tolerant = match == "tolerant" and bool(mapping)
        self._longest = max((len(name) + 2 for name in mapping), default=0)
        self._beginnings = {f"[{name}"[:size] for name in mapping for size in range(1, len(name) + 2)}
        self._held = ""
        self._context = ""

    def __repr__(self) -> str:
        return "StreamReassembler()"

    def feed(self, piece: str) -> str:
        """Return what can be given out after `piece`."""
        text = self._held + piece
        cut = self._cut(text)
        self._held = text[cut:]
        return self._give(text[:cut])

    def close(self) -> str:
        """Return what was held back. The stream takes no more pieces."""
        held, self._held = self._held, ""
        return self._give(held)

    def result(self) -> Reassembled:
        """Return the counts so far; its text is empty."""
        return self._restorer.result("")

    def _cut(self, text: str) -> int:
        """Return where the end of `text` begins that must wait."""
        if self._tolerant:
            return self._tolerant_cut(text)
        opening = text.rfind("[", max(0, len(text) - self._longest))
        return opening if opening >= 0 and text[opening:] in self._beginnings else len(text)

    def _give(self, text: str) -> str:
        if not self._tolerant or not text:
            return self._restorer.restore(text)
        # A bare name is a token only as a word of its own, so the last character given out is kept beside the text.
        restored = self._restorer.restore(self._context + text)[len(self._context) :]
        self._context = text[-1]
        return restored

    def _tolerant_cut(self, text: str) -> int:
        found = beginning(self._labels).search(self._context + text, len(self._context))
        return found.start() - len(self._context) if found else len(text)
