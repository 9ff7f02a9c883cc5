"""The word lists in `data/`: sections in brackets, words apart by commas, `#` begins a comment line."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def load(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return section → its words, in the order of the file `data/<name>.txt`. Words before any section are in the section ''."""
    sections: dict[str, list[str]] = {}
    section = ""
    for line in (files(__package__) / "data" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip().strip("[]")
        elif line.strip() and not line.startswith("#"):
            sections.setdefault(section, []).extend(word for part in line.split(",") if (word := part.strip()))
    return {key: tuple(words) for key, words in sections.items()}


def alternation(words: tuple[str, ...]) -> str:
    """Return a pattern that matches one of `words`, the longest first. The words hold no pattern syntax but the full stop."""
    return "|".join(word.replace(".", r"\.") for word in sorted(set(words), key=lambda word: (-len(word), word)))
