"""All places where any of many patterns stands in a text (Aho and Corasick, 1975), with a bound on their number."""

import re
from collections.abc import Sequence
from typing import Final

from ahocorasick_rs import AhoCorasick, Implementation

from app.tokenizer.proposal import MatchLimitExceeded

_MATCHED_PER_CHAR: Final = 16
_MATCHED_FLOOR: Final = 1_000_000
"""Code points of all matches together. In natural text they are a fraction of the text; only values nested reach this."""

_CHUNK_MATCHES: Final = 1_000_000
"""The most matches that one call of the automaton may return: they are tuples in memory."""

_PREFIX: Final = 64
"""So much of a pattern is looked for by the automaton; the rest is compared. It bounds what a chunk can return."""

_DFA_CHARS: Final = 2_000
"""Up to this size of all patterns together a full table of transitions, which is quicker to walk, is worth its making."""


def find_all(patterns: Sequence[str], text: str) -> list[tuple[int, int, int]]:
    """Return `(pattern index, start, end)` of every match, overlapping ones included.

    `patterns` are distinct and not empty; neither they nor `text` hold lone surrogates. Raises `MatchLimitExceeded` when the
    matches together are longer than 16 times the text (and a million code points).
    """
    if not patterns or not text:
        return []
    groups: dict[str, list[int]] = {}
    for index, pattern in enumerate(patterns):
        groups.setdefault(pattern[:_PREFIX], []).append(index)
    members = list(groups.values())
    heads = list(groups)
    kind = Implementation.DFA if sum(map(len, heads)) <= _DFA_CHARS else Implementation.ContiguousNFA
    automaton = AhoCorasick(heads, store_patterns=False, implementation=kind)
    lengths = {len(head) for head in heads}
    # Matches that end at one place differ in length, so their number there is bounded by the number of lengths.
    chunk = max(_CHUNK_MATCHES // len(lengths), _PREFIX)
    whole = len(heads) == len(patterns) and all(len(pattern) <= _PREFIX for pattern in patterns)
    room = max(_MATCHED_FLOOR, _MATCHED_PER_CHAR * len(text))
    matches: list[tuple[int, int, int]] = []
    for begin in range(0, len(text), chunk):
        lead = max(0, begin - max(lengths) + 1)
        found = automaton.find_matches_as_indexes(text[lead : begin + chunk], overlapping=True)
        if lead:
            found = [(head, lead + start, lead + end) for head, start, end in found if lead + end > begin]
        room -= sum(end - start for _, start, end in found)
        if not whole:
            found, compared = _compare(patterns, members, text, found, room)
            room -= compared
        matches += found
        if room < 0:
            raise MatchLimitExceeded
    return matches


def _compare(
    patterns: Sequence[str], members: Sequence[Sequence[int]], text: str, heads: Sequence[tuple[int, int, int]], room: int
) -> tuple[list[tuple[int, int, int]], int]:
    """Return the patterns that stand whole where their heads were found, and how many code points were compared."""
    found = []
    compared = 0
    for head, start, _ in heads:
        for index in members[head]:
            compared += len(patterns[index])
            if compared > room:
                return [], compared
            if text.startswith(patterns[index], start):
                found.append((index, start, start + len(patterns[index])))
    return found, compared


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
