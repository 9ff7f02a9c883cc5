"""`garim reassemble`: masked text in, the text with its values out, through a running service."""

import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from app.cli.client import ApiKeyFile, Url, call
from app.cli.document import STDIN, File, read_text, write_text
from app.cli.failure import NotAvailable, WrongUsage
from app.private_file import read_private

IdFile = Annotated[
    Path | None,
    typer.Option(help="The file, mode 0600, with the request id; otherwise GARIM_REQUEST_ID is used.", show_default=False),
]
Match = Annotated[Literal["exact", "tolerant"], typer.Option(help="tolerant: also tokens that a model or a UI has changed.")]
Escape = Annotated[Literal["none", "json"], typer.Option(help="json: values are escaped for a place inside a JSON string.")]


def reassemble(
    file: File = STDIN,
    *,
    url: Url = None,
    api_key_file: ApiKeyFile = None,
    id_file: IdFile = None,
    match: Match = "exact",
    escape: Escape = "none",
    labels: Annotated[str | None, typer.Option(help="Restore only these, separated by commas.", show_default=False)] = None,
) -> None:
    """Put the values back: the text goes to stdout, exactly; how many tokens were left goes to stderr."""
    request_id = read_private(id_file).decode().strip() if id_file else os.environ.get("GARIM_REQUEST_ID")
    if not request_id:
        raise WrongUsage("No request id. Name its file with --id-file, or set GARIM_REQUEST_ID.")
    body = {
        "request_id": request_id,
        "text": read_text(file),
        "match": match,
        "escape": escape,
        "labels": labels.split(",") if labels else None,
    }
    answer = call("/reassemble", body, url=url, api_key_file=api_key_file)
    text, unresolved = answer.get("text"), answer.get("unresolved")
    if not isinstance(text, str) or not isinstance(unresolved, list):
        raise NotAvailable("What answers at --url is not Garim.")
    write_text(text)
    if unresolved:
        sys.stderr.write(f"{len(unresolved)} not restored\n")
