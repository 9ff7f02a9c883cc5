"""Entries whose values are one number, or one day, in different clothes."""

from app.tokenizer.entries import Entry
from app.tokenizer.numbers import widen
from app.tokenizer.replacement import Evidence, Segments


class _Group:
    """Entries of one label that are alike. A place of one is a place of all."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.values: set[str] = set()
        self._evidence: Evidence | None = None

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.values.add(entry.value)

    def evidence(self) -> Evidence:
        """Return the best evidence of the group, and note that all its values were found."""
        if self._evidence is None:
            self._evidence = max(entry.evidence(variant=True) for entry in self.entries)
        return self._evidence


class Alike:
    """Groups of entries, by the key of the number or day and by label."""

    def __init__(self) -> None:
        self.groups: dict[str, dict[str, _Group]] = {}

    def add(self, key: str, entry: Entry) -> None:
        """Add an entry under `key`."""
        self.groups.setdefault(key, {}).setdefault(entry.label, _Group()).add(entry)

    def place(self, found: Segments, source: str, key: str, start: int, end: int) -> None:
        """Add the place `[start, end)` of `key` in `source` to `found`, once for each label.

        A place that is spelled as one of the values was found by its letters.
        """
        for group in self.groups.get(key, {}).values():
            wide = widen(source, start, end, group.entries[0].trait.spelling)
            evidence = group.evidence()
            if source[slice(*wide)] not in group.values:
                found.add(*wide, evidence)
