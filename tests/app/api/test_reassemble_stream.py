"""`/reassemble/stream`: chunks cut anywhere, out as they come."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

VALUES = ("김가상", "Dana Roe", "😀 이샘플")
TEXT = "".join(f"{value} wrote to {value}. " for value in VALUES)


@pytest.fixture(scope="module")
def masked(shared):
    candidates = [{"label": "PERSON", "original": value} for value in VALUES]
    return shared.post("/mask", {"text": TEXT, "candidates": candidates, "extract": False}).json()


def _headers(masked, *more):
    return [("content-type", "text/plain; charset=utf-8"), ("garim-request-id", masked["request_id"]), *more]


@settings(deadline=None, max_examples=60)
@given(cuts=st.lists(st.integers(0, 400), max_size=12), match=st.sampled_from(["exact", "tolerant"]))
def test_a_stream_gives_what_the_whole_text_gives(shared, masked, cuts, match):
    """B01, B03: wherever bytes are cut, inside a token or a character, the answer is that of /reassemble."""
    text = masked["masked_text"] + " 김 [PERSON_9] [PERSON"
    content = text.encode()
    borders = [0, *sorted({min(cut, len(content)) for cut in cuts}), len(content)]
    chunks = [content[start:end] for start, end in pairwise(borders)]
    whole = shared.post("/reassemble", {"request_id": masked["request_id"], "text": text, "match": match}).json()["text"]
    answer = shared.post("/reassemble/stream", chunks=chunks, headers=_headers(masked, ("garim-match", match)))
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.body.decode() == whole


def test_text_leaves_before_the_next_chunk_comes(shared, masked):
    """B63: each of 40 chunks is answered before the next is sent; only a possible token waits for its end."""

    async def scenario():
        exchange = shared.exchange("POST", "/reassemble/stream", _headers(masked))
        seen = []
        for index in range(40):
            exchange.push(f"word{index} ".encode())
            seen.append(await exchange.next_piece())
        exchange.push(b"so [PERS")
        held = await exchange.next_piece()
        exchange.push(b"ON_2] ")
        token = await exchange.next_piece()
        exchange.push(b"", more=False)
        await exchange.answer()
        return seen, held, token

    seen, held, token = shared.run(scenario())
    assert seen == [f"word{index} ".encode() for index in range(40)]
    assert held == b"so "
    assert token == b"Dana Roe "


def test_an_empty_stream_is_an_empty_answer(shared, masked):
    """No text is no error: the source of a stream may have nothing to say."""
    answer = shared.post("/reassemble/stream", headers=_headers(masked))
    assert (answer.status, answer.body) == (200, b"")


def test_the_audit_counts_what_a_stream_restored(start):
    """The line of a stream has its length in code points and its restored tokens by label."""
    service = start()
    masked = service.post("/mask", {"text": "a@example.com"}).json()
    service.post("/reassemble/stream", "가[EMAIL_1]".encode(), headers=_headers(masked))
    line = service.lines()[-1]
    assert (line["characters"], line["counts"]) == (10, {"EMAIL": 1})


@pytest.mark.parametrize("body", [b"\xff", b"\xed\xa0\x80", "김".encode()[:2], b"ok \xc0\xaf"])
def test_bytes_that_are_not_utf8_are_refused(shared, masked, body):
    """Invalid, overlong, surrogate and unfinished sequences are a 400 as long as the answer has not begun."""
    assert shared.post("/reassemble/stream", body, headers=_headers(masked)).problem == "invalid-text"


def test_bytes_that_are_not_utf8_end_a_stream_without_its_last_chunk(shared, masked):
    """Later in a stream the missing end is what tells the client."""

    async def scenario():
        exchange = shared.exchange("POST", "/reassemble/stream", _headers(masked))
        exchange.push(b"fine")
        await exchange.next_piece()
        exchange.push(b"\xff", more=False)
        await exchange.task
        return [message for message in exchange.sent if message["type"] == "http.response.body"]

    assert shared.run(scenario()) == []
    assert shared.lines()[-1]["outcome"] == "invalid-text"


@pytest.mark.parametrize("media_type", ["application/json", "text/html", "text/plain; charset=euc-kr", ""])
def test_another_media_type_is_refused(shared, masked, media_type):
    """The stream reads text/plain in UTF-8 and nothing else."""
    headers = [("content-type", media_type), ("garim-request-id", masked["request_id"])]
    assert shared.post("/reassemble/stream", b"a", headers=headers).problem == "unsupported-media-type"


@pytest.mark.parametrize("headers", [[], [("garim-request-id", "x"), ("garim-match", "canary")]])
def test_missing_and_wrong_headers_are_refused(shared, headers):
    """No request id, or a match that does not exist, is a 422 that repeats nothing."""
    answer = shared.post("/reassemble/stream", b"a", headers=[("content-type", "text/plain"), *headers])
    assert answer.problem == "invalid-header"
    assert b"canary" not in answer.body


def test_a_single_use_mapping_serves_one_stream(shared):
    """A stream takes the mapping as /reassemble does."""
    masked = shared.post("/mask", {"text": "a@example.com", "single_use": True}).json()
    answers = [shared.post("/reassemble/stream", b"[EMAIL_1]", headers=_headers(masked)) for _ in range(2)]
    assert (answers[0].body, answers[1].problem) == (b"a@example.com", "unknown-request")
