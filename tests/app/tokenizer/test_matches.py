"""All places of many patterns, against the obvious way to find them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenizer import matches
from app.tokenizer.matches import find_all, find_literal

TEXTS = st.text("ab가 \ud800", max_size=60)
PATTERNS = st.lists(st.text("ab가 \ud800", min_size=1, max_size=6), max_size=8, unique=True)


def naive(patterns: list[str], text: str) -> list[tuple[int, int, int]]:
    return sorted(
        (index, start, start + len(pattern))
        for index, pattern in enumerate(patterns)
        for start in range(len(text))
        if text.startswith(pattern, start)
    )


@settings(deadline=None)
@given(PATTERNS, TEXTS)
def test_every_place_is_found_once(patterns, text):
    """Overlapping and nested places are found, lone surrogates included, each exactly once."""
    assert sorted(find_literal(patterns, text)) == naive(patterns, text)


@settings(deadline=None)
@given(PATTERNS, TEXTS, st.integers(1, 12), st.integers(1, 4))
def test_borders_of_chunks_hide_nothing(patterns, text, chunk, prefix):
    """B43: wherever a text is cut, and however little of a pattern is looked for first, the places are the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches, "_CHUNK_MATCHES", chunk)
        patch.setattr(matches, "_PREFIX", prefix)
        assert sorted(find_literal(patterns, text)) == naive(patterns, text)


@pytest.mark.parametrize(("patterns", "text"), [([], "가"), (["가"], ""), ([], "")])
def test_nothing_to_find_is_found_nowhere(patterns, text):
    """No pattern or no text: no match."""
    assert find_all(patterns, text) == []
