"""`garim mask`: text in, masked text out, through a running service."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from app.cli.client import ApiKeyFile, Url, call
from app.cli.document import STDIN, File, read_text, write_text
from app.cli.failure import NotAvailable
from app.cli.id_file import NewIdFile

IdFile = Annotated[
    Path | None,
    typer.Option(help="A new file, mode 0600, for the request id; without it the id goes to stderr.", show_default=False),
]


def mask(
    file: File = STDIN,
    *,
    url: Url = None,
    api_key_file: ApiKeyFile = None,
    id_file: IdFile = None,
    taxonomy: Annotated[str, typer.Option(help="How labels are named: openpii or compact.")] = "openpii",
    policy: Annotated[str, typer.Option(help="The named policy.")] = "default",
    labels: Annotated[str | None, typer.Option(help="Mask only these, separated by commas.", show_default=False)] = None,
) -> None:
    """Mask a text: the masked text goes to stdout, exactly; the request id to --id-file or stderr."""
    body = {"text": read_text(file), "taxonomy": taxonomy, "policy": policy, "labels": labels.split(",") if labels else None}
    if id_file is None:
        masked_text, request_id = _masked(call("/mask", body, url=url, api_key_file=api_key_file))
        sys.stderr.write(f"{request_id}\n")
    else:
        with NewIdFile(id_file) as new:
            masked_text, request_id = _masked(call("/mask", body, url=url, api_key_file=api_key_file))
            new.write(request_id)
    write_text(masked_text)


def _masked(answer: dict[str, object]) -> tuple[str, str]:
    masked_text, request_id = answer.get("masked_text"), answer.get("request_id")
    if not isinstance(masked_text, str) or not isinstance(request_id, str) or not request_id.isascii():
        raise NotAvailable("What answers at --url is not Garim.")
    return masked_text, request_id
