"""Masking one text: source, segments by a rule set, tokens."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from app.tokenizer.forms import lookalikes
from app.tokenizer.hardened import HARDENED
from app.tokenizer.proposal import Proposal
from app.tokenizer.replacement import Masked, Segments, State, replace
from app.tokenizer.text import markers, normalize

_SAME: Final[Mapping[str, str]] = MappingProxyType({})
_FRESH: Final = State()


class RuleSet(Protocol):
    """Which places of a source are replaced, and by which label."""

    @property
    def name(self) -> str: ...

    def segments(
        self, source: str, candidates: Sequence[Proposal], issued: Sequence[tuple[int, int]] = ()
    ) -> tuple[Segments, tuple[int, ...]]:
        """Return sorted, disjoint segments, and the indexes of the candidates that stand nowhere. `issued` are left alone."""


def reserve(state: State, texts: Iterable[str]) -> State:
    """Return `state` with every marker and every form close to a token that `texts` hold literally.

    A marker that was issued earlier in the request is that token, not a literal. The work is linear in `texts`, whatever the
    state holds: where they hold nothing new, it is `state` itself that is returned.
    """
    sources = [normalize(text) for text in texts]
    found = {name for source in sources for _, _, name in markers(source)}
    literals = {name for name in found if name not in state.mapping and name not in state.literals}
    forms = set().union(*map(lookalikes, sources)) - state.forms
    if not literals and not forms:
        return state
    return State(state.mapping, state.counters, state.literals | literals, state.forms | forms)


def mask(
    text: str,
    candidates: Sequence[Proposal],
    *,
    rules: RuleSet = HARDENED,
    state: State = _FRESH,
    names: Mapping[str, str] = _SAME,
) -> Masked:
    """Return `text` with everything that was proposed replaced by tokens.

    `state` continues a request. `names` renames labels in tokens. The order of `candidates` does not matter. Raises
    `MatchLimitExceeded` when the candidates are nested in each other so deeply that the work would not be linear.
    """
    source = normalize(text)
    state = reserve(state, [source])
    issued = [(start, end) for start, end, name in markers(source) if name in state.mapping]
    segments, unmatched = rules.segments(source, candidates, issued)
    if names:
        segments.evidence = [each._replace(label=names.get(each.label, each.label)) for each in segments.evidence]
    return replace(source, segments, state, unmatched)
