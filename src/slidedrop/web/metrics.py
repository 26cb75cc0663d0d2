"""Metrics of this process since its start, in the text format of Prometheus."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

import prometheus_client as prometheus
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The buckets of the latencies. Streams last as long as a client watches, so they are counted separately."""
_LAG_EVERY: Final = 0.5
Figures = Mapping[str, float | Mapping[str, float]]
"""Numbers by name, or by name and pool if a name has several."""
prometheus.disable_created_metrics()  # type: ignore[no-untyped-call] # the library's own


class Metrics:
    """The counters of requests; everything else is computed on request."""

    def __init__(self) -> None:
        self._registry = own = prometheus.CollectorRegistry()
        labels = ["method", "status"]
        self._requests = prometheus.Counter("slidedrop_requests", "Requests answered.", labels, registry=own)
        told = "How long answers took."
        self._seconds = prometheus.Histogram("slidedrop_request_seconds", told, registry=own, buckets=SECONDS)
        told = "How much later than asked for the event loop woke up."
        self._lag = prometheus.Histogram("slidedrop_event_loop_lag_seconds", told, registry=own, buckets=SECONDS)
        told = "Times that the database could not keep or find something."
        self.store_errors = prometheus.Counter("slidedrop_store_errors", told, registry=own)
        prometheus.ProcessCollector("slidedrop", registry=own)

    def count(self, method: str, status: int, seconds: float, *, stream: bool) -> None:
        self._requests.labels("STREAM" if stream else method, status).inc()
        if not stream:
            self._seconds.observe(seconds)

    def ask(self, gauges: Callable[[], Figures], counters: Callable[[], Figures]) -> None:
        """Add figures to compute on every request: gauges, which go up and down, and counters."""
        self._registry.register(_OnRequest(gauges, GaugeMetricFamily))
        self._registry.register(_OnRequest(counters, CounterMetricFamily))

    async def watch_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            then = loop.time() + _LAG_EVERY
            await asyncio.sleep(_LAG_EVERY)
            self._lag.observe(max(0.0, loop.time() - then))

    def text(self) -> bytes:
        return prometheus.generate_latest(self._registry)


class _OnRequest(Collector):
    def __init__(self, figures: Callable[[], Figures], kind: type[GaugeMetricFamily | CounterMetricFamily]) -> None:
        self._figures, self._kind = figures, kind

    def collect(self) -> Iterable[Metric]:
        for name, value in self._figures().items():
            words = name.replace("_", " ").capitalize() + "."
            if isinstance(value, Mapping):
                family = self._kind(f"slidedrop_{name}", words, labels=["pool"])
                for label, number in value.items():
                    family.add_metric([label], number)
            else:
                family = self._kind(f"slidedrop_{name}", words, value=value)
            yield family
