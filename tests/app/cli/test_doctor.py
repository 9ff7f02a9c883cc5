"""`garim doctor`: it says what is wrong and how to mend it, and fails only then."""

import json
import resource
import subprocess

import pytest


def findings(completed):
    return {finding["check"]: finding for finding in json.loads(completed.stdout)}


def test_a_fresh_set_up_is_fit(garim):
    """Without any setting nothing is wrong, and the exit code is 0; every check has run."""
    completed = garim.alone("doctor", "--json")
    found = findings(completed)
    assert completed.returncode == 0
    assert list(found) == ["variables", "settings", "API keys", "ring", "store", "extractor", "core dumps", "swap", "open files"]
    assert "wrong" not in {finding["state"] for finding in found.values()}


FAULTS = {
    "a misspelt variable": ("variables", {"GARIM_MAX_CHAR": "5"}),
    "a value that will not do": ("settings", {"GARIM_PORT": "CANARY"}),
    "an extractor that does not exist": ("extractor", {"GARIM_EXTRACTOR": "CANARY"}),
    "no keys beyond loopback": ("API keys", {"GARIM_HOST": "0.0.0.0"}),  # noqa: S104
    "a key file that is missing": ("API keys", {"GARIM_KEY_FILE": "/nonexistent/keys.json"}),
    "a ring file that is missing": ("ring", {"GARIM_RING_FILE": "/nonexistent/ring.json"}),
}


@pytest.mark.parametrize(("check", "variables"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_explained(garim, check, variables):
    """The one check that sees the fault says so and how to mend it, the exit code is 1, and no value is shown."""
    completed = garim.alone("doctor", "--json", **variables)
    wrong = [finding for finding in findings(completed).values() if finding["state"] == "wrong"]
    assert completed.returncode == 1
    assert [finding["check"] for finding in wrong] == [check]
    assert wrong[0]["mend"]
    assert b"CANARY" not in completed.stdout + completed.stderr


def test_files_open_to_others_are_found(garim, tmp_path):
    """Key file and ring with group access are both named."""
    files = {"GARIM_KEY_FILE": tmp_path / "keys.json", "GARIM_RING_FILE": tmp_path / "ring.json"}
    garim("keys", "new", "crm", **files)
    garim("keys", "rotate-ring", **files)
    for file in files.values():
        file.chmod(0o640)
    found = findings(garim.alone("doctor", "--json", **files))
    assert [found[check]["state"] for check in ("API keys", "ring")] == ["wrong", "wrong"]


def test_a_low_limit_of_open_files_is_found(garim):
    """With fewer descriptors than requests in flight need, the limit is named."""

    def lower():
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))

    start = garim.command("doctor", "--json")
    completed = subprocess.run(start, env=garim.environment(), preexec_fn=lower, stdout=subprocess.PIPE, check=False)
    assert findings(completed)["open files"]["state"] == "wrong"


def test_the_table_names_the_fault_and_its_mending(garim):
    """Without --json a person reads the same."""
    completed = garim.alone("doctor", GARIM_MAX_CHAR="5")
    assert completed.returncode == 1
    assert "GARIM_MAX_CHAR" in completed.stdout.decode()
