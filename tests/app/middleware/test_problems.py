"""Errors become problem documents, and unexpected ones give nothing away."""

import pytest

CANARY = "canary-51c0"


@pytest.mark.parametrize(
    "error", [ValueError(CANARY), KeyError(CANARY), RecursionError(CANARY), ExceptionGroup(CANARY, [OSError()])]
)
def test_an_unexpected_error_shows_only_its_class_and_place(start, stub_extractor, capfd, error):
    """The answer is a plain 500; the log has class and place; the message is nowhere."""
    service = start(extractor=stub_extractor(fails=error))
    answer = service.post("/mask", {"text": CANARY})
    assert answer.problem == "internal"
    unhandled, request = (line for line in service.lines() if line["event"] != "not ready")
    assert unhandled["error"] == type(error).__name__
    assert unhandled["where"].startswith("tests/app/conftest.py:")
    assert unhandled["correlation"] == request["correlation"]
    seen = [answer.body, service.log.getvalue(), *(part.encode() for part in capfd.readouterr())]
    assert not any(CANARY.encode() in part for part in seen)


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "HEAD", "김"])
def test_another_method_is_a_405_that_names_the_right_one(service, method):
    """RFC 9110, section 15.5.6: a 405 lists the methods that there are."""
    answer = service.run(service.request(method, "/mask", {"text": "a"}))
    assert answer.problem == "method-not-allowed"
    assert answer.headers["allow"] == "POST"


@pytest.mark.parametrize("path", ["/", "/maskk", "/mask/", "//mask", "/reassemble/streams", f"/{CANARY}", "/../mask"])
def test_an_unknown_path_is_a_404_and_never_a_redirect(service, path):
    """The path is not repeated, neither in the body nor in a header."""
    answer = service.post(path, {"text": "a"})
    assert answer.problem == "not-found"
    assert CANARY not in str(answer.headers) + answer.body.decode()


def test_a_client_that_leaves_while_sending_leaves_no_work_and_no_noise(service):
    """A disconnect in the middle of a body is one audit line, no answer, and nothing in flight."""

    async def scenario():
        exchange = service.exchange("POST", "/mask", [("content-type", "application/json")])
        exchange.push(b'{"text":')
        exchange.hang_up()
        return await exchange.answer()

    assert service.run(scenario()) is None
    (line,) = service.lines()
    assert (line["outcome"], line["status"]) == ("client-disconnected", 499)
    assert service.app.state.service.lifecycle.in_flight == 0


def test_a_client_that_leaves_a_stream_leaves_no_work_and_no_noise(service):
    """The same in the middle of a stream."""
    masked = service.post("/mask", {"text": "a@example.com"}).json()

    async def scenario():
        headers = [("content-type", "text/plain"), ("garim-request-id", masked["request_id"])]
        exchange = service.exchange("POST", "/reassemble/stream", headers)
        exchange.push(b"one")
        await exchange.next_piece()
        exchange.hang_up()
        await exchange.task

    service.run(scenario())
    assert [line["outcome"] for line in service.lines()] == ["ok", "client-disconnected"]


@pytest.mark.parametrize("path", ["/mask", "/healthz", "/nowhere", "/labels"])
def test_no_answer_may_be_kept_by_a_cache(service, path):
    """Every answer, problems included, carries no-store and nosniff."""
    answer = service.get(path)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
