"""Metrics: what is counted, and that labels come from closed sets."""

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.lifecycle import Lifecycle
from app.telemetry.metrics import BUCKETS, Metrics
from app.telemetry.trail import OTHER, Trail


class Store(list):
    byte_count = 640


@pytest.fixture
def metrics():
    return Metrics(Store(["a", "b"]), Lifecycle())


def _value(metrics, name, **labels):
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return sample.value
    return None


def test_requests_are_counted_by_endpoint_and_status(metrics):
    """Each pair of endpoint and status has a counter of its own."""
    for status in (200, 200, 404):
        metrics.observe(Trail(verb="/mask", status=status), 0.001)
    assert _value(metrics, "garim_requests_total", route="/mask", status="200") == 2
    assert _value(metrics, "garim_requests_total", route="/mask", status="404") == 1


@pytest.mark.parametrize("bound", BUCKETS)
def test_a_bucket_holds_what_took_as_long_as_its_bound(metrics, bound):
    """Buckets are cumulative and include their upper bound, as Prometheus defines them."""
    for seconds in (bound / 2, bound, bound * 1.001):
        metrics.observe(Trail(verb="/mask", status=200), seconds)
    assert _value(metrics, "garim_request_seconds_bucket", route="/mask", le=str(bound)) == 2
    assert _value(metrics, "garim_request_seconds_count", route="/mask") == 3


def test_an_unknown_label_is_counted_as_other(metrics):
    """A label that no taxonomy knows could be content: it does not become a metric's label."""
    trail = Trail(verb="/mask", status=200)
    trail.count({"PERSON": 2, "ACCOUNT": 1, "김가상": 1})
    metrics.observe(trail, 0.001)
    assert _value(metrics, "garim_entities_total", route="/mask", label="PERSON") == 2
    assert _value(metrics, "garim_entities_total", route="/mask", label="ACCOUNT") == 1
    assert _value(metrics, "garim_entities_total", route="/mask", label=OTHER) == 1
    assert "김가상" not in metrics.render().decode()


@pytest.mark.parametrize(
    ("outcome", "name"),
    [
        ("self-check-failed", "garim_self_check_failures_total"),
        ("extractor-unavailable", "garim_extractor_failures_total"),
    ],
)
def test_failures_that_page_somebody_have_a_counter(metrics, outcome, name):
    """Self-check and extractor failures start at zero, so that an alert can be written before the first one."""
    assert _value(metrics, name) == 0
    metrics.observe(Trail(verb="/mask", status=500, outcome=outcome), 0.001)
    assert _value(metrics, name) == 1
    assert _value(metrics, "garim_rejected_total", reason=outcome) == 1


def test_the_store_and_the_work_in_flight_are_shown(metrics):
    """Bytes, records and requests in flight are those of the moment."""
    assert _value(metrics, "garim_store_bytes") == 640
    assert _value(metrics, "garim_store_records") == 2
    assert _value(metrics, "garim_in_flight") == 0
