"""One label per span where proposals disagree. Pure and deterministic: the order of the proposals changes nothing."""

from collections.abc import Iterable
from typing import Final

from model.candidate import Candidate

NUMBERS: Final = frozenset({
    "RRN", "FRN", "SSN", "GENERIC_ID", "CARD_NUMBER", "ACCOUNT_NUMBER", "PHONE", "PASSPORT", "DRIVER_LICENSE", "ZIPCODE",
    "CARD_EXPIRY", "CVC", "IPIN", "TRANSACTION_APPROVAL_ID", "BUSINESS_ID", "VIRTUAL_CARD_NUMBER", "IMEI", "DOB",
})  # fmt: skip
"""Labels whose values are digits: where two of them share digits, the digits are one thing."""


def resolve(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates that stand, by position.

    - On one span the best score wins; between equals the first label by name.
    - Inside a span of the same label, or between numbers, the inner one goes: part of an address is no second address.
    - Other nestings and partial overlaps stay, for the tokenizer to mask both: a policy may keep an outer URL or
      organization, and what was found inside it must not leave with it.
    Candidates without a span pass, each once.
    """
    best: dict[tuple[int, int], Candidate] = {}
    loose: dict[tuple[str, str], Candidate] = {}
    for candidate in candidates:
        if candidate.start is None or candidate.end is None:
            key = (candidate.label, candidate.original)
            loose[key] = min(loose.get(key, candidate), candidate, key=_rank)
        else:
            span = (candidate.start, candidate.end)
            best[span] = min(best.get(span, candidate), candidate, key=_rank)
    reached: dict[str, int] = {}
    standing = []
    for (_, end), candidate in sorted(best.items(), key=lambda item: (item[0][0], -item[0][1])):
        kind = "number" if candidate.label in NUMBERS else candidate.label
        if end > reached.get(kind, -1):
            reached[kind] = end
            standing.append(candidate)
    return standing + [loose[key] for key in sorted(loose)]


def _rank(candidate: Candidate) -> tuple[float, str, str, str]:
    """Return what decides between candidates of one span: the smallest stands."""
    return -candidate.score, candidate.label, candidate.source, candidate.original
