"""How a command fails: one typed line on stderr, never with text, values or ids in it, and an exit code.

0   done                                 4   the service refused the call
1   `garim doctor` found something wrong 5   the service or the extractor is not available
2   wrong usage                          6   a file or a setting was refused
3   the input was refused                70  a fault of garim itself
"""

from typing import ClassVar


class CommandError(Exception):
    """Root of what a command fails with. `reason` is a constant sentence, with a line number or an option name at most."""

    exit_code: ClassVar[int] = 70
    kind: ClassVar[str] = "internal"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class WrongUsage(CommandError):
    """The options or arguments do not fit the command."""

    exit_code = 2
    kind = "usage"


class InputRefused(CommandError):
    """The input is not what the command reads."""

    exit_code = 3
    kind = "input"


class CallRefused(CommandError):
    """The service answered that the call is not allowed or not possible."""

    exit_code = 4
    kind = "refused"


class NotAvailable(CommandError):
    """The service or an extractor does not answer, or is not part of this version."""

    exit_code = 5
    kind = "unavailable"


class FileRefused(CommandError):
    """A file is missing, cannot be read, is open to others, or stands where a new one should go."""

    exit_code = 6
    kind = "file"


class SetupRefused(CommandError):
    """A setting, a key file or a ring file will not do."""

    exit_code = 6
    kind = "setup"
