"""Deadlines of requests, and pauses of streams."""

import asyncio

import pytest

MOMENT = 0.02


def test_work_that_takes_too_long_is_a_504(start, stub_extractor):
    """An extractor that hangs does not hold the caller."""
    service = start(extractor=stub_extractor(gate=asyncio.Event()), deadline_seconds=MOMENT)
    assert service.post("/mask", {"text": "a"}).problem == "deadline-exceeded"


def test_a_body_that_does_not_come_is_a_504(start):
    """A caller who stops sending does not hold the service."""
    service = start(deadline_seconds=MOMENT)

    async def scenario():
        exchange = service.exchange("POST", "/mask", [("content-type", "application/json")])
        exchange.push(b'{"te')
        return await exchange.answer()

    assert service.run(scenario()).problem == "deadline-exceeded"
    assert service.app.state.service.lifecycle.in_flight == 0


@pytest.fixture(scope="module")
def streaming(start):
    return start(deadline_seconds=MOMENT, stream_idle_seconds=5)


def test_a_stream_may_last_longer_than_a_request(streaming):
    """Each chunk sets the time anew: the deadline of a request passes, and the stream goes on."""

    async def scenario():
        masked = (await streaming.request("POST", "/mask", {"text": "a@example.com", "extract": False})).json()
        headers = [("content-type", "text/plain"), ("garim-request-id", masked["request_id"])]
        exchange = streaming.exchange("POST", "/reassemble/stream", headers)
        exchange.push(b"one ")
        first = await exchange.next_piece()
        passed = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(2 * MOMENT, passed.set_result, None)
        await passed
        exchange.push(b"two", more=False)
        return first, await exchange.answer()

    first, answer = streaming.run(scenario())
    assert first == b"one "
    assert answer.pieces[-1] == b""
    assert b"two" in answer.pieces


def test_a_stream_that_pauses_too_long_is_ended(start):
    """A pause over the limit ends the answer without its last chunk and frees its place."""
    service = start(stream_idle_seconds=MOMENT)
    masked = service.post("/mask", {"text": "a@example.com"}).json()

    async def scenario():
        headers = [("content-type", "text/plain"), ("garim-request-id", masked["request_id"])]
        exchange = service.exchange("POST", "/reassemble/stream", headers)
        exchange.push(b"one")
        await exchange.task
        return exchange.sent

    sent = service.run(scenario())
    assert [message.get("more_body") for message in sent if message["type"] == "http.response.body"] == [True]
    assert service.lines()[-1]["outcome"] == "deadline-exceeded"
    assert service.app.state.service.lifecycle.in_flight == 0
