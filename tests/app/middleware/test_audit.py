"""One line a request, whatever becomes of it."""

import asyncio

import pytest

MAIL = "a@example.com"


def test_a_masking_leaves_who_what_and_how_much(service):
    """The line holds tenant, key id, verb, outcome, counts by label, length and versions."""
    service.post("/mask", {"text": MAIL})
    (line,) = service.lines()
    assert line["event"] == "request"
    assert (line["tenant"], line["key"], line["verb"], line["status"], line["outcome"]) == ("local", "none", "/mask", 200, "ok")
    assert line["counts"] == {"EMAIL": 1}
    assert line["characters"] == len(MAIL)
    assert line["versions"]["rules"]
    assert line["duration_ms"] >= 0


def test_the_answer_names_its_line(service):
    """The correlation in the answer's header is that of the line, and not the request id."""
    answer = service.post("/mask", {"text": MAIL})
    (line,) = service.lines()
    assert answer.headers["garim-correlation"] == line["correlation"]
    assert line["correlation"] not in answer.json()["request_id"]


@pytest.mark.parametrize(
    ("request_", "written"),
    [
        (("POST", "/mask", {"text": ""}), ("invalid-field", "/mask")),
        (("POST", "/mask", b"{"), ("malformed-json", "/mask")),
        (("GET", "/mask", b""), ("method-not-allowed", "/mask")),
        (("POST", "/reassemble", {"request_id": "x", "text": "y"}), ("unknown-request", "/reassemble")),
        (("POST", "/mask/a@example.com", b""), ("not-found", "unmatched")),
    ],
)
def test_a_refusal_leaves_its_reason(service, request_, written):
    """The outcome is the problem's slug; an unknown path, which may be data, is not written down."""
    service.run(service.request(*request_))
    (line,) = service.lines()
    assert (line["outcome"], line["verb"]) == written


def test_a_request_that_the_server_gave_up_leaves_a_line(start, stub_extractor):
    """Cancelled work at the end of the grace is written down as such."""
    extractor = stub_extractor(gate=asyncio.Event())
    service = start(extractor=extractor)

    async def scenario():
        exchange = service.exchange("POST", "/mask", [("content-type", "application/json")])
        exchange.push(b'{"text": "a"}', more=False)
        await extractor.entered.wait()
        exchange.task.cancel()
        await asyncio.gather(exchange.task, return_exceptions=True)

    service.run(scenario())
    assert [line["outcome"] for line in service.lines()] == ["cancelled"]


def test_the_scheme_of_a_bad_key_is_written_without_the_key(start, keys):
    """A wrong key leaves nobody's name, and nothing of the key."""
    service = start(key_file=keys.path)
    service.post("/mask", {"text": "a"}, key="garim_wrong-key")
    (line,) = service.lines()
    assert (line["tenant"], line["outcome"]) == ("-", "unauthorized")
    assert b"wrong-key" not in service.log.getvalue()
