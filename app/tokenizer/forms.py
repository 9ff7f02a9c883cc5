"""What models and user interfaces do to a token on its way: the forms of `[LABEL_n]` that tolerant matching accepts.

Case, white space inside, escaped, full-width or HTML-escaped brackets, another dash or a space for `_`, leading zeros; and the
bare name, without brackets, where it is a word of its own. One grammar gives both the pattern of a whole form and the pattern
of a text's end that may still become one, which a stream must hold back.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_letters
from typing import Final, NamedTuple

import numpy as np

from app.tokenizer.characters import codes
from app.tokenizer.traits import TRAITS


class _Atom(NamedTuple):
    """`full`: the pattern of one part of a form. `begun`: the pattern of its proper, non-empty beginnings, or empty."""

    full: str
    begun: str = ""


def _one_of(*spellings: str) -> _Atom:
    begun = {spelling[:size] for spelling in spellings for size in range(1, len(spelling))}
    return _Atom(_any(spellings), _any(sorted(begun, key=len, reverse=True)) if begun else "")


def _any(spellings: Iterable[str]) -> str:
    """Return the pattern of one of `spellings`; single characters first, as one class, which is quicker."""
    singles = "".join(re.escape(spelling) for spelling in spellings if len(spelling) == 1)
    others = [re.escape(spelling) for spelling in spellings if len(spelling) > 1]
    return f"(?:{'|'.join([*([f'[{singles}]'] if singles else []), *others])})"


_DASHES: Final = "-‐‑‒–—−"  # hyphen-minus, U+2010 to U+2014, minus sign
_BRACKETS: Final = {
    "[": "]",
    "\\[": "\\]",
    "［": "］",
    "&#91;": "&#93;",
    "&#x5b;": "&#x5d;",
    "&#x5B;": "&#x5D;",
    "&lsqb;": "&rsqb;",
    "&lbrack;": "&rbrack;",
}
_OPEN: Final = _one_of(*_BRACKETS)
_CLOSE: Final = _one_of(*_BRACKETS.values())
_OPENED: Final = re.compile(_OPEN.full)
_PAD: Final = _Atom(r"\s{0,2}")
_SEPARATORS: Final = ("_", "\\_", "＿", "&#95;", *_DASHES, " ", "\u00a0")
_LOOSE: Final = _one_of(*_SEPARATORS)
_TIGHT: Final = _one_of("_", "\\_", "＿", "&#95;", "‑")  # the last is U+2011, the non-breaking hyphen
_DIGITS: Final = _Atom(r"[0-9]{1,9}")
_ALONE_BEFORE: Final = r"(?<![0-9A-Za-z_./#\\‐-―−-])"
_ALONE_AFTER: Final = r"(?![0-9A-Za-z_/#‐-―−-]|\.[0-9A-Za-z])"
"""A bare name is a word of its own: no part of `card_1.png`, `#card_1` or `SIM-CARD_1`."""

_WRITTEN: Final = re.compile(rf"[A-Za-z]+(?:{_LOOSE.full}[A-Za-z]+){{0,3}}{_LOOSE.full}[0-9]{{1,9}}")
_REACH: Final = 40
"""No label is longer, its separators in their longest spelling included."""
_DIGITS_AHEAD: Final = 9
_TABLED: Final = 0xFFFF
_SEPARATES: Final = np.isin(np.arange(_TABLED + 1), [ord(spelling[-1]) for spelling in _SEPARATORS])
_ENDS_WORD: Final = np.isin(np.arange(_TABLED + 1), [ord(char) for char in ascii_letters + "\\"])
"""By code point: whether it ends a separator; whether it can stand before that (or, before a `;`, anything can)."""


def _name(label: str, separator: _Atom) -> list[_Atom]:
    letters = [separator if char == "_" else _Atom(f"[{char}{char.lower()}]") for char in label]
    return [*letters, separator, _DIGITS]


def _sequences(labels: Sequence[str]) -> list[tuple[str, list[_Atom], str]]:
    """Return, for each form of each label, what must stand before it, its atoms, and what must stand after it."""
    bracketed = [("", [_OPEN, _PAD, *_name(label, _LOOSE), _PAD, _CLOSE], "") for label in labels]
    return bracketed + [(_ALONE_BEFORE, _name(label, _TIGHT), _ALONE_AFTER) for label in labels]


_NAMES: Final = re.compile(
    "(?=(" + "|".join("".join(a.full for a in _name(label, _LOOSE)) for label in sorted(TRAITS, key=len, reverse=True)) + "))"
)


@lru_cache(maxsize=256)
def whole(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of every form of a token of `labels`; its brackets may be of two kinds (see `is_balanced`)."""
    ordered = sorted(labels, key=len, reverse=True)
    return re.compile("|".join(before + "".join(a.full for a in atoms) + after for before, atoms, after in _sequences(ordered)))


@lru_cache(maxsize=256)
def beginning(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of an end of a text that may still become a form of a token of `labels`; never empty."""
    return re.compile("|".join(before + _begun(atoms, after) for before, atoms, after in _sequences(labels)))


def _begun(atoms: Sequence[_Atom], after: str) -> str:
    pattern = r"\.?\Z" if after else r"\Z"  # what stands behind the full stop tells whether a bare name has ended
    for place in range(len(atoms) - 1, -1, -1):
        full, begun = atoms[place]
        partly = rf"{begun}\Z|" if begun else ""
        at_end = r"\Z|" if place else ""  # the empty end of every text begins nothing
        pattern = rf"(?:{at_end}{partly}{full}{pattern})"
    return pattern


def is_balanced(form: str) -> bool:
    """Return whether both brackets of a form are of one kind, or there are none."""
    opening = _OPENED.match(form)
    return opening is None or form.endswith(_BRACKETS[opening.group()])


def key(form: str) -> tuple[str, int]:
    """Return what identifies the token that a form stands for: its letters in upper case, and its number."""
    plain = re.sub(r"&#?\w+;", "", form)
    return "".join(re.findall("[A-Za-z]", plain)).upper(), int("".join(re.findall("[0-9]", plain)))


def written(form: str) -> str:
    """Return the name in a form as it is written, without brackets."""
    found = _WRITTEN.search(form)
    return found.group() if found else form


def lookalikes(source: str) -> set[str]:
    """Return the names in `source`, as written, that tolerant matching could take for a token.

    What stands beside them may be masked, so a name inside a longer word counts too, and so does each beginning of its number.
    """
    found: set[str] = set()
    for begin, end in _suspicious(source):
        for match in _NAMES.finditer(source, begin, end):
            name = match.group(1)
            number = len(name) - len(name.rstrip("0123456789"))
            found.update(name[: len(name) - cut] for cut in range(number))
    return found


def _suspicious(source: str) -> list[tuple[int, int]]:
    """Return the stretches of `source` around every digit behind a separator behind a letter."""
    letters = codes(source)
    at = np.flatnonzero((letters >= ord("0")) & (letters <= ord("9")))
    at = at[at > 1]
    before, beyond = (np.minimum(letters[at - distance], _TABLED) for distance in (1, 2))
    at = at[_SEPARATES[before] & (_ENDS_WORD[beyond] | (before == ord(";")))]
    stretches: list[tuple[int, int]] = []
    for suspect in at.tolist():
        begin, end = max(0, suspect - _REACH), suspect + _DIGITS_AHEAD
        if stretches and begin <= stretches[-1][1]:
            begin = stretches.pop()[0]
        stretches.append((begin, end))
    return stretches
