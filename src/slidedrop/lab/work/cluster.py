"""A running cluster: Dask's scheduler and workers (extra `cluster`), by its address.

The scheduler notices a lost worker and gives its bundle to another one: it may run twice, but is returned once. A
worker refuses the bundles of another version of slidedrop.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Final

from distributed import Client, KilledWorker, Security, Worker, WorkerPlugin
from distributed.comm.core import CommClosedError

import slidedrop
from slidedrop.chunks import Chunk, Done, Work
from slidedrop.core.errors import SlidedropError
from slidedrop.lab.work.sharing import keep_copy, shared

_PATIENCE: Final = 10
"""Seconds until the scheduler answers."""


class Carried(WorkerPlugin):
    """A file for every worker, including later ones; it stays as long as the cluster."""

    idempotent = True

    def __init__(self, seal: str, content: bytes) -> None:
        self.name, self._seal, self._content = f"slidedrop-{seal}", seal, content

    def setup(self, worker: Worker) -> None:
        """Write the file to the worker's folder."""
        keep_copy(self._seal, self._content, Path(worker.local_directory))


@contextmanager
def cluster(address: str, files: Mapping[str, bytes]) -> Iterator[Work]:
    """Return the work of a cluster; every worker gets the files, named by their checksums."""
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # our own messages are enough
    with _connected(address) as client:
        for seal, content in files.items():
            client.register_plugin(Carried(seal, content))
        yield partial(_worked, client)


def _connected(address: str) -> Client:
    if address.startswith("tls:") and Security().get_connection_args("client")["ssl_context"] is None:
        raise SlidedropError(f"'{address}' needs the TLS files of the cluster: see docs/how-to/cluster.md")
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        message = f"no scheduler of Dask answers at '{address}'; start one, or leave --on out (docs/how-to/cluster.md)"
        raise SlidedropError(message) from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        client.close()
        message = f"the scheduler at '{address}' has no worker; start one: dask worker {address} --nthreads 1"
        raise SlidedropError(message) from error
    return client


def _worked(client: Client, task: Callable[[Chunk], Done], chunks: Iterable[Chunk], /) -> Iterator[Done]:
    submit = partial(client.get_executor(pure=False).submit, _on_worker, fingerprint())
    try:
        yield from shared(submit, lambda: 2 * sum(client.nthreads().values()), task, chunks, KilledWorker)
    except (CancelledError, CommClosedError) as error:
        raise SlidedropError(
            "the cluster's scheduler has stopped; finished work is saved; run the same command to resume"
        ) from error


def _on_worker(expected: str, function: Callable[..., Done], *arguments: object) -> Done:
    if expected != fingerprint():
        raise SlidedropError("a worker of the cluster has another slidedrop than this machine; install the same on all")
    return function(*arguments)


@cache
def fingerprint() -> str:
    """Return a checksum of these sources, networks and books."""
    root, digest = Path(slidedrop.__file__).parent, hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in {".py", ".wasm", ".weights", ".book"}):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
