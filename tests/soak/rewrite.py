"""Makes a `Masked` from given spans: the honest last step of the tokenizer, which each double breaks in one place."""

from collections.abc import Iterable, Sequence

from app.tokenizer import Masked, Replacement, State


def number_tokens(source: str, spans: Iterable[Replacement], state: State, reserved: Iterable[str]) -> list[Replacement]:
    """Give each span its token: a spelling keeps its own, a new one gets the next number that no marker of a text bears."""
    taken = set(reserved)
    names = {(name.rpartition("_")[0], surface): name for name, surface in state.mapping.items()}
    counters = dict(state.counters)
    numbered: list[Replacement] = []
    for span in spans:
        surface = source[span.start : span.end]
        name = names.get((span.label, surface))
        if name is None:
            number = counters.get(span.label, 0) + 1
            while f"{span.label}_{number}" in taken:
                number += 1
            counters[span.label] = number
            name = names[span.label, surface] = f"{span.label}_{number}"
        numbered.append(span._replace(token=f"[{name}]"))
    return numbered


def write(masked: Masked, replacements: Sequence[Replacement], before: State, source: str | None = None) -> Masked:
    """Return what `masked` would be with these replacements."""
    source = masked.source if source is None else source
    pieces: list[str] = []
    done = 0
    for item in replacements:
        pieces += (source[done : item.start], item.token)
        done = item.end
    pieces.append(source[done:])
    mapping = {item.token[1:-1]: source[item.start : item.end] for item in replacements}
    counters = dict(before.counters)
    for name in mapping:
        label, _, number = name.rpartition("_")
        counters[label] = max(counters.get(label, 0), int(number))
    state = State({**before.mapping, **mapping}, counters, masked.state.literals, masked.state.forms)
    return Masked(source, "".join(pieces), mapping, tuple(replacements), masked.unmatched, state)


def respan(masked: Masked, spans: Iterable[Replacement], before: State) -> Masked:
    """Return what `masked` would be with these spans, numbered honestly."""
    return write(masked, number_tokens(masked.source, spans, before, masked.state.literals), before)
