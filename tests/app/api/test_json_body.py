"""Reading JSON strictly, without repeating any of it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.json_body import INLINE_BYTES, MAX_POINTERS, Body, field_names, parse_json, validate
from app.api.mask import MaskBatchBody, MaskBody
from app.errors import GarimError, InvalidField, InvalidText, MalformedJson

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(JSON, st.booleans())
def test_what_is_json_is_read(value, ascii_only):
    """Every JSON value is read as the standard library reads it, with characters escaped or not."""
    assert parse_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_arbitrary_bytes_are_read_or_refused(content):
    """No bytes raise anything but a typed error, and what is read is what strict UTF-8 JSON says."""
    try:
        value = parse_json(content)
    except GarimError:
        return
    assert json.loads(content.decode()) == value


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"{}{}",
        b"{'a': 1}",
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1, "a": 1}',
        b'{"a": {"b": 1, "c": 2, "b": 3}}',
        b'{"a": 01}',
        b'{"a": "\x01"}',
        b'{"a": "\xff"}',
        b'{"a": "\xed\xa0\x80"}',
        b'\xef\xbb\xbf{"a": 1}',
        '{"a": 1}'.encode("utf-16"),
        b"[" * 100_000,
        b'{"a": ' + b"9" * 5_000 + b"}",
    ],
    ids=lambda content: content[:12].decode("latin-1"),
)
def test_what_is_not_json_in_utf8_is_refused(content):
    """Unfinished, doubled, non-standard, wrongly encoded and absurdly nested or long input is one typed error."""
    with pytest.raises(MalformedJson):
        parse_json(content)


@pytest.mark.parametrize("text", ["\\ud800", "\\udfff", "a\\uD83Db", "\\ude00\\ud83d"])
@pytest.mark.parametrize("shape", ['"%s"', '{"a": "%s"}', '{"%s": 1}', '[[{"a": ["%s"]}]]'])
def test_lone_surrogates_are_refused(shape, text):
    """An escape that is half a character is refused wherever it stands, names included."""
    with pytest.raises(InvalidText):
        parse_json((shape % text).encode())


@pytest.mark.parametrize(("content", "value"), [(b'"\\ud83d\\ude00"', "😀"), (b'"\\\\ud800"', "\\ud800"), (b'"\\u0000"', "\x00")])
def test_escapes_that_are_text_are_read(content, value):
    """A pair of surrogates is one character, an escaped backslash is no escape, NUL is text."""
    assert parse_json(content) == value


@settings(deadline=None)
@given(JSON | st.fixed_dictionaries({"text": JSON, "texts": JSON, "candidates": JSON}))
@pytest.mark.parametrize("model", [MaskBody, MaskBatchBody])
def test_a_pointer_holds_known_names_and_indexes_only(model, value):
    """Whatever does not fit, the pointers consist of names of the contract and of numbers."""
    known = field_names(model)
    with pytest.raises(InvalidField) as caught:
        validate(model, value, known)
    pointers = caught.value.pointers
    assert 0 < len(pointers) <= MAX_POINTERS
    assert all(part in known or part.isdigit() for pointer in pointers for part in pointer.split("/")[1:])


def test_a_body_shows_its_model_only():
    """The `repr` of a body holds none of it."""
    body = MaskBody(text="canary", candidates=[{"label": "PERSON", "original": "canary"}])
    assert "canary" not in f"{body!r} {body} {body.candidates!r}"


def test_a_number_is_not_taken_for_a_text():
    """Types are not converted: what looks right may mean something else."""

    class Sample(Body):
        text: str

    with pytest.raises(InvalidField):
        validate(Sample, {"text": 1}, field_names(Sample))


@pytest.mark.parametrize("size", [10, INLINE_BYTES + 1])
@pytest.mark.parametrize(
    ("end", "outcome"), [("", "malformed-json"), ('", "canary": 1}', "invalid-field"), ('\\ud800"}', "invalid-text")]
)
def test_a_long_body_is_refused_as_a_short_one_is(shared, size, end, outcome):
    """Whether a body is parsed in the loop or in a thread, its errors are the same."""
    answer = shared.post("/mask", b'{"text": "' + b"a" * size + end.encode())
    assert answer.problem == outcome
    assert b"canary" not in answer.body


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/jsonp", "application/json; charset=utf-16", "multipart/form-data", "*/*", ""]
)
def test_another_media_type_is_refused(shared, media_type):
    """A body that is not declared as JSON in UTF-8 is not guessed at; a web form cannot reach the service."""
    answer = shared.post("/mask", b'{"text": "a"}', headers=[("content-type", media_type)])
    assert answer.problem == "unsupported-media-type"


@pytest.mark.parametrize("media_type", ["application/json", "Application/JSON", 'application/json; charset="UTF-8"'])
def test_json_may_be_declared_in_every_way(shared, media_type):
    """Case, spaces and the charset parameter do not matter."""
    assert shared.post("/mask", b'{"text": "a"}', headers=[("content-type", media_type)]).status == 200
