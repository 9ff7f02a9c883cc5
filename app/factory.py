"""Puts the service together. Everything that an app needs is passed in: two apps in one process share nothing."""

import asyncio
import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import BinaryIO, Final

from fastapi import FastAPI
from limits import parse
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from app.api import documentation, mask, operations, reassemble, reassemble_stream
from app.api.dispatch import Dispatch
from app.api.endpoint import Service
from app.errors import ConfigurationError
from app.keys import ServiceKeys
from app.lifecycle import Lifecycle
from app.masking import Masking
from app.middleware.admission import AdmissionMiddleware
from app.middleware.audit import AuditMiddleware
from app.middleware.authenticate import AuthenticateMiddleware
from app.middleware.body_limit import BodyLimitMiddleware
from app.middleware.deadline import DeadlineMiddleware
from app.middleware.origin import OriginMiddleware
from app.middleware.problems import ProblemsMiddleware
from app.middleware.rate_limit import RateLimitMiddleware
from app.settings import Settings
from app.store import Clock, FileKeyRing, MemoryStore, Ring, SealedStore, SystemClock
from app.telemetry.audit import Audit
from app.telemetry.log import Log, place_of
from app.telemetry.metrics import Metrics
from app.upkeep import Upkeep
from model.extractor import Extractor
from model.rules import RuleExtractor

ENDPOINTS: Final = (
    *mask.ENDPOINTS,
    *reassemble.ENDPOINTS,
    *reassemble_stream.ENDPOINTS,
    *operations.ENDPOINTS,
    *documentation.ENDPOINTS,
)

PATHS: Final = frozenset(endpoint.path for endpoint in ENDPOINTS)
OPERATIONS: Final = frozenset(endpoint.path for endpoint in ENDPOINTS if endpoint.operation)

WARM_UP_SECONDS: Final = 1
"""Pause between two tries to get the first answer of store and extractor."""


class UnsafeBind(ConfigurationError):
    """Without keys everybody who reaches the service may use it, so it listens on loopback only."""


class Application(FastAPI):
    """FastAPI with our middleware alone: its own would answer errors, or raise them on to the server's traceback.

    Nor is its telemetry called, which records bodies and the messages of exceptions wherever OpenTelemetry is installed.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or the life cycle."""
        if self.middleware_stack is None:
            self.middleware_stack = self.build_middleware_stack()
        scope["app"] = self
        await self.middleware_stack(scope, receive, send)

    def build_middleware_stack(self) -> ASGIApp:
        """Return the endpoints inside the middleware, the first outermost."""
        app: ASGIApp = Dispatch(ENDPOINTS, self.state.service, self.router)
        for middleware in reversed(self.user_middleware):
            app = middleware.cls(app, *middleware.args, **middleware.kwargs)
        return app


def create_app(
    settings: Settings, *, extractor: Extractor | None = None, clock: Clock | None = None, log_file: BinaryIO | None = None
) -> FastAPI:
    """Return the service as an ASGI app.

    `extractor` and `clock` replace the configured ones, `log_file` replaces standard output. Raises `ConfigurationError`
    when it cannot run as configured.
    """
    keys = ServiceKeys(settings.key_file) if settings.key_file else None
    if keys is None and not _is_loopback(settings.host):
        raise UnsafeBind("Without keys the service listens on loopback only. Make a key with: garim keys new")
    log = Log(settings.log_level, strict=settings.strict_fields, file=log_file)
    clock = clock or SystemClock()
    extractor = extractor or build_extractor(settings.extractor)
    ring = FileKeyRing(settings.ring_file) if settings.ring_file else Ring.generate(clock.now())
    memory = MemoryStore(settings.max_store_bytes, clock)
    store = SealedStore(memory, ring, clock, max_ttl_seconds=settings.max_ttl_seconds)
    masking = Masking(extractor, store, default_ttl_seconds=settings.default_ttl_seconds)
    lifecycle = Lifecycle()
    metrics = Metrics(memory, lifecycle)
    files = {"key file": keys.reload} if keys else {}
    if isinstance(ring, FileKeyRing):
        files["ring file"] = ring.reload
    upkeep = Upkeep(memory, files, log)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        # Warming up happens beside the running server: liveness must answer while a model loads.
        background = [asyncio.create_task(_warm_up(masking, lifecycle, log)), asyncio.create_task(upkeep.run())]
        yield
        lifecycle.draining = True
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await extractor.close()
        await store.close()

    app = Application(
        title="Garim",
        version=version("garim"),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        # Outermost first. Whatever ends a request is audited; whatever is raised becomes a problem; who calls is known before
        # anything is counted against them; and a place is taken before time starts to run and bytes are read.
        middleware=[
            Middleware(AuditMiddleware, audit=Audit(log), metrics=metrics, verbs=PATHS),
            Middleware(ProblemsMiddleware, log=log),
            Middleware(OriginMiddleware) if keys is None else Middleware(AuthenticateMiddleware, keys=keys),
            Middleware(RateLimitMiddleware, rate=parse(settings.rate_limit), operations=OPERATIONS),
            Middleware(AdmissionMiddleware, lifecycle=lifecycle, cap=settings.max_in_flight, operations=OPERATIONS),
            Middleware(DeadlineMiddleware, seconds=settings.deadline_seconds),
            Middleware(BodyLimitMiddleware, max_bytes=settings.max_body_bytes),
        ],
    )
    contract = documentation.describe(ENDPOINTS, app.version)
    app.openapi = lambda: contract  # type: ignore[method-assign]  # FastAPI's documented way to a contract of one's own
    app.state.upkeep = upkeep
    app.state.service = Service(settings, masking, lifecycle, metrics, contract)
    return app


def build_extractor(name: str) -> Extractor:
    """Return the extractor called `name`. Raises `ConfigurationError` when there is none."""
    if name not in {"default", "rules"}:  # the default of this version is the rules alone
        raise ConfigurationError("GARIM_EXTRACTOR names no extractor of this version. There are: default, rules.")
    return RuleExtractor()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def _warm_up(masking: Masking, lifecycle: Lifecycle, log: Log) -> None:
    while not lifecycle.warm:
        try:
            await masking.check()
        except Exception as error:  # noqa: BLE001 - whatever it is, the next try may find it mended
            log.events.warning("not ready", error=type(error).__qualname__, where=place_of(error))
            await asyncio.sleep(WARM_UP_SECONDS)
        else:
            lifecycle.warm = True
