"""`/reassemble` and `/forget` on the real stack."""

import pytest

from app.api.reassemble import ReassembleAnswer

MAIL = "synthetic.one@example.com"
UNKNOWN = [
    "x",
    "grm1_",
    "grm1_unknown",
    "grm1_" + "A" * 59,
    "\x00",
    "김가상",
    "x" * 10_000,
]


@pytest.fixture
def masked(shared):
    return shared.post("/mask", {"text": f"mail {MAIL}"}).json()


def test_an_answer_is_what_the_contract_says(shared, masked):
    """The documented model accepts the answer, which counts what was restored and lists what was not."""
    body = {"request_id": masked["request_id"], "text": "[EMAIL_1] [EMAIL_1] [PERSON_9]"}
    answer = ReassembleAnswer.model_validate(shared.post("/reassemble", body).json())
    assert answer.text == f"{MAIL} {MAIL} [PERSON_9]"
    assert (answer.restored, answer.unresolved) == (2, ["[PERSON_9]"])


@pytest.mark.parametrize(("match", "expected"), [("exact", "[email_1]"), ("tolerant", MAIL)])
def test_the_match_decides_about_altered_tokens(shared, masked, match, expected):
    """B39: only a tolerant match takes a token as a language model altered it."""
    body = {"request_id": masked["request_id"], "text": "[email_1]", "match": match}
    assert shared.post("/reassemble", body).json()["text"] == expected


def test_values_can_be_escaped_for_json(shared):
    """B67: with `escape: json` a quote in a value does not end the string it is put into."""
    value = 'Ann "A" Lee'
    candidates = [{"label": "PERSON", "original": value}]
    masked = shared.post("/mask", {"text": value, "candidates": candidates, "extract": False}).json()
    body = {"request_id": masked["request_id"], "text": '{"name": "[PERSON_1]"}', "escape": "json"}
    assert shared.post("/reassemble", body).json()["text"] == '{"name": "Ann \\"A\\" Lee"}'


def test_only_the_labels_asked_for_are_restored(shared):
    """B76: a caller who may see the mail only is shown the mail only."""
    candidates = [{"label": "PERSON", "original": "김가상"}]
    masked = shared.post("/mask", {"text": f"김가상 {MAIL}", "candidates": candidates}).json()
    body = {"request_id": masked["request_id"], "text": masked["masked_text"], "labels": ["email_address"]}
    assert shared.post("/reassemble", body).json()["text"] == f"[PERSON_1] {MAIL}"


@pytest.mark.parametrize("request_id", UNKNOWN)
@pytest.mark.parametrize("path", ["/reassemble", "/forget", "/mask", "/reassemble/stream"])
def test_ids_that_open_nothing_look_the_same(shared, path, request_id):
    """B30: whatever the id looks like, the answer is one 404, byte for byte; masked text is never passed off as restored."""
    body = {"request_id": request_id, "text": "a"} if path != "/forget" else {"request_id": request_id}
    if path == "/reassemble/stream":
        printable = request_id.encode("ascii", "replace").decode().replace("\x00", "?")
        answer = shared.post(path, b"a", headers=[("content-type", "text/plain"), ("garim-request-id", printable)])
    else:
        answer = shared.post(path, body)
    assert answer.problem == "unknown-request"
    assert answer.body == shared.post("/reassemble", {"request_id": "grm1_other", "text": "b"}).body


def test_a_forgotten_mapping_is_gone(shared, masked):
    """B72: after /forget the id opens nothing, and forgetting again is the same 404."""
    body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
    forgotten = shared.post("/forget", {"request_id": masked["request_id"]})
    assert (forgotten.status, forgotten.body) == (204, b"")
    assert shared.post("/reassemble", body).problem == "unknown-request"
    assert shared.post("/forget", {"request_id": masked["request_id"]}).problem == "unknown-request"


class Clock:
    def __init__(self):
        self.time = 1_000_000.0

    def now(self):
        return self.time


def test_an_expired_mapping_is_gone(start):
    """B72: at the end of its time the id opens nothing, and no copy of the value answers in its place."""
    clock = Clock()
    service = start(clock=clock)
    masked = service.post("/mask", {"text": MAIL, "ttl_seconds": 60}).json()
    body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
    assert service.post("/reassemble", body).json()["text"] == MAIL
    clock.time += 60
    assert service.post("/reassemble", body).problem == "unknown-request"


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/request_id", "/text"]),
        ({"request_id": 1, "text": None}, ["/request_id", "/text"]),
        ({"request_id": "x", "text": ""}, ["/text"]),
        ({"request_id": "x", "text": "a", "match": "canary"}, ["/match"]),
        ({"request_id": "x", "text": "a", "escape": "canary"}, ["/escape"]),
        ({"request_id": "x", "text": "a", "labels": []}, ["/labels"]),
        ({"request_id": "x", "text": "a", "labels": "canary"}, ["/labels"]),
        ({"request_id": "x", "text": "a", "labels": ["PERSON", "canary"]}, ["/labels/1"]),
        ({"request_id": "x", "text": "a", "canary": "canary"}, [""]),
    ],
)
def test_a_field_that_cannot_be_is_pointed_at(shared, body, pointers):
    """Missing, unknown and wrong fields are pointed at, and nothing that was sent is repeated."""
    answer = shared.post("/reassemble", body)
    assert answer.problem == "invalid-field"
    assert [error["pointer"] for error in answer.json()["errors"]] == pointers
    assert b"canary" not in answer.body


def test_a_store_that_does_not_answer_is_a_503(start):
    """The caller can tell that the mapping is not lost, only out of reach."""
    service = start()
    masked = service.post("/mask", {"text": MAIL}).json()
    service.run(service.app.state.service.masking._store.close())
    body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
    assert service.post("/reassemble", body).problem == "store-unavailable"
    assert service.get("/readyz").problem == "store-unavailable"
    assert service.post("/mask", {"text": MAIL}).problem == "store-unavailable"


def test_a_masked_text_over_the_cap_of_sources_comes_back(start):
    """Nothing is lost: tokens are longer than what they stand for, and what was masked can always be reassembled."""
    service = start(max_chars=10)
    candidates = [{"label": "PERSON", "original": name} for name in ("가", "나", "다")]
    masked = service.post("/mask", {"text": "가 나 다", "candidates": candidates, "extract": False}).json()
    assert len(masked["masked_text"]) > 10
    body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
    assert service.post("/reassemble", body).json()["text"] == "가 나 다"
