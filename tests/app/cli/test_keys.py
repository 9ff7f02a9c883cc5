"""`garim keys`: a key is seen once, files are private, and a rotation takes its steps in order."""

import json
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.keys import KeyFile
from app.upkeep import UPKEEP_SECONDS


@pytest.fixture
def files(tmp_path):
    return {"GARIM_KEY_FILE": tmp_path / "keys.json", "GARIM_RING_FILE": tmp_path / "ring.json"}


def test_a_key_is_shown_once_and_kept_as_an_hmac(garim, files):
    """`new` prints the key alone; the file, of mode 0600, does not hold it, and `list` does not show it."""
    key = garim("keys", "new", "crm", **files).stdout.decode().strip()
    listed = garim("keys", "list", **files).stdout.decode()
    assert key.startswith("garim_")
    assert key not in files["GARIM_KEY_FILE"].read_text() + listed
    assert stat.S_IMODE(files["GARIM_KEY_FILE"].stat().st_mode) == 0o600


def test_a_key_carries_name_tenant_and_scopes(garim, files):
    """`list` shows what `new` was given; without --scope a key may mask and reassemble."""
    garim("keys", "new", "crm", "--tenant", "bank", "--scope", "mask", **files)
    garim("keys", "new", "desk", **files)
    rows = [line.split("\t") for line in garim("keys", "list", **files).stdout.decode().splitlines()]
    assert [row[1:4] for row in rows] == [["crm", "bank", "mask"], ["desk", "default", "mask,reassemble"]]


def test_a_revoked_key_is_gone(garim, files):
    """`revoke` takes the id that `list` shows."""
    garim("keys", "new", "crm", **files)
    key_id = garim("keys", "list", **files).stdout.decode().split("\t")[0]
    assert garim("keys", "revoke", key_id, **files).returncode == 0
    assert garim("keys", "list", **files).stdout == b""


def test_an_unknown_key_cannot_be_revoked(garim, files):
    """Revoking an id that no key has fails, so that a typing error is not taken for success."""
    garim("keys", "new", "crm", **files)
    assert garim("keys", "revoke", "ffffffff", **files).returncode == 6


def test_a_key_file_open_to_others_is_refused(garim, files):
    """A key file that others can read is not used: exit code 6, and how to mend it."""
    garim("keys", "new", "crm", **files)
    files["GARIM_KEY_FILE"].chmod(0o644)
    completed = garim("keys", "list", **files)
    assert completed.returncode == 6
    assert b"chmod" in completed.stderr


def test_the_ring_is_made_where_there_is_none(garim, files):
    """The first `rotate-ring` makes a private ring with one active key, whose bytes are not shown."""
    listed = garim("keys", "rotate-ring", **files).stdout.decode()
    secret = json.loads(files["GARIM_RING_FILE"].read_text())["keys"][0]["key"]
    assert listed.count("\n") == 1
    assert listed.rstrip().endswith("active")
    assert secret not in listed
    assert stat.S_IMODE(files["GARIM_RING_FILE"].stat().st_mode) == 0o600


def test_a_rotation_adds_then_promotes(garim, files):
    """--add brings a waiting key; --promote makes it active and retires the old one."""
    garim("keys", "rotate-ring", **files)
    waiting = garim("keys", "rotate-ring", "--add", **files).stdout.decode().splitlines()[1].split("\t")
    promoted = garim("keys", "rotate-ring", "--promote", waiting[0], **files).stdout.decode().splitlines()
    assert waiting[2] == "waiting"
    assert [line.split("\t")[2].split()[0] for line in promoted] == ["retired", "active"]


def test_a_key_that_may_still_be_needed_is_not_dropped(garim, files):
    """--drop refuses the active key and one that was retired less than the longest TTL ago."""
    old = garim("keys", "rotate-ring", **files).stdout.decode().split("\t")[0]
    assert garim("keys", "rotate-ring", "--drop", old, **files).returncode == 6
    new = garim("keys", "rotate-ring", "--add", **files).stdout.decode().splitlines()[1].split("\t")[0]
    garim("keys", "rotate-ring", "--promote", new, **files)
    refused = garim("keys", "rotate-ring", "--drop", old, **files)
    assert refused.returncode == 6
    # A running service may have used the old key for another half minute.
    assert int(re.search(rb"(\d+) seconds", refused.stderr)[1]) > 86_400 + UPKEEP_SECONDS // 2


def test_keys_made_at_the_same_moment_are_all_kept(tmp_path):
    """Each maker waits for the other's file: none overwrites what another has added."""
    path = tmp_path / "keys.json"
    command = [Path(sys.executable).with_name("garim"), "keys", "new", "crm", "--key-file", str(path)]
    makers = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    for maker in makers:
        maker.communicate()
    assert [maker.returncode for maker in makers] == [0] * 4
    assert len(KeyFile.load(path).records) == 4
