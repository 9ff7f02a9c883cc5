"""How long a request may take, its body included."""

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import DeadlineExceeded


class DeadlineMiddleware:
    """Cancels the work of a request that takes longer than `seconds` and answers 504.

    The running `asyncio.Timeout` stands in the request's state as `deadline`, so that a stream can set it anew with each chunk.
    """

    def __init__(self, app: ASGIApp, *, seconds: float) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        deadline = asyncio.timeout(self._seconds)
        scope["state"]["deadline"] = deadline
        try:
            async with deadline:
                await self._app(scope, receive, send)
        except TimeoutError:
            if deadline.expired():
                raise DeadlineExceeded from None
            raise
