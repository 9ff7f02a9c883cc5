"""Lays the trail of a request and, when it has ended, turns it into the audit line and the metrics."""

from collections.abc import Container
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.telemetry.audit import Audit
from app.telemetry.metrics import Metrics
from app.telemetry.trail import UNMATCHED, Trail

CANCELLED = "cancelled"
"""The outcome of a request that the server gave up, at the end of the shutdown's grace."""


class AuditMiddleware:
    """Stands outermost: whatever ends a request, it is written down once."""

    def __init__(self, app: ASGIApp, *, audit: Audit, metrics: Metrics, verbs: Container[str]) -> None:
        """`verbs` are the paths of the endpoints: another path is the caller's text and is not recorded."""
        self._app = app
        self._audit = audit
        self._metrics = metrics
        self._verbs = verbs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        trail = Trail(verb=scope["path"] if scope["path"] in self._verbs else UNMATCHED)
        scope.setdefault("state", {})["trail"] = trail

        async def watch(message: Message) -> None:
            if message["type"] == "http.response.start":
                trail.status = message["status"]
                trail.started = True
                message["headers"].append((b"garim-correlation", trail.correlation.encode()))
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except BaseException:
            trail.outcome = CANCELLED
            raise
        finally:
            seconds = perf_counter() - began
            self._metrics.observe(trail, seconds)
            self._audit.write(trail, seconds)
