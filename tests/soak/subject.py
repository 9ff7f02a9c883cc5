"""What the soak tests: four functions of the tokenizer, so that a broken double can stand in for any of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app import tokenizer
from app.tokenizer import HARDENED, REFERENCE, Masked, State, StreamReassembler
from model.candidate import Candidate

Masking = Callable[[str, Sequence[Candidate], State], Masked]


def mask_hardened(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Mask with HARDENED, continuing `state`."""
    return tokenizer.mask(text, candidates, rules=HARDENED, state=state)


def mask_reference(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Mask with REFERENCE."""
    return tokenizer.mask(text, candidates, rules=REFERENCE, state=state)


def reassemble(text: str, mapping: Mapping[str, str]) -> str:
    """Put the values back, exactly."""
    return tokenizer.reassemble(text, mapping).text


def reassemble_tolerant(text: str, state: State) -> str:
    """Put the values back, forgiving altered tokens that no source of the request held."""
    return tokenizer.reassemble(text, state.mapping, match="tolerant", literals=state.literals, forms=state.forms).text


@dataclass(frozen=True, slots=True)
class Subject:
    """The tokenizer, or a double of it."""

    hardened: Masking = mask_hardened
    reference: Masking = mask_reference
    reassemble: Callable[[str, Mapping[str, str]], str] = reassemble
    tolerant: Callable[[str, State], str] = reassemble_tolerant
    stream: Callable[[Mapping[str, str]], Any] = StreamReassembler
