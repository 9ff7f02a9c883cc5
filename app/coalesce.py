"""Writes of one turn of the event loop as one: head and body of an answer leave in one system call, and in one packet."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class CoalescingTransport:
    """Passes everything on to `transport`, but keeps what is written until the current turn of the loop has ended."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._pending: list[bytes] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the transport has
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Keep `data`; it leaves before anything else that the loop has not begun yet."""
        if not self._pending:
            self._loop.call_soon(self._flush)
        self._pending.append(data)

    def close(self) -> None:
        """Send what was written, then close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        if pending and not self._transport.is_closing():
            self._transport.write(b"".join(pending))


class CoalescingProtocol(HttpToolsProtocol):
    """HTTP/1.1 as uvicorn speaks it, on a transport that coalesces."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin a connection."""
        super().connection_made(CoalescingTransport(transport, self.loop))  # type: ignore[arg-type]
