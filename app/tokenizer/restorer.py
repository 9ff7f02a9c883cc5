"""Values back in the place of their tokens: one pass, no recursion, nothing guessed."""

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.tokenizer.forms import key, whole, written
from app.tokenizer.text import MARKER, split_name

Match = Literal["exact", "tolerant"]
Escape = Literal["none", "json"]


@dataclass(frozen=True, slots=True)
class Reassembled:
    """`restored` counts restored tokens, `counts` by label. `unresolved` are tokens that stay, each once, in their order."""

    text: str = field(repr=False)
    restored: int
    unresolved: tuple[str, ...] = field(repr=False)
    counts: Mapping[str, int]


class Restorer:
    """Replaces tokens of one mapping. Counts over all its calls."""

    def __init__(
        self,
        mapping: Mapping[str, str],
        *,
        match: Match = "exact",
        escape: Escape = "none",
        labels: Collection[str] | None = None,
        literals: Collection[str] = frozenset(),
        forms: Collection[str] = frozenset(),
    ) -> None:
        """`mapping`: token name → value. `labels`: restore only these (as the tokens name them).

        `literals` and `forms`: what the sources held literally (`State`). Such markers are no tokens, such forms are ambiguous.
        """
        self._mapping = mapping
        self._shown = mapping if escape == "none" else {name: json_escaped(value) for name, value in mapping.items()}
        self._labels = labels
        self._literals = literals
        self._forms = forms
        self._unresolved: dict[str, None] = {}
        self.counts: Counter[str] = Counter()
        self.labels = tuple(sorted({split_name(name)[0] for name in mapping}))
        self._pattern = MARKER
        self._replace = self._exact
        if match == "tolerant" and mapping:
            self._pattern = whole(self.labels)
            self._replace = self._tolerant
            self._by_key: dict[tuple[str, int], list[str]] = {}
            for name in mapping:
                self._by_key.setdefault(key(name), []).append(name)

    def restore(self, text: str) -> str:
        """Return `text` with the values of its tokens."""
        return self._pattern.sub(self._replace, text)

    def result(self, text: str) -> Reassembled:
        """Return `text`, restored before, with what was counted."""
        return Reassembled(text, self.counts.total(), tuple(self._unresolved), dict(self.counts))

    def _exact(self, match: re.Match[str]) -> str:
        token = match.group()
        name = token[1:-1]
        if name in self._shown:
            return self._value(name, token)
        if name not in self._literals:
            self._unresolved[token] = None
        return token

    def _tolerant(self, match: re.Match[str]) -> str:
        form = match.group()
        if form[1:-1] in self._mapping and form[0] == "[":
            return self._value(form[1:-1], form)
        fitting = self._by_key.get(key(form), [])
        if len(fitting) == 1 and written(form) not in self._forms:
            return self._value(fitting[0], form)
        if fitting or (MARKER.fullmatch(form) and form[1:-1] not in self._literals):
            self._unresolved[form] = None
        return form

    def _value(self, name: str, form: str) -> str:
        label, _ = split_name(name)
        if self._labels is not None and label not in self._labels:
            return form
        self.counts[label] += 1
        return self._shown[name]


def json_escaped(value: str) -> str:
    """Return `value` as it stands between the quotes of a JSON string (RFC 8259, section 7)."""
    return json.dumps(value, ensure_ascii=False)[1:-1]


def reassemble(
    text: str,
    mapping: Mapping[str, str],
    *,
    match: Match = "exact",
    escape: Escape = "none",
    labels: Collection[str] | None = None,
    literals: Collection[str] = frozenset(),
    forms: Collection[str] = frozenset(),
) -> Reassembled:
    """Return `text` with the values of the tokens in it. Unknown tokens stay; arguments as for `Restorer`."""
    restorer = Restorer(mapping, match=match, escape=escape, labels=labels, literals=literals, forms=forms)
    return restorer.result(restorer.restore(text))
