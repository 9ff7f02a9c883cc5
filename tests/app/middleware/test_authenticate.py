"""Keys, tenants and scopes."""

import pytest

MASK, REASSEMBLE, STREAM, FORGET, METRICS = "/mask", "/reassemble", "/reassemble/stream", "/forget", "/metrics"
ALLOWED = {
    "both": {MASK, REASSEMBLE, STREAM, FORGET},
    "masker": {MASK, FORGET},
    "restorer": {REASSEMBLE, STREAM, FORGET},
    "admin": {METRICS},
}


@pytest.fixture(scope="module")
def keyed(start, keys):
    return start(key_file=keys.path)


def _call(service, path, **options):
    match path:
        case "/metrics":
            return service.get(path, **options)
        case "/mask":
            return service.post(path, {"text": "a"}, **options)
        case "/reassemble/stream":
            headers = [("content-type", "text/plain"), ("garim-request-id", "x")]
            return service.post(path, b"a", headers=headers, **options)
        case "/forget":
            return service.post(path, {"request_id": "x"}, **options)
        case _:
            return service.post(path, {"request_id": "x", "text": "a"}, **options)


@pytest.mark.parametrize("path", [MASK, REASSEMBLE, STREAM, FORGET, METRICS])
@pytest.mark.parametrize("name", ALLOWED)
def test_a_scope_opens_its_endpoints_and_no_other(keyed, keys, name, path):
    """B76: a masker cannot restore, a restorer cannot mask, and neither reads the metrics."""
    answer = _call(keyed, path, key=getattr(keys, name))
    if path in ALLOWED[name]:
        assert answer.status in {200, 404}  # 404: let in, and the request id opens nothing
    else:
        assert answer.problem == "forbidden"


@pytest.mark.parametrize("path", [MASK, REASSEMBLE, STREAM, FORGET, METRICS])
@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("authorization", "Bearer ")],
        [("authorization", "Bearer garim_unknown")],
        [("authorization", "Basic Z2FyaW0=")],
        [("authorization", "garim_unknown")],
    ],
    ids=["none", "empty", "unknown", "other scheme", "no scheme"],
)
def test_without_a_known_key_nothing_is_done(keyed, path, headers):
    """A missing, empty, unknown or otherwise presented key is a 401 that names the scheme."""
    given = headers + ([("content-type", "text/plain"), ("garim-request-id", "x")] if path == STREAM else [])
    answer = keyed.run(keyed.request("GET" if path == METRICS else "POST", path, b"{}", headers=given))
    assert answer.problem == "unauthorized"
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_two_keys_in_one_request_are_refused(keyed, keys):
    """A second Authorization header is refused instead of chosen from."""
    headers = [("authorization", f"Bearer {keys.both}"), ("authorization", f"Bearer {keys.foreign}")]
    assert keyed.post(MASK, {"text": "a"}, headers=headers).problem == "unauthorized"


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/labels", "/docs", "/openapi.json"])
def test_probes_and_documentation_need_no_key(keyed, path):
    """What says nothing about anybody is open."""
    assert keyed.get(path).status == 200


def test_the_scheme_is_case_insensitive(keyed, keys):
    """RFC 9110, section 11.1: the name of a scheme has no case."""
    assert keyed.post(MASK, {"text": "a"}, headers=[("authorization", f"bEARER {keys.both}")]).status == 200


def test_a_foreign_tenants_id_opens_nothing(keyed, keys):
    """Another tenant's valid request id is answered as one that never existed."""
    masked = keyed.post(MASK, {"text": "a@example.com"}, key=keys.both).json()
    body = {"request_id": masked["request_id"], "text": masked["masked_text"]}
    foreign = keyed.post(REASSEMBLE, body, key=keys.foreign)
    unknown = keyed.post(REASSEMBLE, {**body, "request_id": "grm1_unknown"}, key=keys.both)
    assert foreign.body == unknown.body
    assert keyed.post(REASSEMBLE, body, key=keys.restorer).json()["text"] == "a@example.com"
