"""JSON Lines: one object a line in, one object a line out, in the same order, nothing held back."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from app.cli.document import STDIN, write_text
from app.cli.failure import CommandError, FileRefused, InputRefused

Record = dict[str, Any]


def transform(file: str, work: Callable[[Record], Record]) -> None:
    """Write `work(record)` for every line of `file`.

    What `work` raises as a `CommandError` comes out with the number of the line; the lines before it have been written.
    """
    with _opened(file) as stream, _progress(stream) as advance:
        for number, line in enumerate(stream, 1):
            try:
                answer = work(_parse(line))
            except CommandError as error:
                raise type(error)(f"Line {number}: {error.reason}") from None
            write_text(json.dumps(answer, ensure_ascii=False) + "\n")
            advance(len(line))


def text_field(record: Record, name: str) -> str:
    """Return the string in field `name`. Raises `InputRefused` when it is missing, not a string, or holds lone surrogates."""
    value = record.get(name)
    if not isinstance(value, str):
        raise InputRefused(f'"{name}" is missing or not a string.')
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InputRefused(f'"{name}" holds lone surrogates.') from None
    return value


def _parse(line: bytes) -> Record:
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise InputRefused("not JSON in UTF-8.") from None
    if not isinstance(record, dict):
        raise InputRefused("not a JSON object.")
    return record


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == STDIN:
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115  # closed below, so that only opening is inside the try
    except (OSError, ValueError):
        raise FileRefused("The input file cannot be read.") from None
    with stream:
        yield stream


@contextmanager
def _progress(stream: BinaryIO) -> Iterator[Callable[[int], None]]:
    """Show how many bytes of `stream` are done, on stderr, when that is a terminal and stdout is not."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeElapsedColumn

    size = os.fstat(stream.fileno()).st_size or None
    with Progress(BarColumn(), DownloadColumn(), TimeElapsedColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=size)
        yield lambda count: progress.advance(task, count)
