"""Which requests are taken up: none while the service drains, and only so many at a time."""

from collections.abc import Container
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import Overloaded, ShuttingDown
from app.lifecycle import Lifecycle

RETRY_AFTER_SECONDS: Final = 1


class AdmissionMiddleware:
    """Answers 503 while draining, and 429 at once when the cap is reached: a queue would only make every answer late.

    `operations` are the paths that are always taken up, so that the service can be watched.
    """

    def __init__(self, app: ASGIApp, *, lifecycle: Lifecycle, cap: int, operations: Container[str]) -> None:
        self._app = app
        self._lifecycle = lifecycle
        self._cap = cap
        self._operations = operations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in self._operations:
            await self._app(scope, receive, send)
            return
        lifecycle = self._lifecycle
        if lifecycle.draining:
            raise ShuttingDown
        if lifecycle.in_flight >= self._cap:
            raise Overloaded(retry_after=RETRY_AFTER_SECONDS)
        lifecycle.in_flight += 1
        try:
            await self._app(scope, receive, send)
        finally:
            lifecycle.in_flight -= 1
