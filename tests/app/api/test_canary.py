"""Unique values through every endpoint and every error path: they come out where they belong and nowhere else."""

import json

import pytest

from app.errors import Conflict, DeadlineExceeded, SelfCheckFailed, StoreFull, TooManyMatches

CANARY = "canary-9d27c4"
NAME = "김카나"
MAIL = f"{CANARY}@example.com"
SPELLINGS = (CANARY.encode(), NAME.encode(), json.dumps(NAME).strip('"').encode(), CANARY.upper().encode())
CANDIDATES = [{"label": "PERSON", "original": NAME}]
TEXT = f"{NAME} <{MAIL}>"
JSON = ("content-type", "application/json")
PLAIN = ("content-type", "text/plain")

# Every way to be refused: method, path, body, headers. {id} becomes a request id that is valid.
REFUSED = [
    ("POST", "/mask", {"text": ""}, []),
    ("POST", "/mask", {"text": TEXT, CANARY: CANARY}, []),
    ("POST", "/mask", {"text": [TEXT]}, []),
    ("POST", "/mask", {"text": TEXT, "labels": [CANARY]}, []),
    ("POST", "/mask", {"text": TEXT, "policy": CANARY}, []),
    ("POST", "/mask", {"text": TEXT, "taxonomy": CANARY}, []),
    ("POST", "/mask", {"text": TEXT, "ttl_seconds": 10**9}, []),
    ("POST", "/mask", {"text": TEXT, "request_id": CANARY}, []),
    ("POST", "/mask", {"text": TEXT, "candidates": [{"label": CANARY, "original": NAME}]}, []),
    ("POST", "/mask", {"text": TEXT, "candidates": [{**CANDIDATES[0], "start": 0, "end": 10**6}]}, []),
    ("POST", "/mask", {"text": TEXT, "candidates": [{**CANDIDATES[0], CANARY: NAME}]}, []),
    ("POST", "/mask", {"text": TEXT * 10_000}, []),
    ("POST", "/mask", b'{"text": "' + TEXT.encode() + b'"', []),
    ("POST", "/mask", b'{"text": "' + TEXT.encode() + b'", "text": 1}', []),
    ("POST", "/mask", b'{"text": "' + TEXT.encode() + b'\\ud800"}', []),
    ("POST", "/mask", b'{"text": "' + TEXT.encode() + b'\xff"}', []),
    ("POST", "/mask", b'{"text": NaN, "' + CANARY.encode() + b'": 1}', []),
    ("POST", "/mask", {"text": TEXT}, [("content-type", CANARY)]),
    ("POST", "/mask", {"text": TEXT}, [JSON, ("content-length", "99999999999")]),
    ("POST", "/mask", {"text": TEXT}, [("authorization", f"Bearer {CANARY}")]),
    ("POST", "/mask/batch", {"texts": [TEXT, ""]}, []),
    ("POST", "/mask/batch", {"texts": [TEXT], "candidates": [CANDIDATES, CANDIDATES]}, []),
    ("POST", "/mask/batch", {"texts": [TEXT], CANARY: 1}, []),
    ("POST", "/reassemble", {"request_id": CANARY, "text": TEXT}, []),
    ("POST", "/reassemble", {"request_id": "{id}", "text": TEXT, "match": CANARY}, []),
    ("POST", "/reassemble", {"request_id": "{id}", "text": TEXT, "labels": [CANARY]}, []),
    ("POST", "/reassemble/stream", TEXT.encode(), [PLAIN, ("garim-request-id", CANARY)]),
    ("POST", "/reassemble/stream", TEXT.encode(), [PLAIN]),
    ("POST", "/reassemble/stream", TEXT.encode(), [PLAIN, ("garim-request-id", "{id}"), ("garim-match", CANARY)]),
    ("POST", "/reassemble/stream", b"\xff" + TEXT.encode(), [PLAIN, ("garim-request-id", "{id}")]),
    ("POST", "/forget", {"request_id": CANARY}, []),
    ("POST", "/forget", {"request_id": CANARY, CANARY: CANARY}, []),
    ("POST", f"/{CANARY}", {"text": TEXT}, []),
    ("GET", f"/mask/{CANARY}", b"", []),
    (CANARY, "/mask", {"text": TEXT}, []),
]
FAULTS = [Conflict(), DeadlineExceeded(), SelfCheckFailed(), StoreFull(), TooManyMatches(), ValueError(TEXT), MemoryError(MAIL)]


