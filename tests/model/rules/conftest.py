"""What the rule extractor finds, as the tables of the family tests write it."""

from collections.abc import Callable

import pytest

from model.rules import RuleExtractor


@pytest.fixture(scope="session")
def extractor() -> RuleExtractor:
    return RuleExtractor()


@pytest.fixture(scope="session")
def found(extractor: RuleExtractor) -> Callable[[str], list[tuple[str, str]]]:
    """Return a function from a source to (label, original) of its candidates, in order."""
    return lambda source: [(candidate.label, candidate.original) for candidate in extractor.find(source)]
