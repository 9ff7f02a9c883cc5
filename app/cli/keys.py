"""`garim keys`: make, list and revoke API keys; rotate the ring."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from app.cli.ring import file_path, rotate_ring
from app.keys import KeyFile, Scope
from app.private_file import locked

keys = typer.Typer(name="keys", help="API keys, and the server's ring.", no_args_is_help=True)
keys.command("rotate-ring")(rotate_ring)

KeyFilePath = Annotated[Path | None, typer.Option("--key-file", help="Default: $GARIM_KEY_FILE.", show_default=False)]
Scopes = Annotated[list[Scope] | None, typer.Option(help="Repeat for several. Default: mask and reassemble.", show_default=False)]


@keys.command()
def new(
    name: Annotated[str, typer.Argument(help="What the key is for.")],
    *,
    tenant: Annotated[str, typer.Option(help="Whose mappings the key reaches.")] = "default",
    scope: Scopes = None,
    key_file: KeyFilePath = None,
) -> None:
    """Make a key. It goes to stdout, this once: the file keeps only its HMAC.

    A running service reads the file within half a minute.
    """
    path = file_path(key_file, "GARIM_KEY_FILE")
    with locked(path):
        stored = KeyFile.load(path) if os.path.lexists(path) else KeyFile.generate()
        key = stored.new(name, tenant, frozenset(scope or (Scope.MASK, Scope.REASSEMBLE)))
        stored.save(path)
    sys.stdout.write(f"{key}\n")


@keys.command("list")
def show(*, key_file: KeyFilePath = None) -> None:
    """List the keys: id, name, tenant, scopes, when made. Never a key."""
    for record in KeyFile.load(file_path(key_file, "GARIM_KEY_FILE")).records:
        row = (record.id, record.name, record.tenant, ",".join(record.scopes), record.created)
        sys.stdout.write("\t".join(row) + "\n")


@keys.command()
def revoke(
    key_id: Annotated[str, typer.Argument(help="As `garim keys list` shows it.")], *, key_file: KeyFilePath = None
) -> None:
    """Remove a key. A running service reads the file within half a minute: until then the key still works."""
    path = file_path(key_file, "GARIM_KEY_FILE")
    with locked(path):
        stored = KeyFile.load(path)
        stored.revoke(key_id)
        stored.save(path)
