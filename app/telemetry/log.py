"""JSON lines on standard output. Every line has only fields of the allow-list, so content cannot slip into one."""

import logging
import sys
import threading
import traceback
from collections.abc import MutableMapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final

import structlog
from pydantic_core import to_json
from structlog.typing import FilteringBoundLogger

FIELDS: Final = frozenset({
    "time", "level", "event",  # every line
    "tenant", "key", "verb", "status", "outcome", "counts", "characters", "duration_ms", "versions", "correlation",  # audit
    "error", "where",  # failures: class of the exception and place in the code
    "logger", "message",  # lines of libraries
    "host", "port", "unknown",  # start
})  # fmt: skip

_ROOT: Final = Path(__file__).resolve().parents[2]


class Lines:
    """Renders log lines as JSON, of `FIELDS` only: another field is dropped, or raises `ValueError` when `strict`."""

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict

    def render(self, level: str, line: MutableMapping[str, Any]) -> bytes:
        """Return `line` with its level and the time in RFC 3339."""
        if not line.keys() <= FIELDS:
            if self._strict:
                raise ValueError("A log line holds a field that is not on the allow-list.")
            line = {name: value for name, value in line.items() if name in FIELDS}
        return to_json({"time": datetime.now(UTC), "level": level, **line})


class Log:
    """Where log lines go: to `file`, or to standard output."""

    def __init__(self, level: str, *, strict: bool = False, file: BinaryIO | None = None) -> None:
        self._lines = Lines(strict=strict)
        self._bytes = structlog.BytesLogger(file)
        self.events: FilteringBoundLogger = structlog.wrap_logger(
            self._bytes,
            processors=[lambda _logger, level, line: self._lines.render(level, line)],
            wrapper_class=structlog.make_filtering_bound_logger(level),
        ).bind()
        """For everything that happens now and then."""

    def audit(self, **fields: object) -> None:
        """Write the line of a request, whatever the level. It goes past the event machinery, since there is one a request."""
        self._bytes.info(self._lines.render("info", fields))


def place_of(error: BaseException) -> str:
    """Return `file:line` of the innermost frame of this project that `error` went through: its message may hold content."""
    place = "outside"
    for frame, line in traceback.walk_tb(error.__traceback__):
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(_ROOT) and "site-packages" not in path.parts:
            place = f"{path.relative_to(_ROOT)}:{line}"
    return place


class LibraryHandler(logging.Handler):
    """Routes the standard library's logging into `log`, without what libraries put into their messages.

    Only the server's own life-cycle messages are kept whole: those of others, asyncio's for one, show the `repr` of exceptions.
    """

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log.events

    def emit(self, record: logging.LogRecord) -> None:
        """Write `record` as one line."""
        fields: dict[str, Any] = {"logger": record.name}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            fields |= {"error": type(error).__qualname__, "where": place_of(error)}
        elif record.name == "uvicorn.error":
            fields["message"] = record.getMessage()
        self._log.log(record.levelno, "library", **fields)


def route_libraries(log: Log) -> None:
    """Send everything that libraries log, and every uncaught exception of the process, through `log`."""
    logging.basicConfig(handlers=[LibraryHandler(log)], level=logging.INFO, force=True)
    logging.captureWarnings(capture=True)

    def report(kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
        place = "outside" if error is None else place_of(error.with_traceback(where))
        log.events.critical("uncaught", error=kind.__qualname__, where=place)

    sys.excepthook = report
    threading.excepthook = lambda args: report(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: report(args.exc_type, args.exc_value, args.exc_traceback)
