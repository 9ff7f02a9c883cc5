"""Broken doubles of the tokenizer. Each does one thing wrong, as real tools have done; the soak must notice every one."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from app.tokenizer import Masked, Replacement, State, StreamReassembler, reassemble
from model.candidate import Candidate
from tests.soak.rewrite import number_tokens, respan, write
from tests.soak.subject import Subject, mask_hardened

MARKER = re.compile(r"\[[A-Z_]+_\d+\]")
Spans = Iterator[Replacement]
Respan = Callable[[Masked, Sequence[Candidate]], Spans]


def with_spans(change: Respan) -> Subject:
    """Return a double whose spans come from `change`."""

    def hardened(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
        masked = mask_hardened(text, candidates, state)
        return respan(masked, change(masked, candidates), state)

    return Subject(hardened=hardened)


def honest(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Break nothing: the machinery of the doubles itself must pass."""
    yield from masked.replacements


def no_boundaries(masked: Masked, candidates: Sequence[Candidate]) -> Spans:
    """Mask a value inside of longer words and numbers too (`Annual` → `[PERSON_1]ual`)."""
    taken = [False] * len(masked.source)
    spans = list(masked.replacements)
    for item in spans:
        taken[item.start : item.end] = [True] * (item.end - item.start)
    for candidate in candidates:
        value = candidate.original.strip()
        start = masked.source.find(value) if value else -1
        while start >= 0:
            end = start + len(value)
            if not any(taken[start:end]):
                taken[start:end] = [True] * len(value)
                spans.append(Replacement("", candidate.label, start, end, candidate.source, candidate.score))
            start = masked.source.find(value, start + 1)
    yield from sorted(spans, key=lambda item: item.start)


def leftovers_dropped(masked: Masked, candidates: Sequence[Candidate]) -> Spans:
    """Leave in clear what remains of a value that lost an overlap."""
    values = {candidate.original.strip() for candidate in candidates}
    edges = {item.start for item in masked.replacements} | {item.end for item in masked.replacements}
    for item in masked.replacements:
        beside = sum(1 for other in masked.replacements if other.end == item.start or other.start == item.end)
        if masked.source[item.start : item.end] in values or not (beside and {item.start, item.end} & edges):
            yield item


def first_candidate_labels(masked: Masked, candidates: Sequence[Candidate]) -> Spans:
    """Let the first candidate in the list give its label, whatever the priority."""
    labels: dict[str, str] = {}
    for candidate in candidates:
        labels.setdefault(candidate.original.strip(), candidate.label)
    for item in masked.replacements:
        yield item._replace(label=labels.get(masked.source[item.start : item.end], item.label))


def last_candidate_scores(masked: Masked, candidates: Sequence[Candidate]) -> Spans:
    """Let the last candidate in the list give the score."""
    for item in masked.replacements:
        yield item._replace(score=candidates[-1].score)