class Recorder:
    """Stands before the store's backend and keeps every byte that it is given."""

    def __init__(self, backend):
        self._backend = backend
        self.given = b""

    def __getattr__(self, name):
        return getattr(self._backend, name)

    async def add(self, index, record, **options):
        self.given += index + record
        await self._backend.add(index, record, **options)

    async def replace(self, index, record, **options):
        self.given += index + record
        return await self._backend.replace(index, record, **options)


class Seen:
    """Everything that anybody but the caller may get to see. `secrets` are looked for beside the canaries."""

    def __init__(self, service, capfd):
        self.service = service
        self.capfd = capfd
        self.secrets = [*SPELLINGS]
        self.refusals = []
        store = service.app.state.service.masking._store
        self.store = store._backend = Recorder(store._backend)

    def hits(self):
        """Return where a canary, a key or a request id was found."""
        out, err = self.capfd.readouterr()
        places = {
            "log": self.service.log.getvalue(),
            "metrics": self.service.app.state.service.metrics.render(),
            "refusals": b"".join(self.refusals),
            "stdout": out.encode(),
            "stderr": err.encode(),
            "store": self.store.given,
        }
        assert self.store.given
        return [place for place, content in places.items() if any(secret in content for secret in self.secrets)]


@pytest.fixture
def keyed(start, keys):
    return start(key_file=keys.path, log_level="debug", max_chars=1_000)


def test_canaries_stay_where_they_belong(keyed, keys, capfd):
    """Through every endpoint and every refusal: 0 hits in log, audit, metrics, problems, output and the store's bytes."""
    seen = Seen(keyed, capfd)

    def post(path, body, **options):
        answer = keyed.post(path, body, key=keys.both, **options)
        assert answer.status in {200, 204}
        return answer

    masked = post("/mask", {"text": TEXT, "candidates": CANDIDATES}).json()
    post("/mask", {"text": TEXT, "candidates": CANDIDATES, "request_id": masked["request_id"]})
    batch = post("/mask/batch", {"texts": [TEXT, TEXT], "candidates": [CANDIDATES, None]}).json()
    answer = post("/reassemble", {"request_id": masked["request_id"], "text": masked["masked_text"]})
    assert answer.json()["text"] == TEXT
    headers = [PLAIN, ("garim-request-id", masked["request_id"]), ("garim-match", "tolerant")]
    assert post("/reassemble/stream", masked["masked_text"].encode(), headers=headers).body.decode() == TEXT
    post("/forget", {"request_id": batch["request_id"]})

    seen.secrets += [masked["request_id"].encode(), batch["request_id"].encode(), keys.both.encode()]
    for method, path, body, given in REFUSED:
        filled = json.loads(json.dumps(body).replace("{id}", masked["request_id"])) if isinstance(body, dict) else body
        headers = [(name, value.replace("{id}", masked["request_id"])) for name, value in given]
        key = None if any(name == "authorization" for name, _ in headers) else keys.both
        answer = keyed.run(keyed.request(method, path, filled, key=key, headers=headers))
        assert answer.status >= 400, (method, path)
        seen.refusals.append(answer.body + str(answer.headers).encode())
    assert seen.hits() == []
    assert len(keyed.lines()) >= len(REFUSED)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_canaries_do_not_leave_through_faults(start, stub_extractor, capfd, fault):
    """Whatever goes wrong inside while a canary is worked on, the answer, the log and the output do not show it."""
    service = start(extractor=stub_extractor(fails=fault), log_level="debug")
    seen = Seen(service, capfd)
    service.post("/mask", {"text": TEXT, "candidates": CANDIDATES, "extract": False})
    for body in ({"text": TEXT}, {"text": TEXT, "candidates": CANDIDATES}):
        answer = service.post("/mask", body)
        assert answer.status >= 400
        seen.refusals.append(answer.body + str(answer.headers).encode())
    assert seen.hits() == []
