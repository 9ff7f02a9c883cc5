"""Two tenants at the same time: nothing crosses."""

import asyncio
import random

REQUESTS = 10_000
WORKERS = 24


class Caller:
    """Masks and reassembles values that only its tenant has, and tries the ids of the other."""

    def __init__(self, service, name, key, seed):
        self.service = service
        self.name = name
        self.key = key
        self.random = random.Random(seed)  # noqa: S311 - values that no other turn has, the same in every run
        self.sent = 0
        self.crossed = []
        self.latest = None

    async def post(self, path, body):
        self.sent += 1
        return await self.service.request("POST", path, body, key=self.key)

    async def turn(self, number, other):
        """Mask a value, reassemble it, and try what the other tenant got last."""
        value = f"{self.name}-{number}-{self.random.getrandbits(64):x}"
        extract = number % 8 == 0
        text = f"{value}@example.com" if extract else value
        candidates = [{"label": "USER_ID", "original": value}]
        masked = (await self.post("/mask", {"text": text, "candidates": candidates, "extract": extract})).json()
        self.latest = masked
        answer = await self.post("/reassemble", {"request_id": masked["request_id"], "text": masked["masked_text"]})
        self.crossed += [] if answer.json()["text"] == text and value not in masked["masked_text"] else [number]
        if other.latest is not None:
            stolen = {"request_id": other.latest["request_id"], "text": other.latest["masked_text"]}
            answer = await self.post("/reassemble", stolen)
            self.crossed += [] if answer.status == 404 and other.name.encode() not in answer.body else [number]


def test_nothing_crosses_between_tenants(start, keys):
    """B26: in 10,000 interleaved requests every tenant gets its own values, and never one of the other's."""
    service = start(key_file=keys.path)
    callers = [Caller(service, "acme", keys.both, 1), Caller(service, "globex", keys.foreign, 2)]

    async def worker(me, other):
        number = 0
        while me.sent + other.sent < REQUESTS:
            number += 1
            await me.turn(number, other)
            await asyncio.sleep(0)

    async def scenario():
        await asyncio.gather(*(worker(*pair) for pair in (callers, callers[::-1]) for _ in range(WORKERS // 2)))

    service.run(scenario())
    assert [caller.crossed for caller in callers] == [[], []]
    assert min(caller.sent for caller in callers) > REQUESTS // 4
    lines = service.lines()
    assert len(lines) == sum(caller.sent for caller in callers)
    assert {line["tenant"] for line in lines} == {"acme", "globex"}
