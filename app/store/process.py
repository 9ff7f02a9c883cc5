"""No core dumps: a crash must not write mappings and keys to a disk.

What this promises on Linux: the kernel writes no core of this process, to no file and to no pipe, and no process of the same
user can attach to it or read its memory, unless that process is privileged (CAP_SYS_PTRACE). What it does not promise: that
memory is wiped (CPython copies bytes and strings freely), that pages stay out of swap or of a hibernation image, or anything
against root. On other systems only the core file limit is set.
"""

import ctypes
import os
import resource
import sys

# prctl(2) and linux/prctl.h.
_PR_GET_DUMPABLE = 3
_PR_SET_DUMPABLE = 4


def forbid_core_dumps() -> None:
    """Forbid core dumps of this process and of the children that it forks. Raises `OSError` when the kernel refuses.

    To be called in every process after it started: execve(2) makes a process dumpable again. Both steps are needed: the limit
    governs core files, but core(5) does not apply it to a core that is piped to a program, and there PR_SET_DUMPABLE does.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        _prctl(_PR_SET_DUMPABLE, 0)


def core_dumps_forbidden() -> bool:
    """Return whether this process is as `forbid_core_dumps` leaves it."""
    if resource.getrlimit(resource.RLIMIT_CORE) != (0, 0):
        return False
    return sys.platform != "linux" or _prctl(_PR_GET_DUMPABLE, 0) == 0


def _prctl(option: int, argument: int) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    # The arguments are variadic unsigned longs: passed as C ints, their upper halves would be undefined.
    result: int = libc.prctl(option, ctypes.c_ulong(argument), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
