"""`POST /reassemble/stream`: chunks of text in, chunks with the values back out, as they come."""

import asyncio
import codecs
from collections.abc import AsyncIterator
from typing import Final, Literal

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.api.answer import HEADERS
from app.api.endpoint import Call, Endpoint
from app.api.json_body import read_chunk, require_media_type
from app.errors import (
    InvalidHeader,
    InvalidText,
    StoreUnavailable,
    UnknownRequest,
    UnsupportedMediaType,
)
from app.keys import Scope as KeyScope
from app.tokenizer import StreamReassembler

REQUEST_ID: Final = "garim-request-id"
MATCH: Final = "garim-match"


class StreamAnswer:
    """Reads chunks and writes chunks at the same time.

    Starlette's own streaming answer listens for a disconnect meanwhile, and so would swallow the chunks of the body.
    """

    def __init__(self, call: Call, reassembler: StreamReassembler) -> None:
        self._call = call
        self._reassembler = reassembler

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Answer. Raises `InvalidText` where the body is not UTF-8 and `DeadlineExceeded` after too long a pause.

        The answer begins when the first chunk is through, so that an error in it is still a problem document.
        """
        started = False
        async for piece in self._pieces(receive):
            if not started:
                started = True
                headers = [*HEADERS, (b"content-type", b"text/plain; charset=utf-8")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            if piece:
                await send({"type": "http.response.body", "body": piece.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _pieces(self, receive: Receive) -> AsyncIterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")()
        loop = asyncio.get_running_loop()
        deadline: asyncio.Timeout = self._call.scope["state"]["deadline"]
        idle = self._call.service.settings.stream_idle_seconds
        more = True
        while more:
            chunk, more = await read_chunk(receive)
            try:
                text = decoder.decode(chunk, final=not more)
            except UnicodeDecodeError:
                # The decoder's own error holds the bytes.
                raise InvalidText from None
            self._call.trail.characters += len(text)
            yield self._reassembler.feed(text)
            # A stream may last as long as its source: only its pauses are bounded.
            deadline.reschedule(loop.time() + idle)
        yield self._reassembler.close()
        self._call.trail.count(self._reassembler.result().counts)


def _match(value: str) -> Literal["exact", "tolerant"]:
    match value:
        case "exact":
            return "exact"
        case "tolerant":
            return "tolerant"
        case _:
            raise InvalidHeader


async def reassemble_stream(call: Call) -> StreamAnswer:
    """Put the values back into a stream of text: only what can still become a token is held back.

    UTF-8 and tokens may be cut anywhere. A problem after the first chunk ends the answer without its last chunk.
    """
    require_media_type(call.scope, b"text/plain")
    request_id = call.headers.get(REQUEST_ID)
    if request_id is None:
        raise InvalidHeader
    match = _match(call.headers.get(MATCH, "exact"))
    return StreamAnswer(call, await call.service.masking.stream(call.tenant, request_id, match=match))


_ERRORS: Final = (InvalidText, UnknownRequest, UnsupportedMediaType, InvalidHeader, StoreUnavailable)
_TEXT: Final = {"text/plain": {"schema": {"type": "string"}, "example": "Write to [EMAIL_1]."}}

ENDPOINTS: Final = (
    Endpoint(
        "/reassemble/stream",
        reassemble_stream,
        scopes=frozenset({KeyScope.REASSEMBLE}),
        errors=_ERRORS,
        response_model=None,
        response_class=Response,
        responses={
            200: {
                "description": "The text with its values.",
                "content": {"text/plain": {"schema": {"type": "string"}, "example": "Write to ann.lee@example.com."}},
            }
        },
        openapi_extra={
            "requestBody": {"required": True, "content": _TEXT},
            "parameters": [
                {"name": "Garim-Request-Id", "in": "header", "required": True, "schema": {"type": "string"}},
                {
                    "name": "Garim-Match",
                    "in": "header",
                    "required": False,
                    "schema": {"type": "string", "enum": ["exact", "tolerant"], "default": "exact"},
                },
            ],
        },
    ),
)
