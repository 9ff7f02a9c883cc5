"""Which of overlapping occurrences stays whole, and what becomes of the rest."""

from itertools import islice
from operator import le

import numpy as np

from app.tokenizer.replacement import Evidence, Segments

_Row = tuple[int, int, Evidence]


def resolve(occurrences: Segments) -> Segments:
    """Return sorted, disjoint segments that together cover exactly what the occurrences cover.

    The winner of an overlap (lowest rank, then longest, then leftmost) stays whole; what is left of a loser is a segment of the
    loser's label. On one and the same span, what is spelled as proposed wins over a variant of another value. The order of
    `occurrences` does not matter. Linear in the characters covered, after sorting.
    """
    if all(map(le, occurrences.ends, islice(occurrences.starts, 1, None))):
        return occurrences
    starts, ends = np.array(occurrences.starts), np.array(occurrences.ends)
    order = np.lexsort((ends, starts))
    reach = np.maximum.accumulate(ends[order])
    heads = np.flatnonzero(np.concatenate(([True], starts[order][1:] >= reach[:-1])))
    rows = list(occurrences.rows())
    members = order.tolist()
    settled: list[_Row] = []
    for begin, end in zip(heads.tolist(), [*heads.tolist()[1:], len(rows)], strict=True):
        if end - begin == 1:
            settled.append(rows[members[begin]])
        else:
            settled += _settle([rows[member] for member in members[begin:end]])
    return Segments(*map(list, zip(*settled, strict=True)))


def _settle(cluster: list[_Row]) -> list[_Row]:
    """Give every code point of a cluster to the first row, in order of precedence, that covers it."""
    by_span = {row[:2]: row for row in sorted(cluster, key=_precedence, reverse=True)}
    ranked = sorted(by_span.values(), key=lambda row: _precedence(row)[1:])
    base, reach = cluster[0][0], max(end for _, end, _ in cluster)
    if ranked[0][:2] == (base, reach):
        return ranked[:1]
    free = list(range(reach - base + 1))  # free[i]: the next code point at or after i that nobody has taken (union-find)
    owners = [ranked[0]] * (reach - base)
    for row in ranked:
        start, end, _ = row
        at = _next(free, start - base)
        while at < end - base:
            owners[at] = row
            free[at] = at + 1
            at = _next(free, at)
    edges = [at for at in range(1, len(owners)) if owners[at] is not owners[at - 1]]
    return [(base + begin, base + end, owners[begin][2]) for begin, end in zip([0, *edges], [*edges, len(owners)], strict=True)]


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
