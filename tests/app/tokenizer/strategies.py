"""Texts, mappings and candidates for the properties of the tokenizer."""

import re
import unicodedata

from hypothesis import strategies as st

from model.candidate import Candidate

MARKER = re.compile(r"\[[A-Z_]+_\d+\]")
LABELS = ("PERSON", "EMAIL", "PHONE", "ACCOUNT_NUMBER", "CARD_NUMBER", "RRN", "ADDRESS", "DOB", "REL", "SECRET", "CVC", "URL")

names = st.builds("{}_{}".format, st.sampled_from(LABELS), st.sampled_from((1, 2, 3, 10, 11, 12, 100)))
"""Token names; 1, 10, 11 and 100 are prefixes of each other."""

values = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ("김가상", "Dana Roe", "[PERSON_2]", "[PERSON_1]", "PERSON_1", "1]", "[", "\\1", "\\g<0>", 'line1\n"q"', "\x00", "😀")
    ),
)
mappings = st.dictionaries(names, values, min_size=1, max_size=6)

fillers = st.one_of(
    st.text(max_size=6),
    st.sampled_from(
        (
            "Hi ",
            "[",
            "]",
            "[[",
            "[PERSON",
            "_1]",
            "PERSON_1",
            "[PERSON_99]",
            "[person_1]",
            "[A_1]",
            " ",
            "님께 ",
            "\\[",
            "&#91;",
            "［",
        )
    ),
)


@st.composite
def answers(draw, mapping):
    """Text as it comes back: tokens of the mapping, other people's tokens, halves of tokens and anything else."""
    tokens = st.sampled_from(sorted(f"[{name}]" for name in mapping))
    return "".join(draw(st.lists(st.one_of(tokens, fillers), max_size=12)))


@st.composite
def mapped_answers(draw):
    """Return a mapping and a text that may hold its tokens."""
    mapping = draw(mappings)
    return mapping, draw(answers(mapping))


def cut(draw, text):
    """Cut a text anywhere."""
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


def restore(text, mapping):
    """Return what one exact pass gives."""
    return MARKER.sub(lambda found: mapping.get(found[0][1:-1], found[0]), text)


texts = st.lists(
    st.one_of(
        st.text(max_size=8),
        st.sampled_from(
            (
                "김가상",
                "이샘플",
                "Ann",
                "Annual",
                " ",
                "010-0000-1234",
                "01000001234",
                "a@example.com",
                "[PERSON_1]",
                "가",
                "각",
                "é",
                "1",
            )
        ),
    ),
    max_size=10,
).map("".join)


@st.composite
def proposals(draw, text):
    """Candidates that are pieces of the source, with a span, without one, or with a wrong one; and some that stand nowhere."""
    source = unicodedata.normalize("NFC", text)
    found = []
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, min(len(source), start + 14)))
        shift = draw(st.sampled_from((0, 0, 0, 1, -1)))
        span = draw(st.booleans())
        original = source[start:end] if draw(st.integers(0, 9)) else draw(st.text(max_size=5))
        score = draw(st.sampled_from((0.2, 0.9, 1.0)))
        found.append(
            Candidate(
                draw(st.sampled_from(LABELS)), original, start + shift if span else None, end + shift if span else None, score
            )
        )
    return found


@st.composite
def masking(draw):
    """Return a text and candidates for it."""
    text = draw(texts)
    if draw(st.booleans()):
        text = unicodedata.normalize("NFD", text)
    return text, draw(proposals(text))
