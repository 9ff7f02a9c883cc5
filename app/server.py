"""Runs the service on a socket, in one process: the mappings are in its memory."""

import gc
import importlib.util
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

import uvicorn
from fastapi import FastAPI

from app.coalesce import CoalescingProtocol
from app.errors import ConfigurationError
from app.factory import create_app
from app.settings import Settings
from app.store import forbid_core_dumps
from app.telemetry.log import Log, route_libraries

LOOP: Final = "uvloop" if importlib.util.find_spec("uvloop") else "asyncio"
BACKLOG: Final = 2048
"""Connections that the kernel keeps until they are accepted."""

_GC_THRESHOLDS: Final = (50_000, 20, 20)
"""A request allocates thousands of objects and hardly a cycle: collect seldom. What was loaded at the start is left out."""

Ready = Callable[[str, int], None]
"""Takes the address and the TCP port on which the service now listens."""


class AddressUnavailable(ConfigurationError):
    """The address and port cannot be listened on."""


class Server(uvicorn.Server):
    """Tells when it listens, and lets the app drain from the first signal on instead of when its last request has ended."""

    def __init__(self, app: FastAPI, settings: Settings, ready: Ready) -> None:
        config = uvicorn.Config(
            app,
            loop=LOOP,
            http=CoalescingProtocol,
            ws="none",
            lifespan="on",
            log_config=None,
            log_level=settings.log_level,
            access_log=False,  # its lines hold paths and query strings; the audit line stands in its place
            proxy_headers=False,  # no header of a caller says who the caller is
            server_header=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=settings.shutdown_grace_seconds,
        )
        super().__init__(config)
        self._lifecycle = app.state.service.lifecycle
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to serve on `sockets`."""
        await super().startup(sockets)
        for listener in (sockets or []) if self.started else []:
            host, port = listener.getsockname()[:2]
            self._ready(host, port)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain, then shut down within the grace."""
        self._lifecycle.draining = True
        super().handle_exit(sig, frame)


def run(settings: Settings, *, ready: Ready) -> int:
    """Serve until a signal ends it; return the exit status. Raises `ConfigurationError` when it cannot start as configured."""
    forbid_core_dumps()
    app = create_app(settings)
    route_libraries(Log(settings.log_level, strict=settings.strict_fields))
    listener = listen(settings.host, settings.port)
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    server = Server(app, settings, ready)
    with suppress(KeyboardInterrupt):  # raised again by uvicorn once it has shut down for it
        server.run(sockets=[listener])
    return int(not server.started)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises `AddressUnavailable`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError:
        raise AddressUnavailable(
            "The port is in use, or the address is not this machine's. Set GARIM_HOST, GARIM_PORT."
        ) from None
