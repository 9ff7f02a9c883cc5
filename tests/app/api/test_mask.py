"""`/mask` and `/mask/batch` on the real stack."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.mask import MaskAnswer, MaskBatchAnswer
from model.labels import CANONICAL

MAIL = "synthetic.one@example.com"


def _opened(service, answer, text=None):
    body = {"request_id": answer["request_id"], "text": answer["masked_text"] if text is None else text}
    return service.post("/reassemble", body).json()["text"]


@settings(deadline=None, max_examples=60)
@given(st.text(min_size=1, max_size=300))
def test_every_text_comes_back(shared, text):
    """Whatever text is masked, reassembling gives its NFC form back."""
    answer = shared.post("/mask", {"text": text})
    assert answer.status == 200
    assert _opened(shared, answer.json()) == unicodedata.normalize("NFC", text)


def test_an_answer_is_what_the_contract_says(shared):
    """The documented model accepts the answer: no member is missing, none is undocumented."""
    MaskAnswer.model_validate(shared.post("/mask", {"text": f"메일 {MAIL}"}).json())


def test_an_answer_never_holds_a_value(shared):
    """B78: neither the masked text nor the entities hold what was masked."""
    answer = shared.post("/mask", {"text": f"메일 {MAIL}, 주민번호 900101-1234567"})
    assert MAIL.encode() not in answer.body
    assert b"900101" not in answer.body


def test_offsets_are_code_points(shared):
    """B31: with characters outside the basic plane before it, the span still is the value."""
    text = f"안녕 😀😀 {MAIL} 입니다"
    (entity,) = shared.post("/mask", {"text": text}).json()["entities"]
    assert text[entity["start"] : entity["end"]] == MAIL


def test_the_expiry_is_a_time_in_utc(shared):
    """RFC 3339 with Z, so that every language parses it."""
    assert shared.post("/mask", {"text": "a"}).json()["expires_at"].endswith("Z")


@pytest.mark.parametrize(("name", "token"), [("openpii", "[CARD_NUMBER_1]"), ("compact", "[CARD_1]")])
def test_the_taxonomy_names_the_tokens(shared, name, token):
    """The same candidate is named as the caller's taxonomy names it."""
    candidates = [{"label": "credit-card", "original": "4000"}]
    body = {"text": "card 4000", "taxonomy": name, "candidates": candidates, "extract": False}
    assert shared.post("/mask", body).json()["masked_text"] == f"card {token}"


@pytest.mark.parametrize("label", ["EMAIL", "email", "Email-Address", " e mail "])
def test_labels_are_taken_by_any_of_their_names(shared, label):
    """B52: a name that means a label selects it; a name that means none is an error, never silence."""
    answer = shared.post("/mask", {"text": MAIL, "labels": [label]})
    assert answer.status == (200 if label != " e mail " else 422)
    if answer.status == 200:
        assert answer.json()["masked_text"] == "[EMAIL_1]"


def test_an_unknown_label_is_pointed_at_and_not_repeated(shared):
    """B52: the pointer says which one, and the allowed names are listed."""
    answer = shared.post("/mask", {"text": "a", "labels": ["PERSON", "EMAIL", "canary-label"]})
    assert answer.problem == "invalid-field"
    assert answer.json()["errors"] == [{"pointer": "/labels/2"}]
    assert answer.json()["allowed"] == sorted(CANONICAL)
    assert b"canary-label" not in answer.body


def test_no_labels_at_all_is_an_error(shared):
    """An empty list would mask nothing and look as if it had: it is refused."""
    assert shared.post("/mask", {"text": MAIL, "labels": []}).json()["errors"] == [{"pointer": "/labels"}]


def test_an_unknown_policy_is_pointed_at(shared):
    """A policy that does not exist is refused, with the names of those that do."""
    answer = shared.post("/mask", {"text": "a", "policy": "canary-policy"})
    assert answer.json()["errors"] == [{"pointer": "/policy"}]
    assert "default" in answer.json()["allowed"]


