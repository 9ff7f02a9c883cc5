"""Finds out who calls. What the caller may do is the endpoint's business."""

from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import Unauthorized
from app.headers import header_values
from app.keys import Principal, ServiceKeys
from app.telemetry.trail import trail_of

_SCHEME = b"bearer "


class AuthenticateMiddleware:
    """Puts the caller whose key is shown (RFC 6750, section 2.1) into the trail; without a key it is nobody."""

    def __init__(self, app: ASGIApp, *, keys: ServiceKeys) -> None:
        self._app = app
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            trail_of(scope).principal = _caller(self._keys, scope)
        await self._app(scope, receive, send)


def _caller(keys: ServiceKeys, scope: Scope) -> Principal | None:
    given = header_values(scope, b"authorization")
    if not given:
        return None
    principal = keys.identify(given[0][len(_SCHEME) :].strip())
    if len(given) > 1 or given[0][: len(_SCHEME)].lower() != _SCHEME or principal is None:
        raise Unauthorized
    return principal
