"""A process that forbade core dumps leaves none."""

import subprocess
import sys

CHECK = """
import resource
from app.store import core_dumps_forbidden, forbid_core_dumps
hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
print(core_dumps_forbidden())
forbid_core_dumps()
print(core_dumps_forbidden(), resource.getrlimit(resource.RLIMIT_CORE))
"""

CRASH = """
import os, sys
from app.store import forbid_core_dumps
forbid_core_dumps()
child = os.fork()
if not child:
    os.abort()
print(os.WCOREDUMP(os.waitpid(child, 0)[1]))
"""


def output(script, folder):
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=folder)
    return done.stdout.split("\n")[:-1]


def test_core_dumps_are_forbidden_and_it_shows(tmp_path):
    """A plain process can be dumped; after `forbid_core_dumps` the kernel says that it cannot, whatever the limit was."""
    assert output(CHECK, tmp_path) == ["False", "True (0, 0)"]


def test_a_crash_leaves_no_core(tmp_path):
    """A child of a process that forbade core dumps aborts without one."""
    assert output(CRASH, tmp_path) == ["False"]
    assert list(tmp_path.iterdir()) == []
