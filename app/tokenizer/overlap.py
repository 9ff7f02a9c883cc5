"""Which of overlapping occurrences stays whole, and what becomes of the rest."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice, pairwise
from operator import le

import numpy as np

from app.tokenizer.replacement import Evidence, Segments

_Row = tuple[int, int, Evidence]


def resolve(occurrences: Segments) -> Segments:
    """Return sorted, disjoint segments that together cover exactly what the occurrences cover.

    The winner of an overlap (lowest rank, then longest, then leftmost) stays whole; what is left of a loser is a segment of the
    loser's label. On one and the same span, what is spelled as proposed wins over a variant of another value. The order of
    `occurrences` does not matter. Time grows with the length of all occurrences together, and their sorting.
    """
    if all(map(le, occurrences.ends, islice(occurrences.starts, 1, None))):
        return occurrences
    starts, ends, evidence = np.array(occurrences.starts), np.array(occurrences.ends), occurrences.evidence
    order = np.lexsort((ends, starts))
    reach = np.maximum.accumulate(ends[order])
    heads = np.flatnonzero(np.concatenate(([True], starts[order][1:] >= reach[:-1])))
    sizes = np.diff(np.append(heads, len(order)))
    alone = order[heads[sizes == 1]]
    settled: list[_Row] = []
    for head, size in zip(heads[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        members = order[head : head + size].tolist()
        settled += _settle([(occurrences.starts[at], occurrences.ends[at], evidence[at]) for at in members])
    found = Segments(starts[alone].tolist(), ends[alone].tolist(), [evidence[at] for at in alone.tolist()])
    for row in settled:
        found.add(*row)
    order = np.argsort(found.starts)
    return Segments(*([column[at] for at in order.tolist()] for column in (found.starts, found.ends, found.evidence)))


def _settle(cluster: list[_Row]) -> list[_Row]:
    """Return the winners of a cluster whole, and what is left of each loser to the first of them, in order of precedence."""
    by_span = {row[:2]: row for row in sorted(cluster, key=_precedence, reverse=True)}
    ranked = sorted(by_span.values(), key=lambda row: _precedence(row)[1:])
    base, reach = cluster[0][0], max(end for _, end, _ in cluster)
    owners: list[_Row | None] = [None] * (reach - base)
    starts, ends = [base - 1], [base]  # of the winners so far, in order; the first pair stands before all
    losers = []
    for row in ranked:
        start, end, _ = row
        place = bisect_right(starts, start)
        if ends[place - 1] > start or (place < len(starts) and starts[place] < end):
            losers.append(row)
        else:
            starts.insert(place, start)
            ends.insert(place, end)
            owners[start - base : end - base] = [row] * (end - start)
    _give_rest(owners, losers, base)
    edges = [0, *(at for at in range(1, len(owners)) if owners[at] is not owners[at - 1]), len(owners)]
    return [(base + begin, base + end, owner[2]) for begin, end in pairwise(edges) if (owner := owners[begin])]


def _give_rest(owners: list[_Row | None], losers: Sequence[_Row], base: int) -> None:
    """Give every code point that has no owner to the first loser that covers it."""
    free = list(range(len(owners) + 1))  # free[at]: where to look for the next code point without an owner (union-find)
    for at in range(len(owners) - 1, -1, -1):
        if owners[at]:
            free[at] = free[at + 1]
    for row in losers:
        at = _next(free, row[0] - base)
        while at < row[1] - base:
            owners[at] = row
            free[at] = at + 1
            at = _next(free, at)


def _precedence(row: _Row) -> tuple[bool, int, int, int, float, str, str]:
    start, end, (variant, rank, label, source, score) = row
    return variant, rank, start - end, start, -score, source, label


def _next(free: list[int], at: int) -> int:
    root = at
    while free[root] != root:
        root = free[root]
    while free[at] != root:
        free[at], at = root, free[at]
    return root
