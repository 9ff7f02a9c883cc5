"""`garim tokenize`: the first seed's vectors through the command line, and what it refuses."""

import json
from pathlib import Path

import pytest

VECTORS = Path(__file__).parents[1] / "tokenizer" / "vectors"
CANARY = "카나리아-7f3a"

STRICT = "strict_parse_success_if_terminated"
FIELDS = {"parsed": "parsed", "strict": STRICT, "masked": "masked", "mapping": "mapping", "spans": "spans"}
"""Field of the answer → field of the vector."""


def vectors(name):
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def lines(records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def answers(completed):
    assert completed.returncode == 0
    return [json.loads(line) for line in completed.stdout.decode().splitlines()]


def test_reference_vectors_are_reproduced(garim):
    """With --rules reference every vector comes out bit for bit, in the order of the lines."""
    cases = vectors("tokenizer")
    out = answers(garim("tokenize", "--rules", "reference", stdin=lines(cases)))
    wanted = [{ours: case[theirs] for ours, theirs in FIELDS.items() if theirs in case} for case in cases]
    got = [{name: answer[name] for name in want} for want, answer in zip(wanted, out, strict=True)]
    assert got == wanted


def test_strict_vectors_are_reproduced(garim):
    """The strict flag of every strict vector comes out as it should, `terminated` included."""
    cases = vectors("strict")
    records = [{"source": case["source"], "completion": case["content"], "terminated": case["terminated"]} for case in cases]
    out = answers(garim("tokenize", "--rules", "reference", stdin=lines(records)))
    assert [answer["strict"] for answer in out] == [case["strict_parse_success"] for case in cases]


def test_hardened_rules_are_the_default(garim):
    """Without --rules a phone number is masked in a form that the reference rules miss."""
    record = {"source": "전화 +82 10-0000-0001", "candidates": [["PHONE", "010-0000-0001"]]}
    assert [answer["masked"] for answer in answers(garim("tokenize", stdin=lines([record])))] == ["전화 [PHONE_1]"]


def test_hardened_labels_are_named_as_compact(garim):
    """A label of either taxonomy comes out under its compact name, so that both rule sets name tokens alike."""
    record = {"source": "0000-0000-0000-0000", "candidates": [["CARD_NUMBER", "0000-0000-0000-0000"]]}
    assert answers(garim("tokenize", stdin=lines([record])))[0]["masked"] == "[CARD_1]"


def test_candidates_with_spans_are_honoured_where_they_are(garim):
    """A candidate with a span masks that place and not the same digits elsewhere."""
    record = {"source": "123 cvc 123", "candidates": [{"label": "CVC", "original": "123", "start": 8, "end": 11}]}
    answer = answers(garim("tokenize", stdin=lines([record])))[0]
    assert (answer["masked"], answer["spans"]) == ("123 cvc [CVC_1]", [[8, 11]])


def test_a_file_is_read_like_stdin(garim, tmp_path):
    """FILE and stdin give the same output."""
    text = lines(vectors("tokenizer")[:5])
    (tmp_path / "in.jsonl").write_text(text, encoding="utf-8")
    assert garim("tokenize", "in.jsonl").stdout == garim("tokenize", stdin=text).stdout


BAD_LINES = {
    "no JSON": CANARY,
    "no object": json.dumps([CANARY]),
    "empty line": "",
    "no source": json.dumps({"completion": CANARY}),
    "neither completion nor candidates": json.dumps({"source": CANARY}),
    "source is a number": json.dumps({"source": 7, "completion": CANARY}),
    "lone surrogate": '{"source": "\\ud800' + CANARY + '", "completion": ""}',
    "candidates are an object": json.dumps({"source": CANARY, "candidates": {"PERSON": CANARY}}),
    "candidate of three": json.dumps({"source": CANARY, "candidates": [["PERSON", CANARY, 1]]}),
    "half a span": json.dumps({"source": CANARY, "candidates": [{"label": "PERSON", "original": CANARY, "start": 1}]}),
    "backward span": json.dumps({"source": CANARY, "candidates": [{"label": "CVC", "original": CANARY, "start": 2, "end": 1}]}),
    "unknown label": json.dumps({"source": CANARY, "candidates": [[CANARY, CANARY]]}),
    "nested too deeply": '{"source": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "not UTF-8": b'{"source": "\xff' + CANARY.encode() + b'", "completion": ""}',
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_named_by_its_number_only(garim, bad):
    """A bad line stops the command with exit code 3 and its number, without a piece of it; the lines before it are out."""
    good = lines([{"source": "x", "completion": ""}]).encode()
    completed = garim("tokenize", stdin=good + (bad if isinstance(bad, bytes) else bad.encode()) + b"\n" + good)
    assert completed.returncode == 3
    assert completed.stderr.startswith(b"garim: input: Line 2: ")
    assert CANARY.encode() not in completed.stdout + completed.stderr
    assert len(completed.stdout.splitlines()) == 1
