"""One case of the soak: a few texts that continue one request, what is proposed for each, and what was planted where."""

from dataclasses import dataclass

from model.candidate import Candidate


@dataclass(frozen=True, slots=True)
class Plant:
    """A spelling of a proposed value that the generator wrote on purpose: code points in the source, half-open.

    `candidate` is the index of the proposal it stands for. A tokenizer must find it although its literal form differs.
    """

    start: int
    end: int
    candidate: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One text. Offsets count in the NFC form of `text`; with `history` the previous masked text is put before it."""

    text: str
    candidates: tuple[Candidate, ...]
    plants: tuple[Plant, ...]
    history: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """`seed` repeats the case; `noise` is what a model might add to the masked text before it comes back."""

    seed: int
    turns: tuple[Turn, ...]
    noise: str
