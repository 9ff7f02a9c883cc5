"""Checks of one masked text: its form, its tokens, and what it owes to its proposals."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from app.tokenizer import Masked
from model.candidate import Candidate
from tests.soak.coverage import Ledger
from tests.soak.failure import require
from tests.soak.occurrence import Occurrence, clean

MARKER = re.compile(r"\[([A-Z_]+)_(\d+)\]")


def restore(text: str, mapping: Mapping[str, str]) -> str:
    """Return what an exact reassemble must give."""
    return MARKER.sub(lambda found: mapping.get(found[0][1:-1], found[0]), text)


def check_form(source: str, result: Masked) -> None:
    """The masked text is the source with each span replaced by its token, and nothing else."""
    require(result.source == source, "the source is the NFC form of the text")
    pieces: list[str] = []
    done = 0
    used: dict[str, str] = {}
    for item in result.replacements:
        name = item.token[1:-1]
        require(done <= item.start < item.end <= len(source), "spans are sorted, disjoint and not empty")
        require(item.token == f"[{name}]" and name.rpartition("_")[0] == item.label, "a token is [LABEL_n]")
        surface = source[item.start : item.end]
        require(used.setdefault(name, surface) == surface, "one token stands for one spelling")
        pieces += (source[done : item.start], item.token)
        done = item.end
    pieces.append(source[done:])
    require(result.text == "".join(pieces), "nothing outside of the spans changes")
    require(dict(result.mapping) == used, "the mapping holds each token used, with its exact spelling")


def check_numbering(result: Masked, issued: Mapping[str, str], reserved: set[str]) -> None:
    """A spelling keeps its token; new tokens count on, past every marker that stands in a text."""
    tokens = {(name.rpartition("_")[0], surface): name for name, surface in issued.items()}
    last = Counter[str]()
    for name in issued:
        label, _, number = name.rpartition("_")
        last[label] = max(last[label], int(number))
    for item in result.replacements:
        name = item.token[1:-1]
        key = (item.label, result.mapping[name])
        if key not in tokens:
            next_number = last[item.label] + 1
            while f"[{item.label}_{next_number}]" in reserved:
                next_number += 1
            last[item.label] = next_number
            tokens[key] = f"{item.label}_{next_number}"
        require(name == tokens[key], "tokens are numbered in source order and never reused")


def check_owed(
    result: Masked, candidates: Sequence[Candidate], occurrences: Sequence[Occurrence], issued: Mapping[str, str]
) -> None:
    """What was proposed is covered, nothing else is, winners stay whole, and `unmatched` tells the truth."""
    ledger = Ledger(result.source, occurrences, {f"[{name}]" for name in issued})
    ledger.check_coverage(result.replacements)
    ledger.check_labels(result.replacements)
    ledger.check_winners(result.replacements)
    keys = [(candidate.label, clean(candidate)) for candidate in candidates]
    possible = {keys[item.candidate] for item in occurrences}
    absent = {index for index, key in enumerate(keys) if key not in possible}
    unmatched = set(result.unmatched)
    require(len(unmatched) == len(result.unmatched), "unmatched lists a candidate once")
    require(unmatched.isdisjoint(item.candidate for item in occurrences if item.sure), "what stands in the text is not unmatched")
    require(absent <= unmatched, "a candidate that stands nowhere is unmatched")