def markers_split(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Mask only the touched part of a literal marker."""
    for item in masked.replacements:
        whole = MARKER.match(masked.source, item.start)
        yield item._replace(start=item.start + 1) if whole and whole.end() == item.end else item


def last_letter_left(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """End each span one code point early."""
    for item in masked.replacements:
        yield item._replace(end=max(item.end - 1, item.start + 1))


def space_swallowed(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Take the space before a value along, as some models' offsets do."""
    done = 0
    for item in masked.replacements:
        start = item.start - 1 if item.start > done and masked.source[item.start - 1] == " " else item.start
        done = item.end
        yield item._replace(start=start)


def neighbours_merged(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Make one token of values side by side."""
    waiting: Replacement | None = None
    for item in masked.replacements:
        if waiting and waiting.end == item.start:
            waiting = waiting._replace(end=item.end)
            continue
        if waiting:
            yield waiting
        waiting = item
    if waiting:
        yield waiting


def only_first_of_neighbours(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Mask only the first of values with one space between."""
    end = -2
    for item in masked.replacements:
        if item.start != end + 1:
            yield item
        end = item.end


def long_values_cut(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Look no further than 64 code points."""
    for item in masked.replacements:
        yield item._replace(end=min(item.end, item.start + 64))


def utf16_offsets(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Count offsets in UTF-16 units."""
    for item in masked.replacements:
        shift = sum(letter > "\uffff" for letter in masked.source[: item.start])
        if item.end + shift <= len(masked.source):
            yield item._replace(start=item.start + shift, end=item.end + shift)


def one_spelling_only(masked: Masked, candidates: Sequence[Candidate]) -> Spans:
    """Find a value only in the spelling in which it was proposed."""
    values = {candidate.original.strip() for candidate in candidates}
    for item in masked.replacements:
        surface = masked.source[item.start : item.end]
        if surface in values or MARKER.search(surface) or not any(map(str.isdecimal, surface)):
            yield item


def once_only(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Mask the first place of each value and no other."""
    seen: set[str] = set()
    for item in masked.replacements:
        if masked.source[item.start : item.end] not in seen:
            yield item
        seen.add(masked.source[item.start : item.end])


def leftmost_labels(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Where values touch, let the leftmost give the label."""
    before: Replacement | None = None
    for item in masked.replacements:
        before = item._replace(label=before.label) if before and before.end == item.start else item
        yield before


def issued_masked_again(masked: Masked, candidates: Sequence[Candidate]) -> Spans:  # noqa: ARG001
    """Take a token of an earlier text for a value."""
    issued = [found.span() for found in MARKER.finditer(masked.source) if found[0][1:-1] in masked.state.mapping]
    again = [Replacement("", "SECRET", start, end, "rules", 1.0) for start, end in issued]
    yield from sorted([*masked.replacements, *again], key=lambda item: item.start)


def with_tokens(change: Callable[[Masked, State], Sequence[Replacement]]) -> Subject:
    """Return a double whose tokens come from `change`."""

    def hardened(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
        masked = mask_hardened(text, candidates, state)
        return write(masked, change(masked, state), state)

    return Subject(hardened=hardened)


def markers_not_reserved(masked: Masked, before: State) -> Sequence[Replacement]:
    """Number tokens without a look at the markers that stand in the text."""
    return number_tokens(masked.source, masked.replacements, before, ())


def earlier_markers_forgotten(masked: Masked, before: State) -> Sequence[Replacement]:
    """Reserve the markers of this text only."""
    own = {found[0][1:-1] for found in MARKER.finditer(masked.source)}
    return number_tokens(masked.source, masked.replacements, before, own - before.mapping.keys())


def spelling_forgotten(masked: Masked, before: State) -> Sequence[Replacement]:
    """Give the same spelling a new token each time."""
    items: list[Replacement] = []
    for number, item in enumerate(masked.replacements, 1 + sum(before.counters.values())):
        items.append(item._replace(token=f"[{item.label}_{number}]"))
    return items


def counters_restarted(masked: Masked, before: State) -> Sequence[Replacement]:
    """Begin to count anew in a later text."""
    return number_tokens(masked.source, masked.replacements, State(before.mapping), masked.state.literals)


def numbered_backwards(masked: Masked, before: State) -> Sequence[Replacement]:
    """Number tokens from the end of the text."""
    return number_tokens(masked.source, masked.replacements[::-1], before, masked.state.literals)[::-1]


def proposed_spelling_kept(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Keep the spelling of the proposal in the mapping, not that of the text."""
    masked = mask_hardened(text, candidates, state)
    mapping = {name: surface.replace(" ", "") for name, surface in masked.mapping.items()}
    return replace(masked, mapping=mapping, state=replace(masked.state, mapping={**state.mapping, **mapping}))


def decomposed_source(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Take the text as it came, without NFC."""
    masked = mask_hardened(text, candidates, state)
    return masked if masked.source == text else replace(masked, source=text)


def values_replaced_in_turn(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Replace value after value in a text that already holds tokens."""
    masked = mask_hardened(text, candidates, state)
    changed = masked.source
    for name, surface in masked.mapping.items():
        changed = changed.replace(surface, f"[{name}]")
    return replace(masked, text=changed)


def spans_ignored(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Mask a value with a span wherever it stands (every `123` for one CVC)."""
    return mask_hardened(text, [replace(candidate, start=None, end=None) for candidate in candidates], state)


def spans_alone(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Mask a value with a span nowhere else, whatever it is."""
    fixed = []
    for candidate in candidates:
        masked = mask_hardened(text, [candidate], state)
        if candidate.start is not None and masked.replacements:
            place = next((item for item in masked.replacements if item.start == candidate.start), masked.replacements[0])
            fixed.append(place)
    masked = mask_hardened(text, candidates, state)
    anchored = {candidate.original.strip() for candidate in candidates if candidate.start is not None}
    kept = [
        item
        for item in masked.replacements
        if masked.source[item.start : item.end] not in anchored or item.start in {one.start for one in fixed}
    ]
    return respan(masked, kept, state)


def unmatched_hidden(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Say that every candidate was found."""
    return replace(mask_hardened(text, candidates, state), unmatched=())


def matched_reported(text: str, candidates: Sequence[Candidate], state: State) -> Masked:
    """Say that the first candidate stands nowhere."""
    masked = mask_hardened(text, candidates, state)
    return replace(masked, unmatched=tuple(sorted({0, *masked.unmatched}))) if candidates else masked


def restored_again(text: str, mapping: Mapping[str, str]) -> str:
    """Restore tokens inside of restored values."""
    for _ in range(2):
        text = MARKER.sub(lambda found: mapping.get(found[0][1:-1], found[0]), text)
    return text


def restored_in_turn(text: str, mapping: Mapping[str, str]) -> str:
    """Restore token after token."""
    for name, value in mapping.items():
        text = text.replace(f"[{name}]", value)
    return text


def restored_by_prefix(text: str, mapping: Mapping[str, str]) -> str:
    """Restore names without their brackets: `PERSON_1` inside of `PERSON_12`."""
    for name, value in mapping.items():
        text = text.replace(f"[{name}]", value).replace(name, value)
    return text


def unknown_dropped(text: str, mapping: Mapping[str, str]) -> str:
    """Drop tokens that are not in the mapping."""
    return MARKER.sub(lambda found: mapping.get(found[0][1:-1], ""), text)


def forms_guessed(text: str, state: State) -> str:
    """Take everything that looks like a token for one, though the source held it."""
    return reassemble(text, state.mapping, match="tolerant").text


class EagerStream(StreamReassembler):
    """Holds nothing back: a token cut in two is lost."""

    def feed(self, piece: str) -> str:
        return super().feed(piece) + super().close()


class LazyStream(StreamReassembler):
    """Gives nothing before the end."""

    def feed(self, piece: str) -> str:
        self._late = getattr(self, "_late", "") + super().feed(piece)
        return ""

    def close(self) -> str:
        return getattr(self, "_late", "") + super().close()


class LossyStream(StreamReassembler):
    """Forgets at the end what was held back."""

    def close(self) -> str:
        super().close()
        return ""