@pytest.mark.parametrize(
    ("candidate", "pointer"),
    [
        ({"label": "canary", "original": "a"}, "/candidates/0/label"),
        ({"label": "PERSON", "original": ""}, "/candidates/0/original"),
        ({"label": "PERSON", "original": "a", "start": 0}, "/candidates/0/end"),
        ({"label": "PERSON", "original": "a", "end": 1}, "/candidates/0/start"),
        ({"label": "PERSON", "original": "a", "start": 1, "end": 1}, "/candidates/0/end"),
        ({"label": "PERSON", "original": "a", "start": 2, "end": 1}, "/candidates/0/end"),
        ({"label": "PERSON", "original": "a", "start": -1, "end": 1}, "/candidates/0/start"),
        ({"label": "PERSON", "original": "a", "start": 0, "end": 3}, "/candidates/0/end"),
        ({"label": "PERSON", "original": "a", "canary": 1}, "/candidates/0"),
        ({"label": "PERSON"}, "/candidates/0/original"),
        ({"label": "PERSON", "original": "a", "start": 0.0, "end": 1}, "/candidates/0/start"),
        ({"label": "PERSON", "original": "a", "start": True, "end": 1}, "/candidates/0/start"),
        ("canary", "/candidates/0"),
    ],
)
def test_a_candidate_that_cannot_be_is_pointed_at(shared, candidate, pointer):
    """Labels, values and spans of the caller are checked; the length is that of the NFC form (가 decomposed is one point)."""
    answer = shared.post("/mask", {"text": unicodedata.normalize("NFD", "가나"), "candidates": [candidate]})
    assert answer.problem == "invalid-field"
    assert answer.json()["errors"] == [{"pointer": pointer}]
    assert b"canary" not in answer.body


def test_a_span_up_to_the_end_of_the_text_is_taken(shared):
    """The end is exclusive, and may be the length of the NFC form."""
    body = {"text": "가나", "extract": False, "candidates": [{"label": "PERSON", "original": "나", "start": 1, "end": 2}]}
    assert shared.post("/mask", body).json()["masked_text"] == "가[PERSON_1]"


def test_candidates_that_stand_nowhere_are_reported(shared):
    """B60: a value that is not in the text is reported by its index."""
    candidates = [{"label": "PERSON", "original": "이샘플"}, {"label": "PERSON", "original": "김가상"}]
    answer = shared.post("/mask", {"text": "김가상 님", "candidates": candidates, "extract": False}).json()
    assert answer["unmatched"] == [0]


def test_a_longer_time_than_the_maximum_is_pointed_at(start):
    """The caller cannot keep a mapping longer than configured."""
    service = start(max_ttl_seconds=60)
    assert service.post("/mask", {"text": "a", "ttl_seconds": 60}).status == 200
    assert service.post("/mask", {"text": "a", "ttl_seconds": 61}).json()["errors"] == [{"pointer": "/ttl_seconds"}]


def test_a_single_use_mapping_is_handed_out_once(shared):
    """The second reassemble finds nothing."""
    masked = shared.post("/mask", {"text": MAIL, "single_use": True}).json()
    body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
    assert [shared.post("/reassemble", body).status for _ in range(2)] == [200, 404]


def test_a_continued_request_numbers_on(shared):
    """B28, B54: in one request another value gets another token, and the same value its own again."""
    options = {"extract": False}
    first = shared.post(
        "/mask", {"text": "Ann Lee", "candidates": [{"label": "PERSON", "original": "Ann Lee"}], **options}
    ).json()
    candidates = [{"label": "PERSON", "original": "Bob Ray"}, {"label": "PERSON", "original": "Ann Lee"}]
    body = {"text": "Bob Ray, Ann Lee", "candidates": candidates, "request_id": first["request_id"], **options}
    second = shared.post("/mask", body).json()
    assert first["masked_text"] == "[PERSON_1]"
    assert second["masked_text"] == "[PERSON_2], [PERSON_1]"
    assert second["request_id"] == first["request_id"]


def test_a_batch_has_one_space_of_tokens(shared):
    """The same value has the same token in every text; a marker typed in any text is no token."""
    texts = [f"one {MAIL}", f"two {MAIL} and two@example.org", "literal [EMAIL_1]"]
    answer = shared.post("/mask/batch", {"texts": texts})
    MaskBatchAnswer.model_validate(answer.json())
    masked = [result["masked_text"] for result in answer.json()["results"]]
    assert masked == ["one [EMAIL_2]", "two [EMAIL_2] and [EMAIL_3]", "literal [EMAIL_1]"]
    opened = [
        shared.post("/reassemble", {"request_id": answer.json()["request_id"], "text": text}).json()["text"] for text in masked
    ]
    assert opened == texts


