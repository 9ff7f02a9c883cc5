"""How many bytes a request body may have."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import TooLarge
from app.headers import header_values


class BodyLimitMiddleware:
    """Counts the body as it arrives, whatever Content-Length says, and answers 413 at the first byte over the cap."""

    def __init__(self, app: ASGIApp, *, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        for declared in header_values(scope, b"content-length"):
            if declared.isdigit() and int(declared[:20]) > self._max_bytes:
                raise TooLarge
        received = 0

        async def count() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > self._max_bytes:
                    raise TooLarge
            return message

        await self._app(scope, count, send)
