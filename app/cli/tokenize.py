"""`garim tokenize`: the pure tokenizer on JSON Lines, without a server and without an extractor."""

from typing import Annotated, Literal

import typer

from app.cli.document import STDIN, File
from app.cli.failure import InputRefused
from app.cli.jsonl import Record, text_field, transform
from model.candidate import Candidate
from model.labels import TAXONOMIES, canonical

Rules = Annotated[Literal["reference", "hardened"], typer.Option(help="reference: the first seed's rules, their leaks included.")]


def tokenize(file: File = STDIN, *, rules: Rules = "hardened") -> None:
    """Tokenize JSON Lines: {"source", "completion", "terminated"?} or {"source", "candidates"} in, one answer a line out.

    A candidate is [label, value] or {"label", "original", "start"?, "end"?}. The answer holds "masked", "mapping" and "spans"
    (half-open code points in the NFC source); for a completion also "parsed" and "strict". Labels are named as in the compact
    taxonomy. A completion counts as terminated unless the line says otherwise.
    """
    from app.tokenizer import HARDENED, REFERENCE, MatchLimitExceeded, mask, parse_tsv, strict_parse_success

    def work(record: Record) -> Record:
        source = text_field(record, "source")
        answer: Record = {}
        if "candidates" in record:
            candidates = _candidates(record["candidates"])
        else:
            completion = text_field(record, "completion")
            parsed = parse_tsv(completion, source)
            answer = {"parsed": parsed, "strict": strict_parse_success(completion, source, record.get("terminated", True))}
            candidates = [Candidate(label, value) for label, value in parsed]
        try:
            if rules == "reference":
                masked = mask(source, candidates, rules=REFERENCE)
            else:
                masked = mask(source, list(map(_canonical, candidates)), rules=HARDENED, names=TAXONOMIES["compact"])
        except MatchLimitExceeded:
            raise InputRefused("the candidates overlap too deeply in the source.") from None
        spans = [[replacement.start, replacement.end] for replacement in masked.replacements]
        return {**answer, "masked": masked.text, "mapping": dict(masked.mapping), "spans": spans}

    transform(file, work)


def _candidates(given: object) -> list[Candidate]:
    if not isinstance(given, list):
        raise InputRefused('"candidates" is not a list.')
    return [_candidate(item) for item in given]


def _candidate(item: object) -> Candidate:
    match item:
        case [str(label), str(original)]:
            return Candidate(label, original)
        case {"label": str(label), "original": str(original), "start": int(start), "end": int(end)} if 0 <= start < end:
            return Candidate(label, original, start, end)
        case {"label": str(label), "original": str(original), **rest} if rest.get("start") is None and rest.get("end") is None:
            return Candidate(label, original)
    raise InputRefused('a candidate is neither [label, value] nor {"label", "original", "start"?, "end"?}.')


def _canonical(candidate: Candidate) -> Candidate:
    label = canonical(candidate.label)
    if label is None:
        raise InputRefused("a candidate has an unknown label. The labels are in docs/api.md.")
    return Candidate(label, candidate.original, candidate.start, candidate.end)
