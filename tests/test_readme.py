"""The README: its session runs as printed, its table of settings is the real one."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.settings import variables

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

REQUEST_ID = re.compile(r"grm1_[A-Za-z0-9_-]{52}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def steps():
    """Return the commands of the README's console blocks, each with the output printed under it."""
    blocks = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [tuple(step.split("\n", 1)) for block in blocks for step in re.split(r"^\$ ", block, flags=re.MULTILINE) if step]


@pytest.fixture(scope="module")
def port():
    """The port of a service started as the README says, without settings of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GARIM_")}
    command = [str(Path(sys.executable).with_name("garim")), "serve"]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env={**environment, "GARIM_PORT": "0"}, **pipes) as process:
        try:
            yield process.stderr.readline().decode().strip().rpartition(":")[2]
        finally:
            process.terminate()
            process.communicate()


@pytest.mark.skipif(shutil.which("curl") is None, reason="the session is one of curl, which this machine lacks")
def test_the_session_runs_as_printed(port):
    """Every command gives the output printed under it, but for request ids and times; printed ids stand for the real ones."""
    real_ids = {}

    def real(text):
        return REQUEST_ID.sub(lambda match: real_ids[match.group()], text)

    assert len(steps()) >= 4
    for command, printed in steps():
        here = real(command).replace("localhost:8080", f"127.0.0.1:{port}")
        output = subprocess.run(["bash", "-c", here], capture_output=True, check=True, text=True).stdout  # noqa: S607
        for shown, got in zip(REQUEST_ID.findall(printed), REQUEST_ID.findall(output), strict=True):
            real_ids.setdefault(shown, got)
        assert TIME.sub("TIME", output.rstrip("\n")) == TIME.sub("TIME", real(printed.rstrip("\n")))


def test_the_table_of_settings_is_complete_and_true():
    """The table has every setting of the service, with its default and description, and nothing else."""
    rows = [f"| `{name}` | {f'`{default}`' if default else ''} | {meaning} |" for name, (default, meaning) in variables().items()]
    table = "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])
    assert table in README
    assert set(re.findall(r"GARIM_[A-Z_]+", README)) == variables().keys()
