"""Figures for a monitoring system, in the text format of Prometheus: of this process, since it began."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fastapi import FastAPI

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The buckets of the latencies; streams, which last as long as somebody watches, are counted apart."""
POOLS: Final = ("engine", "quick", "analysts")


class Metrics:
    """What has been counted."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(SECONDS) + 1)
        self._seconds = 0.0
        self.store_errors = 0
        """How often the database could not keep or find something."""

    def count(self, method: str, status: int, seconds: float, *, stream: bool) -> None:
        """Count a request that was answered."""
        self._requests["STREAM" if stream else method, status] += 1
        if not stream:
            self._buckets[bisect_left(SECONDS, seconds)] += 1
            self._seconds += seconds

    def text(self, app: FastAPI) -> str:
        """Return all figures."""
        games, streams = app.state.games.figures()
        waiting = {pool: getattr(app.state, pool).slots.asked.total() for pool in POOLS}
        lines = [
            *_described("requests_total", "counter", "Requests answered, by method and status."),
            *(_line("requests_total", number, method=m, status=s) for (m, s), number in self._requests.items()),
            *_described("request_seconds", "histogram", "How long answers took."),
            *self._histogram(),
            *_described("live_games", "gauge", "Games in memory."),
            _line("live_games", games),
            *_described("streams", "gauge", "Open streams of events."),
            _line("streams", streams),
            *_described("thinking", "gauge", "Questions that are thought about or wait for it, by pool."),
            *(_line("thinking", number, pool=pool) for pool, number in waiting.items()),
            *_described("store_errors_total", "counter", "Times that the database could not keep or find something."),
            _line("store_errors_total", self.store_errors),
        ]
        return "\n".join(lines) + "\n"

    def _histogram(self) -> list[str]:
        bounds = [*map(str, SECONDS), "+Inf"]
        counts = list(accumulate(self._buckets))
        buckets = [_line("request_seconds_bucket", count, le=le) for le, count in zip(bounds, counts, strict=True)]
        return [*buckets, _line("request_seconds_sum", self._seconds), _line("request_seconds_count", counts[-1])]


def _described(name: str, kind: str, words: str) -> tuple[str, str]:
    return f"# HELP slidedrop_{name} {words}", f"# TYPE slidedrop_{name} {kind}"


def _line(name: str, value: float, **labels: object) -> str:
    inside = ",".join(f'{label}="{what}"' for label, what in labels.items())
    return f"slidedrop_{name}{{{inside}}} {value:g}" if inside else f"slidedrop_{name} {value:g}"
