"""API keys: shown once, kept as HMACs."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.keys import KEY_PREFIX, KeyFile, KeyFileError, Principal, Scope, ServiceKeys

BOTH = frozenset({Scope.MASK, Scope.REASSEMBLE})


def test_a_new_key_identifies_its_tenant_and_scopes():
    """Whoever shows the key is taken for the tenant it was made for, with its scopes."""
    file = KeyFile.generate()
    key = file.new("crm", "acme", BOTH)
    assert file.identify(key.encode()) == Principal("acme", file.records[0].id, BOTH)


@settings(deadline=None)
@given(st.binary(max_size=80))
def test_nothing_else_is_a_key(guess):
    """No other bytes are taken for a key."""
    file = KeyFile.generate()
    key = file.new("crm", "acme", BOTH)
    assert guess == key.encode() or file.identify(guess) is None


def test_the_file_gives_no_key_away(tmp_path):
    """Neither the file nor any `repr` holds the key or its random part."""
    path = tmp_path / "keys.json"
    file = KeyFile.generate()
    key = file.new("crm", "acme", BOTH)
    file.save(path)
    secret = key.removeprefix(KEY_PREFIX)
    assert len(secret) >= 43
    assert secret not in path.read_text(encoding="utf-8")
    assert file.records[0].digest not in repr(file.records)


def test_keys_survive_the_file(tmp_path):
    """A loaded file identifies the keys that were saved, and refuses the revoked one."""
    path = tmp_path / "keys.json"
    file = KeyFile.generate()
    kept, revoked = file.new("kept", "acme", BOTH), file.new("revoked", "acme", BOTH)
    file.revoke(file.records[1].id)
    file.save(path)
    loaded = KeyFile.load(path)
    assert loaded.identify(kept.encode()) is not None
    assert loaded.identify(revoked.encode()) is None


def test_the_same_key_has_another_digest_under_another_pepper():
    """Digests of two files cannot be compared: each file has its own pepper."""
    first, second = KeyFile.generate(), KeyFile.generate()
    key = first.new("crm", "acme", BOTH)
    assert second.identify(key.encode()) is None
    assert first._digest(key.encode()) != second._digest(key.encode())


def test_an_unknown_id_cannot_be_revoked():
    """Revoking what is not there is a typed error that says where to look."""
    with pytest.raises(KeyFileError, match="garim keys list"):
        KeyFile.generate().revoke("00000000")


@pytest.mark.parametrize(("name", "tenant", "scopes"), [("", "acme", BOTH), ("crm", "", BOTH), ("crm", "acme", frozenset())])
def test_a_key_without_name_tenant_or_scope_is_refused(name, tenant, scopes):
    """A key that would mean nothing is not made."""
    with pytest.raises(KeyFileError):
        KeyFile.generate().new(name, tenant, scopes)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "[" * 100_000,
        "{}",
        '{"version": 2, "pepper": "", "keys": []}',
        '{"version": 1, "pepper": "*", "keys": []}',
        '{"version": 1, "pepper": "", "keys": [{"id": "a"}]}',
        json.dumps(
            {
                "version": 1,
                "pepper": "",
                "keys": [{"id": "a", "name": "b", "tenant": "c", "scopes": ["root"], "created": "", "digest": ""}],
            }
        ),
    ],
)
def test_a_file_with_other_content_is_refused(tmp_path, content):
    """Wrong content, an unknown scope included, is a typed error and not an empty set of keys."""
    path = tmp_path / "keys.json"
    path.write_text(content, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(KeyFileError):
        KeyFile.load(path)


def test_a_failed_reload_keeps_the_keys(tmp_path):
    """A broken file does not take the keys of a running service away."""
    path = tmp_path / "keys.json"
    file = KeyFile.generate()
    key = file.new("crm", "acme", BOTH)
    file.save(path)
    served = ServiceKeys(path)
    path.write_text("{}")
    with pytest.raises(KeyFileError):
        served.reload()
    assert served.identify(key.encode()) == Principal("acme", file.records[0].id, BOTH)
