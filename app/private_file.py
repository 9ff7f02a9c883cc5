"""A file that only its owner may read: keys and rings are kept in such files."""

import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import ConfigurationError


class PrivateFileError(ConfigurationError):
    """The file is missing, unreadable, or others than its owner may read it."""


def read_private(path: Path) -> bytes:
    """Return the content of `path`. Raises `PrivateFileError` unless it is a plain file of this user with mode 0600 or less."""
    try:
        # Not to follow a link, nor to wait for the other end of a pipe.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise PrivateFileError(f"{path}: {reason}. Name an existing plain file that this user may read.") from None
    try:
        # The opened file is asked, not the path: nobody can put another file in its place in between.
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise PrivateFileError(f"{path}: not a plain file. Name one.")
        if status.st_uid != os.geteuid():
            raise PrivateFileError(f"{path}: owned by another user. Run: chown {os.geteuid()} {path}")
        if status.st_mode & 0o077:
            raise PrivateFileError(f"{path}: others than its owner have access. Run: chmod 600 {path}")
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def write_private(path: Path, content: bytes) -> None:
    """Replace `path` by a 0600 file with `content`, atomically: a reader sees the old or the new file, never a part.

    Raises `PrivateFileError` when the folder cannot be written.
    """
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        raise PrivateFileError(f"{path.parent}: {reason}. Name a folder that this user may write.") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the folder of `path` against others that read, change and write the file: they would lose each other's changes.

    Raises `PrivateFileError` when the folder cannot be opened.
    """
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        raise PrivateFileError(f"{path.parent}: no folder that this user may open. Make it with: mkdir -m 700") from None
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
        os.fsync(folder)  # so that the new file's name outlives a power cut, as its content does
    finally:
        os.close(folder)
