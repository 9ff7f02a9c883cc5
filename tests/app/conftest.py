"""The service in this process, called through ASGI without a socket."""

import asyncio
import io
import json
import os
from types import MappingProxyType, SimpleNamespace

import pytest

from app.factory import create_app
from app.keys import KeyFile, Scope
from app.settings import PREFIX, Settings


class Answer:
    """What came back."""

    def __init__(self, status, headers, pieces):
        self.status = status
        self.headers = headers
        self.pieces = pieces
        self.body = b"".join(pieces)

    def json(self):
        return json.loads(self.body)

    @property
    def problem(self):
        """The last part of the problem's type, once it is what a problem has to be."""
        document = self.json()
        assert self.headers["content-type"] == "application/problem+json"
        assert document["status"] == self.status
        return document["type"].removeprefix("urn:garim:problem:")


class Exchange:
    """One request whose chunks the test sends one by one."""

    def __init__(self, app, scope):
        self.received = asyncio.Queue()
        self.sent = []
        self.arrived = asyncio.Event()
        self.task = asyncio.create_task(app(scope, self.received.get, self._send))

    async def _send(self, message):
        self.sent.append(message)
        self.arrived.set()

    def push(self, body, *, more=True):
        self.received.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def hang_up(self):
        self.received.put_nowait({"type": "http.disconnect"})

    async def next_piece(self):
        """Wait for the next piece of the answer's body."""
        while not any(message.get("body") for message in self.sent):
            self.arrived.clear()
            await self.arrived.wait()
        pieces = [message["body"] for message in self.sent if message.get("body")]
        self.sent = [message for message in self.sent if not message.get("body")]
        return b"".join(pieces)

    async def answer(self):
        await self.task
        starts = [message for message in self.sent if message["type"] == "http.response.start"]
        if not starts:
            return None
        headers = {name.decode(): value.decode() for name, value in starts[0]["headers"]}
        return Answer(starts[0]["status"], headers, [m["body"] for m in self.sent if m["type"] == "http.response.body"])


class Running:
    """A started service. What it logs is in `log`."""

    def __init__(self, settings, **parts):
        self.log = io.BytesIO()
        self.app = create_app(settings, log_file=self.log, **parts)
        self.runner = asyncio.Runner()
        self.lifespan = self.app.router.lifespan_context(self.app)
        self.run(self.lifespan.__aenter__())

    def run(self, work):
        return self.runner.run(work)

    def close(self):
        self.run(self.lifespan.__aexit__(None, None, None))
        self.runner.close()

    def exchange(self, method, path, headers=()):
        """Begin a request. To be called inside the loop."""
        given = [(b"host", b"127.0.0.1"), *((name.lower().encode(), value.encode()) for name, value in headers)]
        scope = {"type": "http", "method": method, "path": path, "headers": given, "query_string": b"", "http_version": "1.1"}
        return Exchange(self.app, scope)

    async def request(self, method, path, body=b"", *, key=None, headers=(), chunks=None):
        """Send a request; `body` is bytes, or an object to be sent as JSON."""
        headers = list(headers)
        if not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
        if not any(name.lower() == "content-type" for name, _ in headers):
            headers.append(("content-type", "application/json"))
        if key is not None:
            headers.append(("authorization", f"Bearer {key}"))
        exchange = self.exchange(method, path, headers)
        for chunk in chunks or ():
            exchange.push(chunk)
        exchange.push(body, more=False)
        return await exchange.answer()

    def post(self, path, body=b"", **options):
        return self.run(self.request("POST", path, body, **options))

    def get(self, path, **options):
        return self.run(self.request("GET", path, **options))

    def lines(self):
        """What was logged, as objects."""
        return [json.loads(line) for line in self.log.getvalue().splitlines()]


@pytest.fixture(scope="session", autouse=True)
def no_settings_from_outside():
    """The developer's own variables change no test."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(PREFIX):
                patch.delenv(name)
        yield


@pytest.fixture(scope="module")
def start():
    """Return a function that starts a service, whose limits are out of the way unless changed. All are stopped at the end."""
    running = []

    def begin(*, extractor=None, clock=None, **changes):
        settings = Settings(**{"strict_fields": True, "rate_limit": "1000000/minute", **changes})
        running.append(Running(settings, extractor=extractor, clock=clock))
        return running[-1]

    yield begin
    for service in running:
        service.close()


@pytest.fixture
def service(start):
    """A started service with the real extractor, tokenizer and store, without keys."""
    return start()


@pytest.fixture(scope="module")
def shared(start):
    """The same, for the tests of a module that may share one."""
    return start()


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A key file with keys of two tenants, as `path`, and the keys by name."""
    path = tmp_path_factory.mktemp("keys") / "keys.json"
    file = KeyFile.generate()
    made = {
        "both": file.new("both", "acme", frozenset({Scope.MASK, Scope.REASSEMBLE})),
        "masker": file.new("masker", "acme", frozenset({Scope.MASK})),
        "restorer": file.new("restorer", "acme", frozenset({Scope.REASSEMBLE})),
        "admin": file.new("admin", "acme", frozenset({Scope.ADMIN})),
        "foreign": file.new("foreign", "globex", frozenset({Scope.MASK, Scope.REASSEMBLE})),
    }
    file.save(path)
    return SimpleNamespace(path=path, **made)


class StubExtractor:
    """An extractor that fails, waits or finds what a test tells it."""

    name = "stub"
    versions = MappingProxyType({"rules": "0"})
    labels = frozenset({"PERSON"})

    def __init__(self, *, fails=None, gate=None):
        self.fails = fails
        self.gate = gate
        self.entered = asyncio.Event()

    async def extract(self, _source):
        self.entered.set()
        await self.check()
        return []

    async def check(self):
        if self.gate is not None:
            await self.gate.wait()
        if self.fails is not None:
            raise self.fails

    async def close(self):
        pass


@pytest.fixture(scope="session")
def stub_extractor():
    """The class of an extractor that does as told: `fails` is raised, `gate` is waited for, `entered` is set."""
    return StubExtractor
