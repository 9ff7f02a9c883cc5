"""`garim keys rotate-ring`: the server's ring keys, one step of a rotation at a time."""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.failure import WrongUsage

if TYPE_CHECKING:
    from app.store.keyring import RingKey
    from app.store.ringfile import FileKeyRing

RingFile = Annotated[Path | None, typer.Option("--ring-file", help="Default: $GARIM_RING_FILE.", show_default=False)]


def rotate_ring(
    *,
    add: Annotated[bool, typer.Option("--add", help="Step 1: add a key that waits.")] = False,
    promote: Annotated[str | None, typer.Option(metavar="KID", help="Step 2: seal under this key from now on.")] = None,
    drop: Annotated[str | None, typer.Option(metavar="KID", help="Step 3, after the longest TTL: remove the old key.")] = None,
    ring_file: RingFile = None,
) -> None:
    """Take one step of a rotation, and list the ring. Makes the ring where there is none yet; without a step it only lists.

    A running service reads the file within half a minute: wait that long between two steps.
    """
    from app.cli.configuration import load
    from app.store.ringfile import FileKeyRing
    from app.upkeep import UPKEEP_SECONDS

    if add + bool(promote) + bool(drop) > 1:
        raise WrongUsage("One step at a time: --add, --promote or --drop.")
    path = file_path(ring_file, "GARIM_RING_FILE")
    ring = FileKeyRing(path) if os.path.lexists(path) else FileKeyRing.create(path)
    if add:
        ring.add()
    if promote:
        ring.promote(_kid(promote))
    if drop:
        # A service may have sealed under the old key until it read the promotion.
        ring.drop(_kid(drop), longest_ttl_seconds=load().max_ttl_seconds + UPKEEP_SECONDS)
    sys.stdout.writelines(_lines(ring))


def _lines(ring: "FileKeyRing") -> list[str]:
    """Return one line a ring key: kid, when made, and whether it is active, waiting or retired. Never a key."""
    return [f"{key.kid.hex()}\t{_time(key.created_at)}\t{_state(key, ring.active_kid)}\n" for key in ring.keys]


def file_path(given: Path | None, variable: str) -> Path:
    """Return the file that an option or a variable names. Raises `WrongUsage` when neither does."""
    path = given or (Path(os.environ[variable]) if os.environ.get(variable) else None)
    if path is None:
        raise WrongUsage(f"No file named. Use the option, or set {variable}.")
    return path


def _state(key: "RingKey", active_kid: bytes) -> str:
    if key.kid == active_kid:
        return "active"
    return "waiting" if key.retired_at is None else f"retired {_time(key.retired_at)}"


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _kid(spelled: str) -> bytes:
    try:
        return bytes.fromhex(spelled)
    except ValueError:
        raise WrongUsage("A kid is six hexadecimal digits, as the ring is listed.") from None
