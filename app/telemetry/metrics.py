"""Prometheus metrics. Every label takes its values from a closed set, so no content can become a label."""

from functools import cache
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from app.errors import ExtractorFailed, SelfCheckFailed
from app.lifecycle import Lifecycle
from app.telemetry.trail import Trail

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class StoreSize(Protocol):
    """What the metrics ask of a store."""

    @property
    def byte_count(self) -> int:
        """Bytes that the records take, overhead included."""

    def __len__(self) -> int:
        """Return how many records there are."""


class Metrics:
    """The metrics of one app, in a registry of its own."""

    def __init__(self, store: StoreSize, lifecycle: Lifecycle) -> None:
        registry = CollectorRegistry()
        self._registry = registry
        self._requests = Counter("garim_requests", "Requests by endpoint and status.", ["route", "status"], registry=registry)
        self._seconds = Histogram(
            "garim_request_seconds", "Seconds a request took.", ["route"], buckets=_SECONDS, registry=registry
        )
        self._rejected = Counter("garim_rejected", "Requests that were not answered, by reason.", ["reason"], registry=registry)
        self._entities = Counter(
            "garim_entities", "Entities masked or restored, by label.", ["route", "label"], registry=registry
        )
        self._self_checks = Counter("garim_self_check_failures", "Masked texts withheld by the own check.", registry=registry)
        self._extractor = Counter("garim_extractor_failures", "Requests that failed with the extractor.", registry=registry)
        # Looking a labelled child up costs more than counting with it.
        self._of = cache(self._children)
        in_flight = Gauge("garim_in_flight", "Requests being worked on.", registry=registry)
        in_flight.set_function(lambda: lifecycle.in_flight)
        ProcessCollector(registry=registry)
        used = Gauge("garim_store_bytes", "Bytes that sealed mappings take.", registry=registry)
        used.set_function(lambda: store.byte_count)
        records = Gauge("garim_store_records", "Sealed mappings in the store.", registry=registry)
        records.set_function(lambda: len(store))

    def observe(self, trail: Trail, seconds: float) -> None:
        """Count a request that took `seconds`."""
        requests, latency = self._of(trail.verb, trail.status)
        requests.inc()
        latency.observe(seconds)
        for label, count in trail.counts.items():
            self._entities.labels(trail.verb, label).inc(count)
        if trail.outcome == "ok":
            return
        self._rejected.labels(trail.outcome).inc()
        if trail.outcome == SelfCheckFailed.slug:
            self._self_checks.inc()
        elif trail.outcome == ExtractorFailed.slug:
            self._extractor.inc()

    def _children(self, verb: str, status: int) -> tuple[Counter, Histogram]:
        return self._requests.labels(verb, status), self._seconds.labels(verb)

    def render(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)
