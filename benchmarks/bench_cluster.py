"""Measure the overhead of a cluster: 20 chunks of one second on two workers, and on two local processes.

python benchmarks/bench_cluster.py       target: the cluster takes at most 11 s (10% overhead)
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from slidedrop.lab.work.place import working
from tests.lab.work.clusters import running_cluster

CHUNKS, WORKERS, MOST = 20, 2, 1.10
IDEAL = CHUNKS / WORKERS


def second(number: int) -> int:
    """Take one second of elapsed time, under any load of the machine."""
    time.sleep(1)
    return number


def seconds_on(place: str) -> float:
    """Return the time of all chunks, measured after all workers have connected."""
    with working(place, WORKERS) as work:
        list(work(abs, range(WORKERS)))
        began = time.perf_counter()
        assert sorted(work(second, range(CHUNKS))) == list(range(CHUNKS))
        return time.perf_counter() - began


def main() -> None:
    """Measure both three times, and fail if the overhead of the cluster is too large."""
    with tempfile.TemporaryDirectory() as folder, running_cluster(Path(folder), WORKERS) as cluster:
        taken = {place: min(seconds_on(place) for _ in range(3)) for place in ("local", cluster.address)}
    for place, took in taken.items():
        name = "processes" if place == "local" else "cluster"
        print(f"{CHUNKS} chunks of 1 s on {WORKERS} {name}: {took:.2f} s, {100 * (took / IDEAL - 1):.1f} % overhead")
    sys.exit(taken[cluster.address] > MOST * IDEAL)


if __name__ == "__main__":
    main()
