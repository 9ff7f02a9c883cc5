"""`garim detect`: spans of the NFC text, line by line, without a server."""

import json
import os
import pty
import subprocess
import unicodedata

import pytest

CANARY = "canary.7f3a@example.com"


def lines(texts):
    return "".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)


def spans(completed):
    assert completed.returncode == 0
    return [json.loads(line)["spans"] for line in completed.stdout.decode().splitlines()]


def test_offsets_are_code_points_of_the_nfc_text(garim):
    """A span cuts the value out of the NFC text, after an emoji and decomposed Hangul."""
    text = unicodedata.normalize("NFD", "안녕 😀 메일 ") + CANARY
    (found,) = spans(garim("detect", "--jsonl", stdin=lines([text])))
    source = unicodedata.normalize("NFC", text)
    assert [(span["label"], source[span["start"] : span["end"]]) for span in found] == [("EMAIL", CANARY)]


def test_a_span_has_the_documented_fields(garim):
    """A span says label, place, score and who found it; not the value."""
    ((span,),) = spans(garim("detect", "--jsonl", stdin=lines([CANARY])))
    assert sorted(span) == ["end", "label", "score", "source", "start"]
    assert 0 <= span["score"] <= 1
    assert span["source"].startswith("rules")


def test_lines_stay_in_order_and_other_fields_are_ignored(garim, tmp_path):
    """One line out a line in, in the same order, for a file with more fields than `text`."""
    records = [{"id": number, "text": CANARY * (number % 2)} for number in range(6)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    found = spans(garim("detect", "in.jsonl", "--jsonl"))
    assert [len(each) for each in found] == [0, 1, 0, 1, 0, 1]


def test_the_default_extractor_is_the_rules(garim):
    """--extractor default and --extractor rules give the same spans in this version."""
    text = lines([f"고객 김가상 님 {CANARY} 010-0000-0001"])
    assert spans(garim("detect", "--jsonl", stdin=text)) == spans(garim("detect", "--jsonl", "--extractor", "rules", stdin=text))


def test_an_answer_comes_before_the_next_line(garim):
    """Nothing is held back: a program can write one line and read its answer before it writes the next."""
    with garim.process("detect", "--jsonl") as process:
        for _ in range(2):
            process.stdin.write(lines([CANARY]).encode())
            process.stdin.flush()
            assert len(json.loads(process.stdout.readline())["spans"]) == 1
        process.stdin.close()


def test_progress_is_shown_on_a_terminal_only(garim):
    """With a terminal on stderr a bar appears there, and stdout is the same as without one."""
    controller, terminal = pty.openpty()
    start, text = garim.command("detect", "--jsonl"), lines([CANARY]).encode()
    seen = subprocess.run(start, env=garim.environment(), input=text, stdout=subprocess.PIPE, stderr=terminal, check=True)
    os.close(terminal)
    assert "bytes" in os.read(controller, 65_536).decode()
    os.close(controller)
    unseen = garim("detect", "--jsonl", stdin=text)
    assert (unseen.stdout, unseen.stderr) == (seen.stdout, b"")


@pytest.mark.parametrize(
    "bad",
    [CANARY.encode(), b'{"text": 7}', b"{}", b'{"text": "\\udfff' + CANARY.encode() + b'"}', b"", b'{"text": "\xff"}'],
    ids=["no JSON", "no string", "no text", "lone surrogate", "empty line", "not UTF-8"],
)
def test_a_bad_line_is_named_by_its_number_only(garim, bad):
    """A bad line is exit code 3 with its number, without a piece of it; the answers before it are out."""
    completed = garim("detect", "--jsonl", stdin=lines([CANARY]).encode() + bad + b"\n")
    assert completed.returncode == 3
    assert completed.stderr.startswith(b"garim: input: Line 2: ")
    assert CANARY.encode() not in completed.stderr
    assert len(completed.stdout.splitlines()) == 1
