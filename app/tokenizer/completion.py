"""Model output: lines of `LABEL<TAB>ORIGINAL`, as the first seed's models write them."""

import re
from typing import Final

from app.tokenizer.reference import RANKS, REFERENCE, variants
from app.tokenizer.text import clean_label, clean_value, normalize

_THINK: Final = re.compile(r"<think>.*?</think>", re.DOTALL | re.IGNORECASE)


def parse_tsv(content: str, source: str) -> list[tuple[str, str]]:
    """Return the `(label, value)` rows of a completion that stand in `source`, in its order and spelling (NFC).

    Tolerant: complete `<think>` blocks are removed, lines without a tab, unknown labels, repeated rows and values that the
    source holds neither literally nor as a variant are dropped.
    """
    source = normalize(source)
    rows: dict[tuple[str, str], None] = {}
    for line in _THINK.sub("", content).splitlines():
        label, tab, value = line.partition("\t")
        row = (clean_label(label), clean_value(value))
        if tab and row[0] in RANKS and row[1]:
            rows[row] = None
    patterns = list({spelling for label, value in rows for spelling in (value, *variants(label, value))})
    present = {patterns[index] for index, _, _ in REFERENCE.matches(source, patterns)}
    return [row for row in rows if not present.isdisjoint((row[1], *variants(*row)))]


def parse_success(content: str, source: str) -> bool:
    """Return the first seed's historical flag: an empty answer, or at least one row that the tolerant parser keeps."""
    return not _THINK.sub("", content).strip() or bool(parse_tsv(content, source))


def strict_parse_success(content: object, source: str, terminated: object) -> bool:
    """Return whether every line of a completed answer is one exact, new, literal row. A blank answer is a valid empty one."""
    if terminated is not True or not isinstance(content, str):
        return False
    if not content.strip():
        return True
    source = normalize(source)
    seen: set[tuple[str, str]] = set()
    for line in content.splitlines():
        label, _, written = line.partition("\t")
        value = normalize(written)
        exact = (
            line.count("\t") == 1
            and label in RANKS
            and value != ""
            and value == value.strip()
            and (label, value) not in seen
            and value in source
        )
        if not exact or len(parse_tsv(line, source)) != 1:
            return False
        seen.add((label, value))
    return True
