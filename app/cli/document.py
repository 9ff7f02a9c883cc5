"""The text of a command: read exactly from a file or stdin, written exactly to stdout."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from app.cli.failure import FileRefused, InputRefused

STDIN = "-"

File = Annotated[str, typer.Argument(metavar="FILE", help="A file in UTF-8; stdin without it.", show_default=False)]
"""The argument of every command that reads. A plain string: the library's own checks would quote it when it is wrong."""


def read_text(file: str) -> str:
    """Return the whole text of `file`. Raises `FileRefused` when it cannot be read, `InputRefused` when it is not UTF-8."""
    if file == STDIN:
        content = sys.stdin.buffer.read()
    else:
        try:
            content = Path(file).read_bytes()
        except (OSError, ValueError):
            raise FileRefused("The input file cannot be read. Text goes into a file or stdin, not into the arguments.") from None
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise InputRefused("The input is not UTF-8.") from None


def write_text(text: str) -> None:
    """Write `text` to stdout as UTF-8, with nothing added and no line end changed."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