def test_a_batch_takes_candidates_for_each_text(shared):
    """A list for a text, or null, in the order of the texts."""
    candidates = [[{"label": "PERSON", "original": "김가상"}], None]
    answer = shared.post("/mask/batch", {"texts": ["김가상", "김가상"], "candidates": candidates, "extract": False}).json()
    assert [result["masked_text"] for result in answer["results"]] == ["[PERSON_1]", "김가상"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"texts": []}, "/texts"),
        ({"texts": ["a", ""]}, "/texts/1"),
        ({"texts": ["a", 1]}, "/texts/1"),
        ({"texts": ["a"], "candidates": [[], []]}, "/candidates"),
        ({"texts": ["a", "b"], "candidates": [[], [{"label": "x", "original": "b"}]]}, "/candidates/1/0/label"),
        ({"text": "a", "texts": ["a"]}, ""),
    ],
)
def test_a_batch_that_cannot_be_is_pointed_at(shared, body, pointer):
    """Errors in a batch name the text they belong to."""
    assert shared.post("/mask/batch", body).json()["errors"] == [{"pointer": pointer}]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/mask", {"text": "가" * 11}),
        ("/mask", {"text": "a", "candidates": [{"label": "PERSON", "original": "a"}] * 4}),
        ("/mask/batch", {"texts": ["a"] * 4}),
        ("/mask/batch", {"texts": ["a" * 10, "b" * 6]}),
        ("/mask/batch", {"texts": ["a", "b" * 11]}),
        ("/mask/batch", {"texts": ["a", "b"], "candidates": [[{"label": "PERSON", "original": "a"}] * 2] * 2}),
    ],
)
def test_what_is_over_a_cap_is_too_large(start, path, body):
    """Each cap on code points, texts and candidates is a 413."""
    service = start(max_chars=10, max_batch_texts=3, max_batch_chars=15, max_candidates=3)
    assert service.post(path, body).problem == "too-large"


def test_the_caps_themselves_are_allowed(start):
    """A text of exactly the cap is masked; a code point outside the basic plane counts as one."""
    assert start(max_chars=10).post("/mask", {"text": "😀" * 10}).status == 200


@pytest.mark.parametrize("text", ["\x00", "a\x00b@example.com", "\ufeffa", "a\u200b", "\r\n\t"])
def test_odd_characters_are_text(shared, text):
    """NUL, a byte order mark, zero-width and control characters come back as they went."""
    assert _opened(shared, shared.post("/mask", {"text": text}).json()) == text


def test_a_key_of_a_json_text_is_masked_like_a_value(shared):
    """B77: text that is JSON is text: a name in it is masked as often as it stands there, as a key or not."""
    text = '{"jane@example.com": 1, "to": "jane@example.com"}'
    answer = shared.post("/mask", {"text": text}).json()
    assert answer["masked_text"] == '{"[EMAIL_1]": 1, "to": "[EMAIL_1]"}'
    assert _opened(shared, answer) == text


def test_a_million_times_one_character_is_too_large(shared):
    """With the caps as they come, 1 MB of one character is refused, and the longest text that is not is masked."""
    assert shared.post("/mask", {"text": "a" * 1_000_000}).problem == "too-large"
    assert shared.post("/mask", {"text": "a" * 100_000}).status == 200


def test_a_hundred_thousand_candidates_are_taken(shared):
    """As many distinct candidates as allowed are looked for: those in the text are masked, the others reported."""
    originals = [f"김{number:05d}이" for number in range(100_000)]
    body = {
        "text": " ".join(originals[:1_000]),
        "candidates": [{"label": "PERSON", "original": original} for original in originals],
        "extract": False,
    }
    answer = shared.post("/mask", body).json()
    assert len(answer["entities"]) == 1_000
    assert answer["unmatched"] == list(range(1_000, 100_000))
