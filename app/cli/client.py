"""The calls that `garim mask` and `garim reassemble` make to a running service."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.failure import CallRefused, CommandError, InputRefused, NotAvailable, WrongUsage
from app.errors import GarimError
from app.private_file import read_private

if TYPE_CHECKING:
    import httpx

TIMEOUT_SECONDS: Final = 60.0
"""Longer than any deadline of the service: it is the service that gives up first."""

Url = Annotated[str | None, typer.Option(help="The service. Default: http://127.0.0.1:$GARIM_PORT", show_default=False)]
ApiKeyFile = Annotated[
    Path | None,
    typer.Option(help="A file, mode 0600, that holds the API key; otherwise GARIM_API_KEY is used.", show_default=False),
]


def call(path: str, body: dict[str, Any], *, url: str | None, api_key_file: Path | None) -> dict[str, Any]:
    """Return the JSON answer to `POST path`.

    Raises `InputRefused`, `CallRefused` or `NotAvailable` by the problem that the service answers with. Its words are ours
    (`app.errors`), never those of the answer: what answers there need not be Garim.
    """
    import httpx

    url = url or f"http://127.0.0.1:{os.environ.get('GARIM_PORT') or '8080'}"
    key = read_private(api_key_file).decode().strip() if api_key_file else os.environ.get("GARIM_API_KEY")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        # No proxy of the environment: text goes to the named service and to nobody else.
        with httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT_SECONDS, trust_env=False) as client:
            response = client.post(path, json=body)
    except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeError):
        raise WrongUsage("--url or the key is not well-formed.") from None
    except httpx.HTTPError:
        raise NotAvailable("The service does not answer. Is it running? Start it with: garim serve.") from None
    answer = _object(response)
    if response.status_code != httpx.codes.OK:
        raise _failure(response.status_code, str(answer.get("type")))
    return answer


def _object(response: "httpx.Response") -> dict[str, Any]:
    try:
        answer = response.json()
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise NotAvailable("What answers at --url is not Garim.")
    return answer


def _failure(status: int, problem: str) -> CommandError:
    kind = NotAvailable if status >= 500 else InputRefused if status in {400, 413, 422} else CallRefused
    for error in _classes(GarimError):
        if problem == f"urn:garim:problem:{error.slug}":
            return kind(f"{error.slug}: {error.detail}")
    return kind(f"The service answered with status {status}.")


def _classes(root: type[GarimError]) -> Iterator[type[GarimError]]:
    yield root
    for child in root.__subclasses__():
        yield from _classes(child)
