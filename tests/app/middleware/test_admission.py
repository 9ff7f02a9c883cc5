"""Draining and the cap on work in flight."""

import asyncio

BODY = {"text": "a"}


def test_requests_over_the_cap_are_refused_at_once(start, stub_extractor):
    """With the cap reached the next request is a 429 with Retry-After, and the one in flight is answered."""
    gate = asyncio.Event()
    extractor = stub_extractor(gate=gate)
    service = start(extractor=extractor, max_in_flight=1)

    async def scenario():
        first = asyncio.create_task(service.request("POST", "/mask", BODY))
        await extractor.entered.wait()
        second = await service.request("POST", "/mask", BODY)
        operation = await service.request("GET", "/healthz")
        gate.set()
        return await first, second, operation

    first, second, operation = service.run(scenario())
    assert second.problem == "overloaded"
    assert int(second.headers["retry-after"]) >= 1
    assert first.status == 200
    assert operation.status == 200


def test_a_request_that_failed_is_no_longer_in_flight(start):
    """Errors give their place back."""
    service = start(max_in_flight=1)
    answers = [service.post("/mask", {"text": ""}).status for _ in range(3)]
    assert answers == [422, 422, 422]
    assert service.app.state.service.lifecycle.in_flight == 0


def test_a_draining_service_refuses_new_work_and_finishes_the_old(start, stub_extractor):
    """While draining, new work is a 503 and /readyz says so; work in flight is answered; /healthz still answers."""
    gate = asyncio.Event()
    extractor = stub_extractor(gate=gate)
    service = start(extractor=extractor)

    async def scenario():
        old = asyncio.create_task(service.request("POST", "/mask", BODY))
        await extractor.entered.wait()
        service.app.state.service.lifecycle.draining = True
        new = await service.request("POST", "/mask", BODY)
        ready = await service.request("GET", "/readyz")
        alive = await service.request("GET", "/healthz")
        gate.set()
        return await old, new, ready, alive

    old, new, ready, alive = service.run(scenario())
    assert new.problem == "shutting-down"
    assert ready.problem == "shutting-down"
    assert (old.status, alive.status) == (200, 200)
