"""All places where any of many patterns stands in a text (Aho and Corasick, 1975), with a bound on their number."""

import re
from collections.abc import Sequence
from typing import Final

from ahocorasick_rs import AhoCorasick, Implementation

from app.tokenizer.proposal import MatchLimitExceeded

_MATCHES_PER_CHAR: Final = 8
_MATCHES_FLOOR: Final = 1_000_000
"""Natural text holds far less than one match a character; only values nested in each other by the hundred reach this."""

_CHUNK_MATCHES: Final = 1_000_000
"""About the most matches that one call may return: they are tuples in memory."""


_DFA_CHARS: Final = 2_000
"""Up to this size of all patterns together a full table of transitions, which is quicker to walk, is worth its making."""


def find_all(patterns: Sequence[str], text: str) -> list[tuple[int, int, int]]:
    """Return `(pattern index, start, end)` of every match, overlapping ones included, ordered by end.

    `patterns` are distinct and not empty; neither they nor `text` hold lone surrogates. Raises `MatchLimitExceeded` when there
    are more matches than eight a character (and more than a million).
    """
    if not patterns or not text:
        return []
    few = sum(map(len, patterns)) <= _DFA_CHARS
    automaton = AhoCorasick(patterns, store_patterns=False, implementation=Implementation.DFA if few else None)
    lengths = {len(pattern) for pattern in patterns}
    # Matches that end at one place differ in length, so their number there is bounded by the number of lengths.
    longest = max(lengths)
    chunk = max(_CHUNK_MATCHES // len(lengths), longest)
    if chunk >= len(text):
        found = automaton.find_matches_as_indexes(text, overlapping=True)
        _check(len(found), len(text))
        return found
    matches: list[tuple[int, int, int]] = []
    for begin in range(0, len(text), chunk):
        lead = max(0, begin - longest + 1)
        piece = automaton.find_matches_as_indexes(text[lead : begin + chunk], overlapping=True)
        matches += [(p, lead + s, lead + e) for p, s, e in piece if lead + e > begin]
        _check(len(matches), len(text))
    return matches


def find_literal(patterns: Sequence[str], text: str) -> list[tuple[int, int, int]]:
    """Return what `find_all` returns, for any strings: lone surrogates, which the automaton does not take, included."""
    groups: dict[str, list[int]] = {}
    for index, pattern in enumerate(patterns):
        groups.setdefault(_scalar(pattern), []).append(index)
    members = list(groups.values())
    return [
        (index, start, end)
        for group, start, end in find_all(list(groups), _scalar(text))
        for index in members[group]
        if text.startswith(patterns[index], start)
    ]


def _scalar(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\uffff", text)


def _check(count: int, length: int) -> None:
    if count > max(_MATCHES_FLOOR, _MATCHES_PER_CHAR * length):
        raise MatchLimitExceeded
