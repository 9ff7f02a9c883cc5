"""`garim mask` and `garim reassemble` against a real service: exact text, a private id, and no echo of either."""

import http.server
import json
import stat
import threading

import httpx
import pytest

CANARY = "canary.7f3a@example.com"
TEXT = f"고객 메일은 {CANARY} 입니다.\r\n끝\n"


@pytest.fixture
def masked(garim, service, tmp_path):
    """TEXT, masked: the masked bytes in `masked`, the request id in `id`."""
    completed = garim("mask", "--url", service, "--id-file", "id", stdin=TEXT)
    assert completed.returncode == 0
    (tmp_path / "masked").write_bytes(completed.stdout)
    return completed


@pytest.fixture
def elsewhere():
    """The URL of something that answers with a problem of its own making, and with the text it was sent."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            answer = json.dumps({"type": body, "title": body, "detail": body}).encode()
            self.send_response(418)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_masked_text_is_exact_and_holds_no_value(masked):
    """Stdout is the masked text and nothing else: line ends as they were, no line end added, the value gone."""
    assert masked.stdout.decode() == TEXT.replace(CANARY, "[EMAIL_1]")


def test_the_id_file_is_private(masked, tmp_path):
    """The request id lies in a file of mode 0600, and nowhere in the output."""
    assert stat.S_IMODE((tmp_path / "id").stat().st_mode) == 0o600
    request_id = (tmp_path / "id").read_bytes().strip()
    assert request_id.startswith(b"grm1_")
    assert request_id not in masked.stdout + masked.stderr


@pytest.mark.usefixtures("masked")
def test_reassemble_gives_the_text_back(garim, service):
    """mask, then reassemble with the id file: the same bytes."""
    completed = garim("reassemble", "masked", "--url", service, "--id-file", "id")
    assert (completed.returncode, completed.stdout.decode(), completed.stderr) == (0, TEXT, b"")


def test_without_an_id_file_the_id_goes_through_stderr_and_the_environment(garim, service):
    """Stderr has the id alone on one line; GARIM_REQUEST_ID takes it back."""
    masked = garim("mask", "--url", service, stdin=TEXT)
    completed = garim("reassemble", "--url", service, stdin=masked.stdout, GARIM_REQUEST_ID=masked.stderr.decode().strip())
    assert completed.stdout.decode() == TEXT


def test_the_service_of_garim_port_is_the_default(garim, service):
    """Without --url the service on loopback at GARIM_PORT is called."""
    completed = garim("mask", stdin=TEXT, GARIM_PORT=service.rpartition(":")[2])
    assert completed.stdout.decode() == TEXT.replace(CANARY, "[EMAIL_1]")


@pytest.mark.usefixtures("masked")
def test_tolerant_match_is_passed_on(garim, service):
    """--match tolerant restores a token that a model has changed."""
    completed = garim("reassemble", "--match", "tolerant", "--url", service, "--id-file", "id", stdin="[email 1]")
    assert completed.stdout.decode() == CANARY


def test_json_escape_is_passed_on(garim, service):
    """--escape json escapes a value for a place inside a JSON string."""
    name = 'Kim "Sample" Example'
    body = {"text": name, "candidates": [{"label": "PERSON", "original": name}], "extract": False}
    request_id = httpx.post(f"{service}/mask", json=body, trust_env=False).json()["request_id"]
    document = '{"name": "[PERSON_1]"}'
    completed = garim("reassemble", "--escape", "json", "--url", service, stdin=document, GARIM_REQUEST_ID=request_id)
    assert json.loads(completed.stdout) == {"name": name}


def test_labels_limit_what_is_masked(garim, service):
    """--labels masks only these; a comma separates them."""
    text = f"{CANARY} 010-0000-0001"
    completed = garim("mask", "--labels", "phone,card", "--url", service, stdin=text)
    assert completed.stdout.decode() == f"{CANARY} [PHONE_1]"


def test_taxonomy_names_the_tokens(garim, service):
    """--taxonomy compact names a card [CARD_1]."""
    completed = garim("mask", "--taxonomy", "compact", "--url", service, stdin="카드번호 0000-0000-0000-0000")
    assert completed.stdout.decode() == "카드번호 [CARD_1]"


@pytest.mark.usefixtures("masked")
def test_tokens_that_stay_are_counted_not_named(garim, service):
    """A token that was not issued stays in the text; stderr says how many did."""
    completed = garim("reassemble", "--url", service, "--id-file", "id", stdin="[EMAIL_1] [EMAIL_9]")
    assert (completed.returncode, completed.stdout.decode()) == (0, f"{CANARY} [EMAIL_9]")
    assert completed.stderr == b"1 not restored\n"


@pytest.mark.usefixtures("masked")
def test_an_existing_id_file_is_left_alone(garim, service, tmp_path):
    """The id of an earlier text is not overwritten, and the text is not sent."""
    before = (tmp_path / "id").read_bytes()
    completed = garim("mask", "--url", service, "--id-file", "id", stdin=TEXT)
    assert (completed.returncode, completed.stdout) == (6, b"")
    assert (tmp_path / "id").read_bytes() == before


def test_a_dangling_link_is_not_followed(garim, service, tmp_path):
    """An id file cannot be placed elsewhere through a link that lies in wait."""
    (tmp_path / "id").symlink_to(tmp_path / "target")
    assert garim("mask", "--url", service, "--id-file", "id", stdin=TEXT).returncode == 6
    assert not (tmp_path / "target").exists()


def test_no_id_file_is_left_when_masking_fails(garim, service, tmp_path):
    """When the service refuses, the id file that was claimed for it is gone again."""
    assert garim("mask", "--url", service, "--id-file", "id", "--policy", "none", stdin=TEXT).returncode == 3
    assert not (tmp_path / "id").exists()


@pytest.mark.usefixtures("masked")
def test_an_id_file_that_others_can_read_is_refused(garim, service, tmp_path):
    """An id that others could have read is not taken as secret: exit code 6."""
    (tmp_path / "id").chmod(0o640)
    assert garim("reassemble", "masked", "--url", service, "--id-file", "id").returncode == 6


FORGED = "grm1_" + "A" * 52


@pytest.mark.parametrize(
    ("code", "arguments", "stdin"),
    [
        (3, ["mask"], b""),
        (3, ["mask"], CANARY.encode() + b"\xff"),
        (3, ["mask"], CANARY.encode() * 10_000),
        (3, ["mask", "--labels", CANARY], CANARY.encode()),
        (3, ["mask", "--taxonomy", CANARY], CANARY.encode()),
        (3, ["mask", "--policy", CANARY], CANARY.encode()),
        (3, ["reassemble", "--labels", CANARY], CANARY.encode()),
        (4, ["reassemble"], CANARY.encode()),
    ],
    ids=["empty", "not UTF-8", "too long", "label", "taxonomy", "policy", "label to restore", "forged id"],
)
def test_what_the_service_refuses_is_typed_and_not_quoted(garim, service, code, arguments, stdin):
    """Bad input is exit code 3, an id that opens nothing 4; neither the input nor the id is in the message."""
    completed = garim(*arguments, "--url", service, stdin=stdin, GARIM_REQUEST_ID=FORGED)
    assert (completed.returncode, completed.stdout) == (code, b"")
    assert completed.stderr.count(b"\n") == 1
    assert CANARY.encode() not in completed.stderr
    assert FORGED.encode() not in completed.stderr


def test_a_service_that_does_not_run_is_unavailable(garim):
    """No connection is exit code 5. Port 0 never listens."""
    completed = garim("mask", "--url", "http://127.0.0.1:0", stdin=TEXT)
    assert completed.returncode == 5
    assert completed.stderr.startswith(b"garim: unavailable: ")


def test_words_of_another_service_are_not_repeated(garim, elsewhere):
    """What answers need not be Garim: its words could hold the text, so they are not shown."""
    completed = garim("mask", "--url", elsewhere, stdin=TEXT)
    assert completed.returncode == 4
    assert CANARY.encode() not in completed.stderr + completed.stdout


def test_a_url_that_is_not_http_is_wrong_usage(garim):
    """A URL that the command cannot call is exit code 2, and is not quoted."""
    completed = garim("mask", "--url", "ftp://canary", stdin=TEXT)
    assert completed.returncode == 2
    assert b"canary" not in completed.stderr


def test_a_proxy_of_the_environment_is_not_used(garim, service, elsewhere):
    """Text goes to the named service only, whatever HTTP_PROXY says."""
    completed = garim("mask", "--url", service, stdin=TEXT, HTTP_PROXY=elsewhere, ALL_PROXY=elsewhere)
    assert completed.returncode == 0
