"""A second reading of the REFERENCE rules, written from the specification: no automaton and no pattern, only `str.find`."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

PRIORITY = ("RRN", "CARD", "ACCOUNT", "PHONE", "EMAIL", "DOB", "PERSON", "ADDRESS", "REL")
MARKER = re.compile(r"\[[A-Z_]+_\d+\]")


@dataclass(frozen=True, slots=True)
class Expected:
    """What REFERENCE makes of a text: spans in code points of the NFC source."""

    text: str
    mapping: dict[str, str]
    spans: tuple[tuple[int, int], ...]


def join(digits: str, groups: Sequence[int], separators: Iterable[str]) -> list[str]:
    """Return the digits in groups, once with each separator."""
    parts: list[str] = []
    place = 0
    for size in groups:
        parts.append(digits[place : place + size])
        place += size
    return [separator.join(parts) for separator in separators]


def variants(label: str, value: str) -> list[str]:
    """Return the fixed list of other spellings (specification, section 3)."""
    if label == "PERSON":
        compact = "".join(value.split())
        return [separator.join(compact) for separator in ("", " ", "  ", "\t", "\n")] if 2 <= len(compact) <= 6 else []
    if label not in {"RRN", "PHONE", "CARD", "ACCOUNT", "DOB"}:
        return []
    extra = "-.()+" if label == "PHONE" else "-."
    if not all(letter.isdecimal() or letter.isspace() or letter in extra for letter in value):
        return []
    digits = "".join(letter for letter in value if letter.isdecimal())
    return numeric_variants(label, value, digits)


def numeric_variants(label: str, value: str, digits: str) -> list[str]:
    size = len(digits)
    if label == "RRN" and size == 13:
        return [digits, *join(digits, (6, 7), ("-", " - ", "- "))]
    if label == "PHONE":
        if size == 11 and digits.startswith("010"):
            return [digits, *join(digits, (3, 4, 4), "- .")]
        if size == 10 and digits.startswith("02"):
            return [digits, *join(digits, (2, 4, 4), "- ")]
        return [value.replace("-", " ")] if value.startswith("+1") else []
    if label == "CARD" and size in {15, 16}:
        return [digits, *(join(digits, (4, 4, 4, 4), "- .") if size == 16 else join(digits, (4, 6, 5), "- "))]
    if label == "ACCOUNT" and size:
        return [digits, *(join(digits, (3, 3, 6), "- ") if size == 12 else [])]
    if label == "DOB" and size in {6, 8}:
        return [digits, *join(digits, (4, 2, 2) if size == 8 else (2, 2, 2), "-.")]
    return []


def forms(label: str, value: str) -> list[str]:
    """Return the value and its variants, in NFC, without doubles."""
    return list(dict.fromkeys([value, *(unicodedata.normalize("NFC", variant) for variant in variants(label, value))]))


def matches(source: str, pattern: str) -> Iterator[int]:
    """Yield every start of `pattern`; one of digits alone has no decimal digit beside it."""
    start = source.find(pattern)
    while start >= 0:
        end = start + len(pattern)
        beside = source[start - 1 : start] + source[end : end + 1]
        if not (pattern.isdigit() and any(map(str.isdecimal, beside))):
            yield start
        start = source.find(pattern, start + 1)


def patterns(source: str, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return pattern → label: all literals in group order, then all variants; the first writer wins."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for label, original in pairs:
        value = unicodedata.normalize("NFC", original.strip())
        kind = label.strip().upper()
        if kind in PRIORITY and value:
            starts = [start for form in forms(kind, value) if (start := next(matches(source, form), -1)) >= 0]
            if starts:
                groups.setdefault(value, []).append((min(starts), kind))
    ordered = sorted(groups, key=lambda value: (min(groups[value])[0], -len(value), value))
    winner = {value: min((kind for _, kind in groups[value]), key=PRIORITY.index) for value in ordered}
    table = {value: winner[value] for value in ordered}
    for value in ordered:
        for form in forms(winner[value], value):
            table.setdefault(form, winner[value])
    return table


def pseudonymize(text: str, pairs: Iterable[tuple[str, str]]) -> Expected:
    """Mask `text` as the specification says, section 4."""
    source = unicodedata.normalize("NFC", text)
    table = patterns(source, pairs)
    at: dict[int, str] = {}
    for pattern in sorted(table, key=len):
        for start in matches(source, pattern):
            at[start] = pattern
    reserved = set(MARKER.findall(source))
    numbers: dict[str, int] = {}
    tokens: dict[tuple[str, str], str] = {}
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    done = 0
    for start in sorted(at):
        if start < done:
            continue
        surface = at[start]
        label = table[surface]
        if (label, surface) not in tokens:
            number = numbers.get(label, 0) + 1
            while f"[{label}_{number}]" in reserved:
                number += 1
            numbers[label] = number
            tokens[label, surface] = f"{label}_{number}"
        pieces += [source[done:start], f"[{tokens[label, surface]}]"]
        done = start + len(surface)
        spans.append((start, done))
    pieces.append(source[done:])
    return Expected("".join(pieces), {token: surface for (_, surface), token in tokens.items()}, tuple(spans))
