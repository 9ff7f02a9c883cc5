"""What the tokenizer is given, and the typed refusal of what it cannot do in linear time."""

from typing import Protocol


class Proposal(Protocol):
    """A candidate, whoever made it: label, original value, and optionally its half-open span in code points of the source."""

    @property
    def label(self) -> str: ...
    @property
    def original(self) -> str: ...
    @property
    def start(self) -> int | None: ...
    @property
    def end(self) -> int | None: ...
    @property
    def score(self) -> float: ...
    @property
    def source(self) -> str: ...


class MatchLimitExceeded(Exception):
    """The candidates match the text so often, one inside the other, that masking it would not be linear."""
