"""A real cluster for tests: Dask's scheduler and workers as processes, each on its own loopback address."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Final

from slidedrop.lab.arena.scoresheet import results_in
from tests.lab.killing import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT: Final = Path(__file__).parents[3]
_PATIENCE: Final = 60


class TestCluster:
    """A scheduler on 127.0.0.1, and workers with one thread each on 127.0.0.2 and up."""

    __test__ = False

    def __init__(self, folder: Path, protocol: str = "", **environment: str) -> None:
        self._folder, self._protocol = folder, protocol
        self._environment = {**ENVIRONMENT, "PYTHONPATH": str(PROJECT), **environment}
        self.workers: list[subprocess.Popen[bytes]] = []
        self._hosts = cycle(range(2, 255))
        self.scheduler = self._started("scheduler", "127.0.0.1", "--port", "0", "--scheduler-file", "scheduler.json")
        self.address = self._address()

    def add_worker(self) -> None:
        """Start one more worker and wait until the scheduler has registered it."""
        host = f"127.0.0.{next(self._hosts)}"
        alone = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--local-directory", str(self._folder / host))
        self.workers.append(self._started("worker", host, self.address, *alone))

    def kill_worker(self) -> None:
        """Kill the oldest worker without warning, like a power cut."""
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def close(self) -> None:
        """Stop the scheduler and all workers."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _started(self, what: str, host: str, *more: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *more]
        listening = ["--host", self._protocol + host, "--dashboard-address", f"{host}:0"]
        with (self._folder / f"{what}-{host}.log").open("wb") as log:
            return subprocess.Popen(
                [*command, *listening], cwd=self._folder, env=self._environment, stdout=log, stderr=log
            )

    def _address(self) -> str:
        path, end = self._folder / "scheduler.json", time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            try:
                return str(json.loads(path.read_text())["address"])
            except (OSError, ValueError):
                time.sleep(0.02)
        raise TimeoutError((self._folder / "scheduler-127.0.0.1.log").read_text())


@contextmanager
def running_cluster(folder: Path, workers: int = 2, protocol: str = "", **environment: str) -> Iterator[TestCluster]:
    """Start a cluster, and stop it even after an error."""
    cluster = TestCluster(folder, protocol, **environment)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.close()


def results_without_times(folder: Path) -> bytes:
    """Return all results of a match except the seconds, in the order of its games."""
    results = sorted(results_in(folder), key=lambda result: result.unit)
    return "\n".join(json.dumps(replace(result, seconds=0).to_json()) for result in results).encode()
