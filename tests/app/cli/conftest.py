"""`garim` as a person runs it: in this process, or as a process of its own; and a real service for it to talk to."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from app.cli import run


class Completed(NamedTuple):
    """What a run of `garim` left behind."""

    returncode: int
    stdout: bytes
    stderr: bytes


class Garim:
    """Runs `garim` in `folder` with a clean environment: nothing of the developer's GARIM_* variables."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *arguments, stdin=b"", **variables):
        """Run in this process; `variables` are environment variables."""
        content = io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode())
        out, err = io.BytesIO(), io.BytesIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            patch.setattr(os, "environ", self.environment(**variables))
            patch.setattr(sys, "argv", ["garim", *map(str, arguments)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(content))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, write_through=True))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, write_through=True))
            return Completed(run(), out.getvalue(), err.getvalue())

    def process(self, *arguments, **variables):
        """Start a process of its own and return it, its streams piped."""
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        environment = self.environment(**variables)
        return subprocess.Popen(self.command(*arguments), env=environment, cwd=self.folder, **pipes)

    def alone(self, *arguments, stdin=b"", **variables):
        """Run in a process of its own, to the end."""
        with self.process(*arguments, **variables) as process:
            stdout, stderr = process.communicate(stdin, timeout=60)
            return Completed(process.returncode, stdout, stderr)

    def command(self, *arguments):
        return [str(Path(sys.executable).with_name("garim")), *map(str, arguments)]

    def environment(self, **variables):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GARIM_")}
        return {**kept, **{name: str(value) for name, value in variables.items()}}


@pytest.fixture
def garim(tmp_path):
    return Garim(tmp_path)


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    """The URL of a service without keys on a port of the system's choice. Its log lines are few: the pipe holds them."""
    with Garim(tmp_path_factory.mktemp("service")).process("serve", "--port", 0) as process:
        try:
            ready = process.stderr.readline().decode()
            assert ready.startswith("garim: ready at http://127.0.0.1:"), "the service did not start"
            yield ready.split()[-1]
        finally:
            process.terminate()
            process.communicate()
