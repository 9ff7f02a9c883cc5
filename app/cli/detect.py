"""`garim detect`: what an extractor finds, on JSON Lines, without a server."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from app.cli.document import STDIN, File
from app.cli.failure import NotAvailable, WrongUsage
from app.cli.jsonl import Record, text_field, transform

if TYPE_CHECKING:
    from model.extractor import Extractor

Name = Literal["default", "rules", "tagger", "vllm-chat", "vllm-pooling"]


def detect(
    file: File = STDIN,
    *,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="Read and write JSON Lines: the only format.")] = False,
    extractor: Annotated[Name, typer.Option(help="default: what the service runs on a CPU.")] = "default",
) -> None:
    """Find personal data in JSON Lines: {"text"} in, {"spans": [{"label", "start", "end", "score", "source"}]} out.

    Every label found is listed, also those that policies keep. Offsets are half-open code points in the NFC text.
    """
    from app.tokenizer import normalize
    from model.extractor import ExtractorUnavailable

    if not jsonl:
        raise WrongUsage("Say --jsonl: JSON Lines are the only format.")
    chosen = _extractor(extractor)

    with asyncio.Runner() as runner:

        def work(record: Record) -> Record:
            source = normalize(text_field(record, "text"))
            try:
                found = runner.run(chosen.extract(source))
            except ExtractorUnavailable:
                raise NotAvailable("the extractor did not answer.") from None
            spans = [{"label": c.label, "start": c.start, "end": c.end, "score": c.score, "source": c.source} for c in found]
            return {"spans": sorted(spans, key=lambda span: (span["start"], span["end"], span["label"], span["source"]))}

        try:
            transform(file, work)
        finally:
            runner.run(chosen.close())


def _extractor(name: Name) -> "Extractor":
    if name in {"default", "rules"}:
        from model.rules import RuleExtractor

        return RuleExtractor()
    raise NotAvailable("This extractor is not part of this version. Use --extractor default or rules.")
