"""What every endpoint has in common: the scope it needs, its strict body, its trail."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as AsgiScope

from app.api.json_body import Body, field_names, read_json
from app.api.problem import declare
from app.errors import (
    DeadlineExceeded,
    Forbidden,
    ForbiddenOrigin,
    GarimError,
    MethodNotAllowed,
    Overloaded,
    ShuttingDown,
    TooLarge,
    TooManyRequests,
    Unauthorized,
)
from app.keys import Scope
from app.lifecycle import Lifecycle
from app.masking import Masking
from app.settings import Settings
from app.telemetry.metrics import Metrics
from app.telemetry.trail import Trail, trail_of

SERVICE: Final = "garim.service"
"""Where a request's scope holds the `Service`."""

_ANY: Final = (Unauthorized, ForbiddenOrigin, MethodNotAllowed, TooLarge, GarimError, DeadlineExceeded)
_ADMITTED: Final = (TooManyRequests, Overloaded, ShuttingDown)


@dataclass(frozen=True, slots=True)
class Service:
    """What the endpoints work with; `app.factory` puts it together."""

    settings: Settings
    masking: Masking
    lifecycle: Lifecycle
    metrics: Metrics
    contract: Mapping[str, Any]


class Call(Request):
    """One request as an endpoint sees it."""

    @property
    def service(self) -> Service:
        """The parts of the running service."""
        service: Service = self.scope[SERVICE]
        return service

    @property
    def trail(self) -> Trail:
        """What goes into the audit line."""
        return trail_of(self.scope)

    @property
    def tenant(self) -> str:
        """The tenant on whose behalf the call is made. Raises `Unauthorized` when nobody is known to call."""
        principal = self.trail.principal
        if principal is None:
            raise Unauthorized
        return principal.tenant

    def authorize(self, scopes: frozenset[Scope]) -> None:
        """Return when the caller has one of `scopes`, or none is needed. Raises `Unauthorized` or `Forbidden`."""
        if not scopes:
            return
        principal = self.trail.principal
        if principal is None:
            raise Unauthorized
        if principal.scopes.isdisjoint(scopes):
            raise Forbidden


class Endpoint(APIRoute):
    """A route that authorizes, reads the body once and strictly, and calls its function.

    FastAPI's own handler would solve dependencies and echo the input of a body that does not fit; only its OpenAPI is wanted.
    """

    def __init__(
        self,
        path: str,
        function: Callable[..., Awaitable[ASGIApp]],
        *,
        method: str = "POST",
        body: type[Body] | None = None,
        scopes: frozenset[Scope] = frozenset(),
        errors: tuple[type[GarimError], ...] = (),
        example: object = None,
        operation: bool = False,
        **documentation: Any,  # noqa: ANN401 - what FastAPI's route takes
    ) -> None:
        """`function` takes the `Call` and, when `body` is given, the body; it returns what answers.

        `scopes`: one of them is needed; none: open to all. `errors` are those of its own. `example` is a JSON answer.
        `operation`: answers under load and while draining, since a probe that is refused gets a healthy process killed.
        `documentation` is what FastAPI's route takes for OpenAPI.
        """
        self.method = method
        self.operation = operation
        self._function = function
        self._body = body
        self._known = field_names(body) if body else frozenset[str]()
        self._scopes = scopes
        extra = documentation.pop("openapi_extra", {})
        if scopes:
            extra = {**extra, "security": [{"bearer": sorted(scopes)}]}
        declared = declare(*errors, *([Forbidden] if scopes else []), *([] if operation else _ADMITTED), *_ANY)
        if example is not None:
            declared[200] = {"description": "Done.", "content": {"application/json": {"example": example}}}
        super().__init__(
            path,
            function,
            methods=[method],
            responses={**declared, **documentation.pop("responses", {})},
            openapi_extra=extra,
            **documentation,
        )
        self.app = self._serve

    async def _serve(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        call = Call(scope, receive)
        call.authorize(self._scopes)
        if self._body is None:
            answer = await self._function(call)
        else:
            answer = await self._function(call, await read_json(scope, receive, self._body, self._known))
        await answer(scope, receive, send)
