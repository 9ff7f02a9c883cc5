"""The upkeep of a running service: changes of its key and ring files count without a restart."""

import asyncio

import pytest

from app.keys import KeyFile, Scope
from app.store import FileKeyRing
from app.store.request_id import RequestId
from app.upkeep import Upkeep

TEXT = {"text": "mail ann@example.com"}
MASKED = "mail [EMAIL_1]"


class Clock:
    """A clock that moves when told to."""

    def __init__(self):
        self.time = 1_800_000_000.0

    def now(self):
        return self.time


@pytest.fixture
def keyed(start, tmp_path):
    """A service with one key, its key file, and the key."""
    path = tmp_path / "keys.json"
    file = KeyFile.generate()
    key = file.new("crm", "acme", frozenset({Scope.MASK, Scope.REASSEMBLE}))
    file.save(path)
    return start(key_file=path), path, key


@pytest.fixture
def ringed(start, tmp_path):
    """A service without keys, and its ring file."""
    path = tmp_path / "ring.json"
    FileKeyRing.create(path)
    return start(ring_file=path), path


def upkeep(service):
    """Do what a running service does every half minute."""
    service.run(service.app.state.upkeep.round())


def opened(service, request_id):
    return service.post("/reassemble", {"request_id": request_id, "text": MASKED})


def test_a_revoked_key_stops_working(keyed):
    """After the next round a key that the file no longer has is a 401."""
    service, path, key = keyed
    assert service.post("/mask", TEXT, key=key).status == 200
    file = KeyFile.load(path)
    file.revoke(file.records[0].id)
    file.save(path)
    upkeep(service)
    assert service.post("/mask", TEXT, key=key).problem == "unauthorized"


def test_a_new_key_starts_to_work(keyed):
    """After the next round a key that was added is let in, and the others still are."""
    service, path, key = keyed
    file = KeyFile.load(path)
    added = file.new("desk", "acme", frozenset({Scope.MASK}))
    file.save(path)
    upkeep(service)
    assert [service.post("/mask", TEXT, key=each).status for each in (key, added)] == [200, 200]


def test_a_rotation_loses_no_mapping(ringed):
    """After a promotion old request ids still open, and new ones are made under the promoted key."""
    service, path = ringed
    old = service.post("/mask", TEXT).json()["request_id"]
    ring = FileKeyRing(path)
    added = ring.add()
    ring.promote(added)
    upkeep(service)
    new = service.post("/mask", TEXT).json()["request_id"]
    assert RequestId.parse(new).kid == added != RequestId.parse(old).kid
    assert [opened(service, each).json()["text"] for each in (old, new)] == [TEXT["text"]] * 2


def test_a_key_file_that_cannot_be_read_changes_nothing(keyed):
    """The keys of before go on working; the log names the error's class and place, and nothing of the file."""
    service, path, key = keyed
    path.write_text("canary-content")
    upkeep(service)
    assert service.post("/mask", TEXT, key=key).status == 200
    (line,) = [line for line in service.lines() if line["event"] == "key file not read again"]
    assert line["error"] == "KeyFileError"
    assert line["where"].startswith("app/keys.py:")
    assert b"canary-content" not in service.log.getvalue()


def test_a_ring_file_that_cannot_be_read_changes_nothing(ringed):
    """A ring that others could read is not taken; ids of before open, and new ones are made."""
    service, path = ringed
    old = service.post("/mask", TEXT).json()["request_id"]
    path.chmod(0o644)
    upkeep(service)
    assert opened(service, old).json()["text"] == TEXT["text"]
    assert service.post("/mask", TEXT).status == 200
    assert [line["error"] for line in service.lines() if line["event"] == "ring file not read again"] == ["PrivateFileError"]


def test_one_unreadable_file_does_not_hold_up_the_other(start, keys, tmp_path):
    """While the key file is missing, the promoted ring key counts all the same."""
    key_file, ring_file = tmp_path / "keys.json", tmp_path / "ring.json"
    KeyFile.load(keys.path).save(key_file)
    ring = FileKeyRing.create(ring_file)
    service = start(key_file=key_file, ring_file=ring_file)
    key_file.unlink()
    added = ring.add()
    ring.promote(added)
    upkeep(service)
    assert RequestId.parse(service.post("/mask", TEXT, key=keys.both).json()["request_id"]).kid == added


def test_expired_mappings_leave_the_memory(start):
    """A round removes what has expired, though nobody asks for it."""
    clock = Clock()
    service = start(clock=clock)
    service.post("/mask", {**TEXT, "ttl_seconds": 5})
    assert b"garim_store_records 1.0" in service.get("/metrics").body
    clock.time += 6
    upkeep(service)
    assert b"garim_store_records 0.0" in service.get("/metrics").body


def test_a_started_service_does_its_rounds(start, monkeypatch):
    """Nobody has to ask for the upkeep: a service that runs does it."""
    done = asyncio.Event()

    async def noted(_upkeep):
        done.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("app.upkeep.UPKEEP_SECONDS", 0)
    monkeypatch.setattr(Upkeep, "round", noted)
    service = start()
    assert service.run(asyncio.wait_for(done.wait(), 10))
