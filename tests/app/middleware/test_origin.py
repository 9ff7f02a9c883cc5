"""Host and Origin of a service without keys."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def _status(service, host="127.0.0.1", origin=None):
    async def scenario():
        headers = [(b"content-type", b"application/json")]
        headers += [] if host is None else [(b"host", host.encode())]
        headers += [] if origin is None else [(b"origin", origin.encode())]
        exchange = service.exchange("GET", "/labels")
        exchange.task.cancel()
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/labels",
            "headers": headers,
            "query_string": b"",
            "http_version": "1.1",
        }
        fresh = type(exchange)(service.app, scope)
        fresh.push(b"", more=False)
        return await fresh.answer()

    return service.run(scenario()).status


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST:80", "[::1]", "[::1]:8080"])
def test_loopback_hosts_are_served(shared, host):
    """Every name of loopback, with or without a port, will do."""
    assert _status(shared, host=host) == 200


@pytest.mark.parametrize(
    "host",
    [None, "", "example.com", "localhost.example.com", "127.0.0.1.example.com", "127.0.0.1@example.com", "0.0.0.0", "127.0.0.1:"],  # noqa: S104
)
def test_other_hosts_are_refused(shared, host):
    """A name that somebody may have pointed at loopback is refused (DNS rebinding)."""
    assert _status(shared, host=host) == 403


@settings(deadline=None)
@given(st.text(st.characters(codec="ascii", categories=("L", "N", "P")), max_size=30))
def test_no_other_name_gets_through(shared, host):
    """Only the three names of loopback are ever served."""
    assert (_status(shared, host=host) == 200) == (host.lower() in LOOPBACK or _with_port(host))


def _with_port(host):
    name, _, port = host.rpartition(":")
    return name.lower() in LOOPBACK and port.isdigit() and len(port) <= 5


@pytest.mark.parametrize("origin", ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:8080"])
def test_pages_of_this_machine_are_served(shared, origin):
    """A page from a loopback server may call."""
    assert _status(shared, origin=origin) == 200


@pytest.mark.parametrize("origin", ["null", "https://example.com", "http://localhost.example.com", "file://", ""])
def test_pages_from_elsewhere_are_refused(shared, origin):
    """A page from anywhere else may not, whatever it sends."""
    assert _status(shared, origin=origin) == 403


def test_two_hosts_are_refused(shared):
    """RFC 9112, section 3.2: a request with more than one Host is not to be answered."""
    assert shared.get("/labels", headers=[("host", "127.0.0.1")]).problem == "forbidden-origin"


def test_with_keys_any_host_is_served(start, keys):
    """A key says who calls, so the name under which the service is reached does not matter."""
    assert _status(start(key_file=keys.path), host="garim.example.com") == 200
