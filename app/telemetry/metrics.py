"""Prometheus metrics. Every label takes its values from a closed set, so no content can become a label."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from app.errors import ExtractorFailed, SelfCheckFailed
from app.lifecycle import Lifecycle
from app.telemetry.trail import Trail

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the latency histogram, in seconds."""


class StoreSize(Protocol):
    """What the metrics ask of a store."""

    @property
    def byte_count(self) -> int:
        """Bytes that the records take, overhead included."""

    def __len__(self) -> int:
        """Return how many records there are."""


class Metrics:
    """The metrics of one app, in a registry of its own.

    They are counted in plain tables of one event loop and become Prometheus' families when asked for: the library's counters
    lock for every step, which a request would feel.
    """

    def __init__(self, store: StoreSize, lifecycle: Lifecycle) -> None:
        self._store = store
        self._lifecycle = lifecycle
        self._requests: defaultdict[tuple[str, int], int] = defaultdict(int)
        self._latency: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._entities: defaultdict[tuple[str, str], int] = defaultdict(int)
        self._rejected: defaultdict[str, int] = defaultdict(int)
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def observe(self, trail: Trail, seconds: float) -> None:
        """Count a request that took `seconds`."""
        self._requests[trail.verb, trail.status] += 1
        self._latency[trail.verb][bisect_left(BUCKETS, seconds)] += 1
        self._seconds[trail.verb] += seconds
        for label, count in trail.counts.items():
            self._entities[trail.verb, label] += count
        if trail.outcome != "ok":
            self._rejected[trail.outcome] += 1

    def render(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield the families, as `prometheus_client` asks for them."""
        requests = CounterMetricFamily("garim_requests", "Requests by endpoint and status.", labels=["route", "status"])
        for (verb, status), count in self._requests.items():
            requests.add_metric([verb, str(status)], count)
        yield requests
        latency = HistogramMetricFamily("garim_request_seconds", "Seconds that requests took.", labels=["route"])
        bounds = [*map(str, BUCKETS), "+Inf"]
        for verb, counts in self._latency.items():
            latency.add_metric([verb], list(zip(bounds, accumulate(counts), strict=True)), self._seconds[verb])
        yield latency
        entities = CounterMetricFamily("garim_entities", "Entities masked or restored.", labels=["route", "label"])
        for (verb, label), count in self._entities.items():
            entities.add_metric([verb, label], count)
        yield entities
        rejected = CounterMetricFamily("garim_rejected", "Requests that were not answered.", labels=["reason"])
        for reason, count in self._rejected.items():
            rejected.add_metric([reason], count)
        yield rejected
        yield CounterMetricFamily(
            "garim_self_check_failures", "Masked texts withheld by the own check.", self._rejected.get(SelfCheckFailed.slug, 0)
        )
        yield CounterMetricFamily(
            "garim_extractor_failures", "Requests that failed with the extractor.", self._rejected.get(ExtractorFailed.slug, 0)
        )
        yield GaugeMetricFamily("garim_in_flight", "Requests being worked on.", self._lifecycle.in_flight)
        yield GaugeMetricFamily("garim_store_bytes", "Bytes that sealed mappings take.", self._store.byte_count)
        yield GaugeMetricFamily("garim_store_records", "Sealed mappings in the store.", len(self._store))
