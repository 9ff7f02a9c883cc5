"""Probes, metrics and labels."""

import pytest

from app.api.operations import LabelsAnswer
from app.errors import StoreUnavailable
from model.extractor import ExtractorUnavailable
from model.labels import ALIASES, CANONICAL


def test_a_probe_does_not_depend_on_what_it_does_not_ask(start, stub_extractor):
    """/healthz stays 200 while store and extractor fail; /readyz names the one that does."""
    extractor = stub_extractor()
    service = start(extractor=extractor)
    assert service.get("/readyz").status == 200
    extractor.fails = ExtractorUnavailable()
    assert service.get("/readyz").problem == "extractor-unavailable"
    service.run(service.app.state.service.masking._store.close())
    assert service.get("/readyz").problem == StoreUnavailable.slug
    assert service.get("/healthz").status == 200


def test_a_failing_extractor_masks_nothing(start, stub_extractor):
    """B18: when the extractor fails the answer is a 503 without the text, and a metric counts it."""
    service = start(extractor=stub_extractor(fails=ExtractorUnavailable("canary")))
    answer = service.post("/mask", {"text": "canary text"})
    assert answer.problem == "extractor-unavailable"
    assert b"canary" not in answer.body
    assert b"garim_extractor_failures_total 1.0" in service.get("/metrics").body


def test_a_full_store_is_a_503_and_loses_nothing(start):
    """At the byte cap new mappings are refused with a problem of their own, and the old ones still open."""
    service = start(max_store_bytes=65_536)
    first = service.post("/mask", {"text": "a@example.com"}).json()
    problems = {
        answer.problem
        for answer in (service.post("/mask", {"text": "b@example.com"}) for _ in range(400))
        if answer.status != 200
    }
    assert problems == {"store-full"}
    body = {"request_id": first["request_id"], "text": first["masked_text"]}
    assert service.post("/reassemble", body).json()["text"] == "a@example.com"


def test_metrics_count_requests_and_show_the_store(start):
    """Requests, latencies, entities, reasons of refusals, and the size of the store are there to be scraped."""
    service = start()
    service.post("/mask", {"text": "a@example.com"})
    service.post("/mask", {"text": ""})
    answer = service.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    for sample in (
        b'garim_requests_total{route="/mask",status="200"} 1.0',
        b'garim_requests_total{route="/mask",status="422"} 1.0',
        b'garim_entities_total{label="EMAIL",route="/mask"} 1.0',
        b'garim_rejected_total{reason="invalid-field"} 1.0',
        b'garim_request_seconds_count{route="/mask"} 2.0',
        b"garim_store_records 1.0",
    ):
        assert sample in answer.body


def test_labels_are_listed_with_their_aliases_and_tokens(shared):
    """Every canonical label is there, with every alias, and its name in each taxonomy."""
    answer = LabelsAnswer.model_validate(shared.get("/labels").json())
    assert {entry.label for entry in answer.labels} == CANONICAL
    assert {alias for entry in answer.labels for alias in entry.aliases} == set(ALIASES)
    (account,) = [entry for entry in answer.labels if entry.label == "ACCOUNT_NUMBER"]
    assert account.tokens == {"openpii": "ACCOUNT_NUMBER", "compact": "ACCOUNT"}


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/labels", "/docs", "/openapi.json"])
def test_what_is_read_cannot_be_posted_to(shared, path):
    """These endpoints only answer GET."""
    answer = shared.post(path, {"text": "canary"})
    assert answer.problem == "method-not-allowed"
    assert answer.headers["allow"] == "GET"
