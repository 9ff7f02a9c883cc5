"""Arbitrary and almost right bodies: a declared status, a problem document, no echo."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

CANARY = "canary-e19b"
PATHS = ["/mask", "/mask/batch", "/reassemble", "/forget"]
NAMES = [
    "text", "texts", "request_id", "taxonomy", "labels", "policy", "candidates", "extract", "ttl_seconds", "single_use",
    "match", "escape", "label", "original", "start", "end",
]  # fmt: skip

WORDS = st.text(max_size=12) | st.just(CANARY) | st.sampled_from(["PERSON", "EMAIL", "exact", "json", "default", "compact"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES) | st.just(CANARY) | st.text(max_size=6), inner, max_size=5)
    ),
    max_leaves=12,
)
CANDIDATE = st.fixed_dictionaries(
    {"label": WORDS, "original": WORDS}, optional={"start": st.integers(-1, 9), "end": st.integers(-1, 9), CANARY: WORDS}
)
ALMOST = st.fixed_dictionaries(
    {},
    optional={
        "text": WORDS,
        "texts": st.lists(WORDS, max_size=3),
        "request_id": st.none() | WORDS,
        "taxonomy": WORDS,
        "labels": st.none() | st.lists(WORDS, max_size=3),
        "policy": WORDS,
        "candidates": st.none() | st.lists(CANDIDATE, max_size=3),
        "extract": st.booleans(),
        "ttl_seconds": st.none() | st.integers(),
        "match": WORDS,
        "escape": WORDS,
        CANARY: WORDS,
    },
)


@pytest.fixture(scope="module")
def declared(shared):
    contract = shared.get("/openapi.json").json()
    return {path: {int(status) for status in contract["paths"][path]["post"]["responses"]} for path in PATHS}


@pytest.mark.parametrize("path", PATHS)
@settings(deadline=None, max_examples=150)
@given(body=VALUES | ALMOST)
def test_no_body_gets_an_undeclared_answer(shared, declared, path, body):
    """Every answer has a declared status; every refusal is a problem document that repeats nothing."""
    answer = shared.post(path, json.dumps(body).encode())
    assert answer.status in declared[path]
    assert answer.status < 500
    if answer.status >= 400:
        assert answer.problem
        assert CANARY not in answer.body.decode()
        assert CANARY not in str(answer.headers)


@pytest.mark.parametrize("path", PATHS)
@settings(deadline=None, max_examples=100)
@given(body=st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_no_bytes_get_an_undeclared_answer(shared, declared, path, body):
    """The same for bodies that are no JSON at all."""
    answer = shared.post(path, body)
    assert answer.status in declared[path] - {500, 503, 504}
    assert answer.problem
