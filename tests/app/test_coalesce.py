"""What the server writes in one turn of the loop leaves at once, whole and in order."""

import asyncio

import pytest

from app.coalesce import CoalescingTransport


class RecordingTransport:
    """Keeps what is written to it."""

    def __init__(self):
        self.written = []
        self.closed = False

    def write(self, data):
        self.written.append(data)

    def close(self):
        self.closed = True

    def is_closing(self):
        return self.closed


@pytest.fixture
def turn():
    """Return a function that runs steps in one turn of a loop and gives what the transport got after it."""

    def run(*steps):
        async def scenario():
            transport = RecordingTransport()
            coalescing = CoalescingTransport(transport, asyncio.get_running_loop())
            for step in steps:
                step(coalescing)
            await asyncio.sleep(0)
            return transport

        return asyncio.run(scenario())

    return run


def test_head_and_body_leave_as_one(turn):
    """Writes of one turn are joined in their order."""
    assert turn(lambda t: t.write(b"head"), lambda t: t.write(b"body")).written == [b"headbody"]


def test_closing_sends_first_what_was_written(turn):
    """An answer that closes its connection is not lost, and nothing is written afterwards."""
    transport = turn(lambda t: t.write(b"answer"), lambda t: t.close())
    assert (transport.written, transport.closed) == ([b"answer"], True)


def test_later_turns_do_not_wait_for_each_other():
    """The chunks of a stream leave in the turn in which they are written."""

    async def scenario():
        transport = RecordingTransport()
        coalescing = CoalescingTransport(transport, asyncio.get_running_loop())
        for chunk in (b"one", b"two"):
            coalescing.write(chunk)
            await asyncio.sleep(0)
            assert transport.written[-1] == chunk

    asyncio.run(scenario())


def test_everything_else_is_the_transport_s_own(turn):
    """Questions about the connection are answered by the transport beneath."""
    asked = []
    turn(lambda t: asked.append(t.is_closing()))
    assert asked == [False]
