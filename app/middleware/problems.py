"""Turns everything that is raised while a request is worked on into a problem document."""

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.problem import problem_answer
from app.errors import GarimError
from app.telemetry.log import Log, place_of
from app.telemetry.trail import trail_of

DISCONNECTED = "client-disconnected"
CLIENT_CLOSED_REQUEST = 499
"""Not in a standard: what nginx logs when the client has gone before the answer. It is never sent."""


class ProblemsMiddleware:
    """Answers errors. Of an unexpected one only class and place are logged: its message, arguments and locals may be content."""

    def __init__(self, app: ASGIApp, *, log: Log) -> None:
        self._app = app
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trail = trail_of(scope)
        try:
            await self._app(scope, receive, send)
        except GarimError as error:
            problem = error
        except ClientDisconnect:
            trail.outcome, trail.status = DISCONNECTED, CLIENT_CLOSED_REQUEST
            return
        except Exception as error:  # noqa: BLE001 - the last stop: nothing that is raised may reach the server's own traceback
            self._log.events.error(
                "unhandled", error=type(error).__qualname__, where=place_of(error), correlation=trail.correlation
            )
            problem = GarimError()
        else:
            return
        trail.outcome = problem.slug
        # An answer that has begun cannot become a problem: it stays unfinished, the server closes the connection, and the
        # client sees that the end is missing.
        if not trail.started:
            await problem_answer(problem)(scope, receive, send)
