"""Answers as ASGI messages."""

from collections.abc import Mapping
from typing import Final

from pydantic_core import to_json
from starlette.types import Receive, Scope, Send

JSON: Final = b"application/json"
HEADERS: Final = (
    # Answers hold personal data or the id that opens it: no cache may keep them (RFC 9111, section 5.2.2.5).
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)
"""What every answer carries."""


class Answer:
    """A whole answer: status, body, headers. Its `repr` shows the status only."""

    __slots__ = ("_body", "_headers", "_status")

    def __init__(
        self, body: bytes = b"", media_type: bytes | None = None, *, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        self._status = status
        self._body = body
        self._headers = [*HEADERS]
        if media_type is not None:
            self._headers += [(b"content-type", media_type), (b"content-length", str(len(body)).encode())]
        if headers:
            self._headers += [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    def __repr__(self) -> str:
        return f"Answer({self._status})"

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it."""
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body})


def json_answer(content: object) -> Answer:
    """Return `content` as JSON. Dataclasses become objects."""
    return Answer(to_json(content), JSON)
