"""From the path of a request to its endpoint."""

from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from app.api.endpoint import SERVICE, Endpoint, Service
from app.errors import MethodNotAllowed, NotFound


class Dispatch:
    """Calls the endpoint of a path. No path has parameters, so a table does what a router would do by trying each route."""

    def __init__(self, endpoints: Iterable[Endpoint], service: Service, other: ASGIApp) -> None:
        """`other` takes what is no HTTP request: the life cycle of the app."""
        self._endpoints = {endpoint.path: endpoint for endpoint in endpoints}
        self._service = service
        self._other = other

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call it. Raises `NotFound` and `MethodNotAllowed`."""
        if scope["type"] != "http":
            await self._other(scope, receive, send)
            return
        endpoint = self._endpoints.get(scope["path"])
        if endpoint is None:
            raise NotFound
        if scope["method"] != endpoint.method:
            raise MethodNotAllowed(allow=endpoint.method)
        scope[SERVICE] = self._service
        await endpoint.app(scope, receive, send)
