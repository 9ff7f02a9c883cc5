"""The service on a real socket, in a process of its own."""

import json
import signal
import socket
import subprocess
import sys

import pytest

from app.server import AddressUnavailable, Server, listen
from app.settings import Settings

CANARY = b"canary-77aa"
PROGRAM = """
import sys
from app.server import run
from app.settings import Settings
sys.exit(run(Settings(port=0, log_level="debug", max_body_bytes=65536), ready=lambda host, port: print(port, file=sys.stderr)))
"""


class Process:
    """A running server."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.port = int(self.process.stderr.readline())

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.settimeout(20)
        return connection

    def call(self, content):
        """Send bytes on a new connection, and return the head and the body of the answer."""
        with self.connect() as connection:
            connection.sendall(content)
            return receive(connection)

    def stop(self):
        """End the server by a signal, and return all that it wrote."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=30)


def receive(connection):
    """Read one answer with a Content-Length."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += _some(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    while len(body) < length:
        body += _some(connection)
    return head, body


def _some(connection):
    content = connection.recv(65_536)
    assert content, "the server closed the connection"
    return content


def post(path, content, *headers, media_type=b"application/json"):
    head = [b"POST %s HTTP/1.1" % path, b"Host: 127.0.0.1", b"Content-Type: %s" % media_type, *headers]
    return b"\r\n".join([*head, b"", content])


def with_length(path, body):
    content = json.dumps(body).encode()
    return post(path, content, b"Content-Length: %d" % len(content))


def test_canaries_in_broken_requests_are_never_written():
    """Through a real socket: what is no HTTP, half a body, a lying length, a long URL; nothing of it is in stdout or stderr."""
    server = Process()
    broken = [
        CANARY + b" / HTTP/9\r\n\r\n",
        b"GET /" + CANARY + b" HTTP/1.1\r\n" + CANARY + b"\r\n\r\n",
        b"POST /mask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n" + CANARY,
    ]
    for content in broken:
        with server.connect() as connection:
            connection.sendall(content)
            assert connection.recv(65_536).startswith(b"HTTP/1.1 4")
    with server.connect() as connection:
        connection.sendall(post(b"/mask", b'{"text": "' + CANARY, b"Content-Length: 500"))
    refused = [
        post(b"/mask?q=" + CANARY, b'{"text":1}', b"Content-Length: 10", b"X-Name: " + CANARY),
        post(b"/" + CANARY * 200, b"", b"Content-Length: 0"),
        post(b"/mask", b"%x\r\n%s\r\n0\r\n\r\n" % (len(CANARY), CANARY), b"Transfer-Encoding: chunked"),
    ]
    for content in refused:
        head, body = server.call(content)
        assert head.startswith(b"HTTP/1.1 4")
        assert CANARY not in head + body
    out, err = server.stop()
    assert CANARY not in out + err
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["outcome"] for line in lines if line["event"] == "request"].count("client-disconnected") == 1
    assert {line["event"] for line in lines} == {"library", "request"}


def test_a_chunked_body_over_the_cap_is_refused_and_the_connection_serves_on():
    """413 as soon as the bytes are too many, without a declared length; the rest is skipped, the next request is answered."""
    server = Process()
    chunk = b"%x\r\n%s\r\n" % (16_384, b" " * 16_384)
    with server.connect() as connection:
        connection.sendall(post(b"/mask", chunk * 5, b"Transfer-Encoding: chunked"))
        head, body = receive(connection)
        assert json.loads(body)["type"].endswith("too-large")
        connection.sendall(b"0\r\n\r\n")
        connection.sendall(with_length(b"/mask", {"text": "a"}))
        head, body = receive(connection)
        assert head.startswith(b"HTTP/1.1 200")
    server.stop()


def test_a_signal_lets_what_is_in_flight_finish():
    """At SIGTERM a running stream is answered to its end, and no new connection is taken."""
    server = Process()
    _, body = server.call(with_length(b"/mask", {"text": "a@example.com"}))
    request_id = json.loads(body)["request_id"].encode()
    headers = [b"Transfer-Encoding: chunked", b"Garim-Request-Id: " + request_id]
    with server.connect() as connection:
        connection.sendall(post(b"/reassemble/stream", b"5\r\nfirst\r\n", *headers, media_type=b"text/plain"))
        received = b""
        while b"first" not in received:
            received += _some(connection)
        server.process.send_signal(signal.SIGTERM)
        _wait_until_closed(server.port)
        connection.sendall(b"9\r\n[EMAIL_1]\r\n0\r\n\r\n")
        while not received.endswith(b"0\r\n\r\n"):
            received += _some(connection)
    assert b"a@example.com" in received
    server.process.communicate(timeout=30)
    assert server.process.returncode in {0, -signal.SIGTERM}


def test_the_service_drains_from_the_signal_on(service):
    """Between the signal and the end of listening, a moment later, new work is already refused."""
    server = Server(service.app, Settings(), ready=lambda _host, _port: None)
    server.handle_exit(signal.SIGTERM, None)
    assert server.should_exit
    assert service.post("/mask", {"text": "a"}).problem == "shutting-down"


def _wait_until_closed(port):
    """Return once nobody listens on `port` any more."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionError:
            return


def test_a_port_in_use_is_a_typed_error():
    """The service says what to set instead of showing a traceback."""
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(AddressUnavailable, match="GARIM_PORT"):
        listen("127.0.0.1", taken.getsockname()[1])
