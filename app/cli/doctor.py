"""`garim doctor`: whether this machine, as it is set up now, is fit to run the service."""

import json
import sys
from dataclasses import asdict
from typing import Annotated, Final

import typer

STYLES: Final = {"ok": "green", "warning": "yellow", "wrong": "bold red"}


def doctor(*, as_json: Annotated[bool, typer.Option("--json", help="A JSON list instead of a table.")] = False) -> int:
    """Check settings, keys, ring, store, extractor, core dumps, swap and limits; say what is wrong and how to mend it.

    Exits with 1 when something is wrong; a warning alone does not.
    """
    from app.cli.diagnosis import examine

    findings = list(examine())
    if as_json:
        sys.stdout.write(json.dumps([asdict(finding) for finding in findings], indent=2) + "\n")
    else:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False)
        for title in ("check", "", "found", "to mend it"):
            table.add_column(title, overflow="fold")
        for finding in findings:
            state = Text(finding.state, style=STYLES[finding.state])
            table.add_row(finding.check, state, Text(finding.found), Text(finding.mend))
        Console().print(table)
    return int(any(finding.state == "wrong" for finding in findings))
