"""Guards a service without keys: it listens on loopback, where every browser of the machine reaches it."""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import ForbiddenOrigin
from app.headers import header_values
from app.keys import LOCAL
from app.telemetry.trail import trail_of

_LOOPBACK = rb"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?"
_HOST = re.compile(_LOOPBACK, re.IGNORECASE)
_ORIGIN = re.compile(rb"https?://" + _LOOPBACK, re.IGNORECASE)


class OriginMiddleware:
    """Refuses names that are not loopback in Host (DNS rebinding) and Origin (cross-site requests). All others are `LOCAL`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            hosts = header_values(scope, b"host")
            if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
                raise ForbiddenOrigin
            if not all(map(_ORIGIN.fullmatch, header_values(scope, b"origin"))):
                raise ForbiddenOrigin
            trail_of(scope).principal = LOCAL
        await self._app(scope, receive, send)
