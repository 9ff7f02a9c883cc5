"""The ring file is refused where others could read it, and replaced whole or not at all."""

import json
import os
import threading
from pathlib import Path

import pytest

from app.errors import ConfigurationError
from app.private_file import PrivateFileError
from app.store import FileKeyRing, RingFileError, RotationError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ring.json"


@pytest.fixture
def kept(path, clock):
    return FileKeyRing.create(path, clock)


def held(ring):
    return {key.kid: key.secret for key in ring.keys}


def test_a_ring_is_read_as_it_was_written(kept, path):
    """Another process reads the keys and the active kid that were written."""
    again = FileKeyRing(path)
    assert again.active_kid == kept.active_kid
    assert held(again) == held(kept)


def test_the_file_is_private_from_the_start(path, clock):
    """The ring file has mode 0600 even where the umask would give it to everyone, after every step."""
    before = os.umask(0)
    try:
        ring = FileKeyRing.create(path, clock)
        assert path.stat().st_mode & 0o777 == 0o600
        ring.add()
        assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o644, 0o660, 0o666, 0o777, 0o440])
def test_a_file_that_others_may_use_is_refused(path, mode):
    """Any access for group or others is refused, with the command that mends it."""
    path.chmod(mode)
    with pytest.raises(PrivateFileError, match="chmod 600"):
        FileKeyRing(path)


def test_a_stricter_file_is_read(kept, path):
    """A read-only ring file of the user's own is taken."""
    path.chmod(0o400)
    assert held(FileKeyRing(path)) == held(kept)


@pytest.mark.usefixtures("kept")
def test_a_symlink_is_refused(path, tmp_path):
    """A symlink to a good ring file is refused, for its target can be changed by whoever owns the link."""
    link = tmp_path / "link.json"
    link.symlink_to(path)
    with pytest.raises(PrivateFileError):
        FileKeyRing(link)


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_regular_file_is_refused(path, make):
    """A folder is refused, and so is a pipe, without waiting for whoever would write to it."""
    make(path, 0o600)
    with pytest.raises(PrivateFileError):
        FileKeyRing(path)


@pytest.mark.usefixtures("kept")
def test_a_file_of_another_user_is_refused(path, monkeypatch):
    """A ring file that belongs to someone else is refused, with the command that mends it."""
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(PrivateFileError, match="chown"):
        FileKeyRing(path)


def test_a_missing_file_is_refused(path):
    """No file: the error is one of configuration, and names the path."""
    with pytest.raises(ConfigurationError, match=path.name):
        FileKeyRing(path)


@pytest.mark.usefixtures("kept")
def test_an_existing_file_is_never_overwritten(path):
    """Making a ring where there is one would lose every mapping: refused."""
    before = path.read_bytes()
    with pytest.raises(RingFileError, match="exists"):
        FileKeyRing.create(path)
    assert path.read_bytes() == before


def test_a_dangling_symlink_is_not_replaced(path, tmp_path):
    """A name that is taken by a symlink to nowhere is taken."""
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(RingFileError, match="exists"):
        FileKeyRing.create(path)


def test_a_missing_folder_is_refused(tmp_path):
    """No folder: the error says how to make one."""
    with pytest.raises(PrivateFileError, match="mkdir"):
        FileKeyRing.create(tmp_path / "none" / "ring.json")


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d | {"version": 2},
        lambda d: d | {"version": "1"},
        lambda d: d | {"active": "000000"},
        lambda d: d | {"active": None},
        lambda d: d | {"keys": []},
        lambda d: d | {"keys": d["keys"] * 2},
        lambda d: d | {"keys": [d["keys"][0] | {"key": d["keys"][0]["key"][2:]}]},
        lambda d: d | {"keys": [d["keys"][0] | {"key": "zz" * 32}]},
        lambda d: d | {"keys": [d["keys"][0] | {"kid": 7}]},
        lambda d: d | {"keys": [d["keys"][0] | {"retired_at": "now"}]},
        lambda d: d | {"keys": [d["keys"][0] | {"more": 1}]},
        lambda d: d | {"keys": [{}]},
        lambda d: d | {"more": 1},
        lambda _: {},
        lambda d: [d],
        lambda _: None,
    ],
)
@pytest.mark.usefixtures("kept")
def test_other_content_is_refused_without_being_shown(path, change):
    """What is not a ring file is refused, and neither the message nor a chained error holds a key."""
    document = json.loads(path.read_text())
    secret = document["keys"][0]["key"]
    path.write_text(json.dumps(change(document)))
    with pytest.raises(RingFileError, match="not a ring file") as caught:
        FileKeyRing(path)
    assert secret not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_bytes_that_are_not_json_are_refused(path, content):
    """Cut, binary and deeply nested files are refused like any other wrong content."""
    path.write_bytes(content)
    with pytest.raises(RingFileError, match="not a ring file"):
        FileKeyRing(path)


def test_a_service_reads_a_rotation_when_told_to(kept, path, clock):
    """A running ring keeps its keys until `reload`, and then has the added one."""
    service = FileKeyRing(path, clock)
    kid = kept.add()
    assert service.key(kid) is None
    service.reload()
    assert service.key(kid) == kept.key(kid)


def test_a_failed_reload_keeps_the_keys(kept, path):
    """A broken file does not take the keys of a running service away."""
    before = held(kept)
    path.write_text("{}")
    with pytest.raises(RingFileError):
        kept.reload()
    assert held(kept) == before


def test_rotation_steps_are_written(kept, path, clock):
    """Add, promote and drop each change the file, and each sees what other processes changed before."""
    first = kept.active_kid
    other = FileKeyRing(path, clock)
    second = kept.add()
    other.promote(second)
    clock.time += 901
    kept.drop(first, longest_ttl_seconds=900)
    assert [key.kid for key in FileKeyRing(path).keys] == [second]


def test_a_refused_step_changes_nothing(kept, path):
    """A step that is refused leaves the file as it was."""
    before = path.read_bytes()
    with pytest.raises(RotationError):
        kept.drop(kept.active_kid, longest_ttl_seconds=900)
    assert path.read_bytes() == before


def test_concurrent_rotations_lose_no_key(kept, path):
    """Eight rotations at the same time leave all eight keys in the file."""
    added = []
    threads = [threading.Thread(target=lambda: added.append(FileKeyRing(path).add())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {key.kid for key in FileKeyRing(path).keys} == {kept.active_kid, *added}
    assert len(added) == 8


@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (Path, "replace")])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(kept, path, monkeypatch, owner, step):
    """When the disk fails before the new file is in place, the old ring is intact and no copy of a key lies about."""

    def fail(*_):
        raise OSError

    before = path.read_bytes()
    monkeypatch.setattr(owner, step, fail)
    with pytest.raises(OSError, match=r"^$"):
        kept.add()
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_repr_shows_no_key(kept):
    """Ring, file ring and key show kids and dates, never a key in any spelling."""
    kept.add()
    shown = " ".join([repr(kept), repr(kept._ring), *map(repr, kept.keys)])
    assert all(key.kid.hex() in shown for key in kept.keys)
    for key in kept.keys:
        assert key.secret.hex() not in shown
        assert repr(key.secret) not in shown
