"""How `garim` fails: exit codes that say what kind of fault it is, and nothing of what was typed or piped in."""

import os

import pytest

CANARY = "CANARY-7f3a"

USAGES = {
    "unknown command": [CANARY],
    "text as a second argument": ["mask", "file", CANARY],
    "unknown option": ["mask", f"--{CANARY}"],
    "unknown rule set": ["tokenize", "--rules", CANARY],
    "unknown extractor": ["detect", "--jsonl", "--extractor", CANARY],
    "unknown match": ["reassemble", "--match", CANARY],
    "port that is no number": ["serve", "--port", CANARY],
    "unknown scope": ["keys", "new", "name", "--scope", CANARY],
    "detect without --jsonl": ["detect", CANARY],
    "two steps of a rotation": ["keys", "rotate-ring", "--promote", CANARY, "--drop", CANARY],
    "kid that is not hexadecimal": ["keys", "rotate-ring", "--promote", CANARY, "--ring-file", "ring.json"],
    "no key file named": ["keys", "new", CANARY],
}


@pytest.mark.parametrize("arguments", USAGES.values(), ids=USAGES)
def test_wrong_usage_exits_with_2_and_quotes_nothing(garim, arguments):
    """Wrong usage is one typed line on stderr; what was typed may be text that someone meant to mask."""
    completed = garim(*arguments)
    assert completed.returncode == 2
    assert completed.stderr.startswith(b"garim: usage: ")
    assert completed.stderr.count(b"\n") == 1
    assert CANARY.encode() not in completed.stderr + completed.stdout


READERS = {
    "mask": ["mask"],
    "reassemble": ["reassemble"],
    "detect": ["detect", "--jsonl"],
    "tokenize": ["tokenize"],
}


@pytest.mark.parametrize("command", READERS.values(), ids=READERS)
def test_text_as_the_file_argument_is_not_quoted(garim, command):
    """Text in the place of FILE is a missing file (exit code 6), and the message does not repeat it."""
    completed = garim(*command, CANARY, GARIM_REQUEST_ID="grm1_none")
    assert completed.returncode == 6
    assert completed.stderr.startswith(b"garim: file: ")
    assert CANARY.encode() not in completed.stderr


@pytest.mark.parametrize("extractor", ["tagger", "vllm-chat", "vllm-pooling"])
def test_an_extractor_of_a_later_version_is_refused(garim, extractor):
    """An extractor that this version lacks is exit code 5, not an empty list of spans."""
    completed = garim("detect", "--jsonl", "--extractor", extractor, stdin='{"text": "x"}\n')
    assert (completed.returncode, completed.stdout) == (5, b"")


def test_a_reader_that_leaves_ends_the_command_quietly(garim):
    """When the reader of stdout goes away, as `head` does, there is no traceback."""
    with garim.process("tokenize") as process:
        process.stdout.close()
        process.stdin.write(b'{"source": "x", "completion": ""}\n' * 2)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 1


def test_help_is_quick(garim):
    """`garim --help` takes at most half a second of processor time, the best of five: other work does not count."""
    seconds = []
    for _ in range(5):
        begin = os.times()
        assert garim.alone("--help").returncode == 0
        end = os.times()
        seconds.append(end.children_user + end.children_system - begin.children_user - begin.children_system)
    assert 0 < min(seconds) <= 0.5
