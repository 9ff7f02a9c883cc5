"""Which of overlapping occurrences stays whole, and what becomes of the rest."""

from collections.abc import Iterable
from operator import itemgetter, le

from app.tokenizer.replacement import Segment


def resolve(occurrences: Iterable[Segment]) -> list[Segment]:
    """Return sorted, disjoint segments that together cover exactly what the occurrences cover.

    The winner of an overlap (lowest rank, then longest, then leftmost) stays whole; what is left of a loser is a segment of the
    loser's label. On one and the same span, what is spelled as proposed wins over a variant of another value. The order of
    `occurrences` does not matter. Linear in the characters covered, after sorting.
    """
    ordered = sorted(occurrences)
    starts, ends = map(itemgetter(0), ordered[1:]), map(itemgetter(1), ordered)
    if all(map(le, ends, starts)):
        return ordered
    segments: list[Segment] = []
    cluster: list[Segment] = []
    reach = 0
    for occurrence in ordered:
        if occurrence.start >= reach:
            segments += _settle(cluster)
            cluster = []
        cluster.append(occurrence)
        reach = max(reach, occurrence.end)
    return segments + _settle(cluster)


def _settle(cluster: list[Segment]) -> list[Segment]:
    """Give every code point of a cluster to the first occurrence, in order of precedence, that covers it."""
    if len(cluster) < 2:
        return cluster
    by_span: dict[tuple[int, int], Segment] = {}
    for occurrence in sorted(cluster, key=_precedence, reverse=True):
        by_span[occurrence[:2]] = occurrence
    ranked = sorted(by_span.values(), key=lambda winner: _precedence(winner)[1:])
    base, reach = cluster[0].start, max(occurrence.end for occurrence in cluster)
    if (ranked[0].start, ranked[0].end) == (base, reach):
        return ranked[:1]
    size = reach - base
    free = list(range(size + 1))  # free[i]: the next code point at or after i that nobody has taken (union-find)
    owners: list[Segment | None] = [None] * size
    for occurrence in ranked:
        at = _next(free, occurrence.start - base)
        while at < occurrence.end - base:
            owners[at] = occurrence
            free[at] = at + 1
            at = _next(free, at)
    segments = []
    begin = 0
    for at in range(1, size + 1):
        if at == size or owners[at] is not owners[begin]:
            owner = owners[begin]
            if owner is not None:
                segments.append(Segment(base + begin, base + at, owner.evidence))
            begin = at
    return segments


def _precedence(occurrence: Segment) -> tuple[bool, int, int, int, float, str, str]:
    start, end, (variant, rank, label, source, score) = occurrence
    return variant, rank, start - end, start, -score, source, label


def _next(free: list[int], at: int) -> int:
    root = at
    while free[root] != root:
        root = free[root]
    while free[at] != root:
        free[at], at = root, free[at]
    return root
