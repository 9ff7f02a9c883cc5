"""`garim serve`: it says when it is ready, stops when asked, and refuses to start unsafely."""

import signal
import socket
import urllib.request
from pathlib import Path

import pytest

REFUSALS = {
    "beyond loopback without keys": (["--host", "0.0.0.0"], {}),  # noqa: S104
    "several workers": ([], {"WEB_CONCURRENCY": "4"}),
    "a value that will not do": ([], {"GARIM_MAX_CHARS": "CANARY"}),
    "a missing key file": ([], {"GARIM_KEY_FILE": "/nonexistent/keys.json"}),
    "a missing ring file": ([], {"GARIM_RING_FILE": "/nonexistent/ring.json"}),
    "an extractor that does not exist": ([], {"GARIM_EXTRACTOR": "CANARY"}),
}


@pytest.mark.parametrize(("arguments", "variables"), REFUSALS.values(), ids=REFUSALS)
def test_it_refuses_to_start_unsafely(garim, arguments, variables):
    """An unsafe or impossible set-up is exit code 6 and one line that says what to do, without the value."""
    completed = garim.alone("serve", "--port", "0", *arguments, **variables)
    assert completed.returncode == 6
    assert completed.stderr.startswith(b"garim: setup: ")
    assert b"CANARY" not in completed.stderr


def test_a_port_in_use_is_said_in_one_line(garim):
    """A port that is taken is exit code 6, not a traceback."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        completed = garim.alone("serve", "--port", taken.getsockname()[1])
    assert completed.returncode == 6
    assert completed.stderr.count(b"\n") == 1


@pytest.fixture
def process(garim):
    with garim.process("serve", "--port", 0, GARIM_MISSPELT="1") as process:
        yield process
        process.kill()


def test_it_warns_of_a_misspelt_variable_then_says_where_it_is(process):
    """A variable that is no setting is named before the ready line, and the URL of the ready line answers."""
    assert b"GARIM_MISSPELT" in process.stderr.readline()
    url = process.stderr.readline().decode().split()[-1]
    with urllib.request.urlopen(f"{url}/healthz") as answer:  # noqa: S310
        assert answer.status == 200
        assert "server" not in {name.lower() for name in answer.headers}


def test_it_stops_when_asked(process):
    """SIGTERM ends it; nothing but the first two lines went to stderr."""
    process.stderr.readline()
    process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == -signal.SIGTERM
    assert process.stderr.read() == b""


def test_it_leaves_no_core_file(process):
    """The running service has a core limit of zero."""
    process.stderr.readline()
    process.stderr.readline()
    limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="ascii")
    assert next(line for line in limits.splitlines() if line.startswith("Max core file size")).split()[4:6] == ["0", "0"]
