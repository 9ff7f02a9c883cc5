"""What the HTTP edge costs: `/reassemble` beside an empty FastAPI route, in turns within one run, and the latency of `/mask`.

    python -m benchmarks.service [--seconds 12]

Both servers run alone on the loopback interface, each in a process of its own, with the same event loop and parser.
"""

import argparse
import json
import os
import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from app.server import LOOP, run
from app.settings import Settings

CONNECTIONS = 8
SLICE_SECONDS = 0.5
MASK_CALLS = 200
MAIL = (
    "안녕하세요, 주문 건으로 문의드립니다. 연락처는 010-0000-1234, 메일은 synthetic.ko@example.com 입니다. "
    "For the ticket please write to synthetic.en@example.org or call +1-555-0100. 감사합니다. "
)


def serve_empty() -> None:
    """Serve the yardstick: a FastAPI app with one route that does nothing."""
    app = FastAPI()

    @app.post("/empty")
    async def empty() -> dict[str, str]:
        return {}

    listener = socket.create_server(("127.0.0.1", 0))
    announce(*listener.getsockname())
    config = uvicorn.Config(app, loop=LOOP, http="httptools", ws="none", log_config=None, access_log=False)
    uvicorn.Server(config).run(sockets=[listener])


def serve_garim() -> None:
    """Serve Garim as it is run, with a rate limit that this run does not reach."""
    run(Settings(port=0, rate_limit="1000000/second"), ready=announce)


def announce(_host: str, port: int) -> None:
    """Tell the parent on which port to call."""
    os.write(2, f"{port}\n".encode())


@contextmanager
def server(name: str) -> Iterator[int]:
    """Run the server `name` in a process of its own; yield its port."""
    command = [sys.executable, "-m", "benchmarks.service", "--serve", name]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            yield int(process.stderr.readline()) if process.stderr else 0
        finally:
            process.terminate()


def request(path: str, body: object) -> bytes:
    """Return the bytes of a POST request."""
    content = json.dumps(body, ensure_ascii=False).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content


class Connection:
    """One keep-alive connection: a thin client, so that it is not what is measured."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = b""

    def send(self, message: bytes) -> None:
        """Send one request."""
        self.socket.sendall(message)

    def receive(self) -> bytes | None:
        """Read what has arrived; return the body once the answer is whole. Raises `RuntimeError` unless it is a 200."""
        self._buffer += self.socket.recv(1 << 20)
        head, separator, body = self._buffer.partition(b"\r\n\r\n")
        if not separator:
            return None
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return None
        if b" 200 " not in head[:16]:
            raise RuntimeError("the server did not answer 200")
        self._buffer = b""
        return body

    def call(self, message: bytes) -> bytes:
        """Send a request and wait for the body of its answer."""
        self.send(message)
        while (body := self.receive()) is None:
            pass
        return body


def rate(port: int, message: bytes, seconds: float) -> float:
    """Return answers a second, with `CONNECTIONS` requests always on their way."""
    selector = selectors.DefaultSelector()
    for _ in range(CONNECTIONS):
        connection = Connection(port)
        selector.register(connection.socket, selectors.EVENT_READ, connection)
        connection.send(message)
    answers = 0
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        for key, _ in selector.select():
            if key.data.receive() is not None:
                answers += 1
                key.data.send(message)
    for key in list(selector.get_map().values()):
        key.data.socket.close()
    selector.close()
    return answers / elapsed


def latencies(port: int, message: bytes, calls: int) -> list[float]:
    """Return the seconds of `calls` calls, one after the other, in ascending order."""
    connection = Connection(port)
    times = []
    for _ in range(calls):
        began = time.perf_counter()
        connection.call(message)
        times.append(time.perf_counter() - began)
    connection.socket.close()
    return sorted(times)


def measure(seconds: float) -> str:
    """Return the figures as a Markdown table. Takes some `seconds` and a few more."""
    with server("empty") as empty_port, server("garim") as garim_port:
        masked = json.loads(Connection(garim_port).call(request("/mask", {"text": MAIL})))
        empty = request("/empty", {})
        reassemble = request("/reassemble", {"request_id": masked["request_id"], "text": masked["masked_text"]})
        rounds = []
        for turn in range(max(4, int(seconds / SLICE_SECONDS / 2))):
            pair = [(empty_port, empty), (garim_port, reassemble)]
            rates = {port: rate(port, message, SLICE_SECONDS) for port, message in (pair if turn % 2 else reversed(pair))}
            rounds.append((rates[empty_port], rates[garim_port]))
        text = (MAIL * 5)[:500]
        times = latencies(garim_port, request("/mask", {"text": text}), MASK_CALLS)
    ratio = statistics.median(garim / empty for empty, garim in rounds)
    return "\n".join(
        (
            "| what | measured | bar |",
            "|---|---|---|",
            f"| empty FastAPI POST route, requests/s | {statistics.median(empty for empty, _ in rounds):,.0f} | |",
            f"| `/reassemble`, {len(masked['entities'])} tokens, requests/s | {statistics.median(g for _, g in rounds):,.0f} | |",
            f"| `/reassemble` to empty route, median of {len(rounds)} turns | {ratio:.0%} | ≥ 60 % |",
            f"| `/mask`, 500 characters, p50 | {times[len(times) // 2] * 1000:.1f} ms | ≤ 40 ms |",
            f"| `/mask`, 500 characters, p95 | {times[len(times) * 95 // 100] * 1000:.1f} ms | |",
        )
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0, help="how long to measure the two rates, in seconds")
    parser.add_argument("--serve", choices=("empty", "garim"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    match arguments.serve:
        case "empty":
            serve_empty()
        case "garim":
            serve_garim()
        case _:
            print(measure(arguments.seconds))


if __name__ == "__main__":
    main()
