"""Values back in the place of their tokens: one pass, no recursion, nothing guessed."""

import json
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from app.tokenizer.forms import is_balanced, key, whole, written
from app.tokenizer.text import MARKER

Match = Literal["exact", "tolerant"]
Escape = Literal["none", "json"]
_NO_LIMIT: Final = sys.maxsize


@dataclass(frozen=True, slots=True)
class Reassembled:
    """`restored` counts restored tokens, `counts` by label. `unresolved` are tokens that stay, each once, in their order."""

    text: str = field(repr=False)
    restored: int
    unresolved: tuple[str, ...] = field(repr=False)
    counts: Mapping[str, int]


class OutputLimitExceeded(Exception):
    """The values in the place of their tokens would make a text longer than allowed."""


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
        limit: int = _NO_LIMIT,
    ) -> None:
        """`mapping`: token name → value. `labels`: restore only these (as the tokens name them).

        `literals` and `forms`: what the sources held literally (`State`). Such markers are no tokens, such forms are ambiguous.
        `limit`: how many code points of values may be put in, over all calls; then `OutputLimitExceeded` is raised.
        """
        self._mapping = mapping
        self._escaped = escape == "json"
        self._labels = labels
        self._literals = literals
        self._forms = forms
        self._room = limit
        self._unresolved: dict[str, None] = {}
        self.counts: dict[str, int] = {}
        self._pattern = MARKER
        self._replace = self._exact
        if match == "tolerant" and mapping:
            self._pattern = whole(labels_of(mapping))
            self._replace = self._tolerant
            self._by_key: dict[tuple[str, int], list[str]] = {}
            for name in mapping:
                self._by_key.setdefault(key(name), []).append(name)

    def restore(self, text: str) -> str:
        """Return `text` with the values of its tokens."""
        return self._pattern.sub(self._replace, text)

    def result(self, text: str) -> Reassembled:
        """Return `text`, restored before, with what was counted."""
        return Reassembled(text, sum(self.counts.values()), tuple(self._unresolved), self.counts)

    def _exact(self, match: re.Match[str]) -> str:
        token = match.group()
        name = token[1:-1]
        if name in self._mapping:
            return self._value(name, token)
        if name not in self._literals:
            self._unresolved[token] = None
        return token

    def _tolerant(self, match: re.Match[str]) -> str:
        form = match.group()
        if not is_balanced(form):  # the first character belongs to the text: `\\[PERSON_1]` is a backslash before a token
            return form[0] + self._pattern.sub(self._replace, form[1:])
        if form[1:-1] in self._mapping and form[0] == "[":
            return self._value(form[1:-1], form)
        fitting = self._by_key.get(key(form), [])
        if len(fitting) == 1 and written(form) not in self._forms:
            return self._value(fitting[0], form)
        if fitting or (MARKER.fullmatch(form) and form[1:-1] not in self._literals):
            self._unresolved[form] = None
        return form

    def _value(self, name: str, form: str) -> str:
        label = name.rpartition("_")[0]
        if self._labels is not None and label not in self._labels:
            return form
        value = self._mapping[name]
        self._room -= len(value)
        if self._room < 0:
            raise OutputLimitExceeded
        self.counts[label] = self.counts.get(label, 0) + 1
        return json_escaped(value) if self._escaped else value


def labels_of(mapping: Iterable[str]) -> tuple[str, ...]:
    """Return the labels of token names, sorted."""
    return tuple(sorted({name.rpartition("_")[0] for name in mapping}))


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
    limit: int = _NO_LIMIT,
) -> Reassembled:
    """Return `text` with the values of the tokens in it. Unknown tokens stay; arguments as for `Restorer`."""
    restorer = Restorer(mapping, match=match, escape=escape, labels=labels, literals=literals, forms=forms, limit=limit)
    return restorer.result(restorer.restore(text))
