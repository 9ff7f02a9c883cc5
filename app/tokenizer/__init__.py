"""The deterministic tokenizer: pure, no I/O. Text and candidates in; masked text, mapping and spans out; and back."""

from app.tokenizer.completion import parse_success, parse_tsv, strict_parse_success
from app.tokenizer.hardened import HARDENED
from app.tokenizer.masker import RuleSet, mask, reserve
from app.tokenizer.proposal import MatchLimitExceeded, Proposal
from app.tokenizer.reference import REFERENCE
from app.tokenizer.replacement import Masked, Replacement, State
from app.tokenizer.restorer import Escape, Match, OutputLimitExceeded, Reassembled, Restorer, reassemble
from app.tokenizer.stream import StreamReassembler
from app.tokenizer.text import normalize
from app.tokenizer.verify import VerificationFailed, verify

__all__ = [
    "HARDENED",
    "REFERENCE",
    "Escape",
    "Masked",
    "Match",
    "MatchLimitExceeded",
    "OutputLimitExceeded",
    "Proposal",
    "Reassembled",
    "Replacement",
    "Restorer",
    "RuleSet",
    "State",
    "StreamReassembler",
    "VerificationFailed",
    "mask",
    "normalize",
    "parse_success",
    "parse_tsv",
    "reassemble",
    "reserve",
    "strict_parse_success",
    "verify",
]

VERSION = "1"
"""Changes whenever the same text and candidates could give another masked text."""
