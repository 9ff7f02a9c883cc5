"""The `garim` command. Text comes from a file or stdin, never from an argument; what fails says so on stderr, without text.

One file a command. What a command needs beyond its options is imported when it runs, so that `garim --help` is quick.
"""

import os
import sys

import typer

from app.cli import detect, doctor, keys, mask, reassemble, serve, tokenize
from app.cli.failure import CommandError, SetupRefused, WrongUsage
from app.errors import ConfigurationError

cli = typer.Typer(
    help="Mask personal data in Korean and English text, and put it back.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
cli.command()(serve.serve)
cli.command()(mask.mask)
cli.command()(reassemble.reassemble)
cli.command()(detect.detect)
cli.command()(tokenize.tokenize)
cli.add_typer(keys.keys)
cli.command()(doctor.doctor)


def main() -> None:
    """Run the command line and exit. No traceback and no library message is printed: either may quote the input."""
    sys.exit(run())


def run() -> int:
    """Run the command line and return its exit code (`app.cli.failure`)."""
    try:
        return int(cli(standalone_mode=False) or 0)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the flush at exit finds an open end
        return 1
    except Exception as error:  # noqa: BLE001  # the last line of defence against text in a traceback
        failure = _failure(error)
        sys.stderr.write(f"garim: {failure.kind}: {failure.reason}\n")
        return failure.exit_code


def _failure(error: Exception) -> CommandError:
    match error:
        case CommandError():
            return error
        case ConfigurationError():
            return SetupRefused(str(error))
        case typer.TyperException():
            return _usage(error)
        case _:
            return CommandError(f"{type(error).__name__}. This is a fault of garim itself; please report it.")


def _usage(error: typer.TyperException) -> CommandError:
    """Return what is wrong with the arguments, named by parameter; the library's own message quotes them."""
    parameter = getattr(getattr(error, "param", None), "name", None)
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "garim"
    where = f"The value for {parameter} is missing or not allowed" if parameter else "Unknown command, option or argument"
    return WrongUsage(f"{where}. See: {command} --help")
