"""`garim serve`: runs the service in this process."""

import os
import sys
from typing import Annotated

import typer

from app.errors import ConfigurationError

Host = Annotated[str | None, typer.Option(help="Address to listen on. Default: $GARIM_HOST, or 127.0.0.1.", show_default=False)]
Port = Annotated[int | None, typer.Option(min=0, max=65_535, help="Default: $GARIM_PORT, or 8080. 0: any.", show_default=False)]


def serve(*, host: Host = None, port: Port = None) -> int:
    """Run the service: one process, since the mappings are in its memory. Says on stderr where it listens; logs to stdout."""
    from app.cli.configuration import load, unknown
    from app.server import run

    if os.environ.get("WEB_CONCURRENCY", "1") not in {"", "1"}:
        raise ConfigurationError("WEB_CONCURRENCY asks for several workers, and the mappings are in the memory of one. Unset it.")
    settings = load(**{name: value for name, value in (("host", host), ("port", port)) if value is not None})
    for name in unknown():
        sys.stderr.write(f"garim: warning: {name} is no setting, so it has no effect\n")
    return run(settings, ready=_ready)


def _ready(address: str, port: int) -> None:
    shown = f"[{address}]" if ":" in address else address
    sys.stderr.write(f"garim: ready at http://{shown}:{port}\n")
