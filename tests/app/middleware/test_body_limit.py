"""The cap on request bodies, counted as they arrive."""

import asyncio

import pytest

CAP = 1024


@pytest.fixture(scope="module")
def capped(start):
    return start(max_body_bytes=CAP)


def _padded(size):
    body = b'{"text":"a"}'
    return body + b" " * (size - len(body))


def test_a_body_at_the_cap_is_read(capped):
    """The cap itself is allowed."""
    assert capped.post("/mask", _padded(CAP)).status == 200


@pytest.mark.parametrize("declared", [None, "12", "0", "-1", "many"])
def test_a_body_over_the_cap_is_refused_whatever_was_declared(capped, declared):
    """A missing, lying or senseless Content-Length does not let one byte more in."""
    headers = [] if declared is None else [("content-length", declared)]
    body = _padded(CAP + 1)
    answer = capped.post("/mask", body[600:], chunks=[body[:300], body[300:600]], headers=headers)
    assert answer.problem == "too-large"


@pytest.mark.parametrize("declared", [str(CAP + 1), "9" * 30])
def test_a_declared_size_over_the_cap_is_refused_before_a_byte_is_read(capped, declared):
    """The answer does not wait for the body."""

    async def scenario():
        headers = [("content-type", "application/json"), ("content-length", declared)]
        exchange = capped.exchange("POST", "/mask", headers)
        return await asyncio.wait_for(exchange.answer(), 5)

    assert capped.run(scenario()).problem == "too-large"


def test_a_stream_over_the_cap_ends_without_its_last_chunk(capped):
    """A streamed body is counted too; once the answer has begun, its missing end tells the client."""
    masked = capped.post("/mask", {"text": "a@example.com"}).json()
    headers = [("content-type", "text/plain"), ("garim-request-id", masked["request_id"])]
    answer = capped.post("/reassemble/stream", b"x" * CAP, chunks=[b"first"], headers=headers)
    assert answer.body == b"first"
    assert capped.lines()[-1]["outcome"] == "too-large"
