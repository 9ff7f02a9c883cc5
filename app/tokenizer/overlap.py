"""Which of overlapping occurrences stays whole, and what becomes of the rest."""

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import le

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
    segments = Segments()
    for cluster in _clusters(sorted(occurrences.rows())):
        for start, end, evidence in _settle(cluster):
            segments.add(start, end, evidence)
    return segments


def _clusters(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """Yield the rows in groups that do not overlap each other."""
    cluster: list[_Row] = []
    reach = 0
    for row in rows:
        if cluster and row[0] >= reach:
            yield cluster
            cluster = []
        cluster.append(row)
        reach = max(reach, row[1])
    if cluster:
        yield cluster


def _settle(cluster: list[_Row]) -> list[_Row]:
    """Give every code point of a cluster to the first row, in order of precedence, that covers it."""
    if len(cluster) == 1:
        return cluster
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
