"""The file that `garim mask` leaves the request id in, and `garim reassemble` reads it from. Only its owner may read it."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from app.cli.failure import FileRefused


class NewIdFile:
    """A new file, mode 0600, that must not exist before. It is claimed on entry, and removed again unless `write` was called."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = False

    def __enter__(self) -> Self:
        """Raises `FileRefused` when the path is taken, if only by a dangling link, or cannot be made."""
        try:
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            raise FileRefused("The id file exists already. Name a new one, or remove it first.") from None
        except OSError:
            raise FileRefused("The id file cannot be made. Name a folder that this user may write.") from None
        return self

    def write(self, request_id: str) -> None:
        """Write `request_id` as one line."""
        os.write(self._descriptor, f"{request_id}\n".encode("ascii"))
        self._written = True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._descriptor)
        if not self._written:
            self._path.unlink(missing_ok=True)
