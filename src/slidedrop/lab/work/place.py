"""Where work runs: in this process, in several, or on a cluster."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Final

from slidedrop.chunks import Work
from slidedrop.core.errors import MissingExtra
from slidedrop.lab.work.processes import Processes

LOCAL: Final = "local"


@contextmanager
def working(on: str, jobs: int, worker_files: Callable[[], Mapping[str, bytes]] = dict) -> Iterator[Work]:
    """Return the work of this machine or of a cluster (which gets the files); all processes end with it."""
    if on != LOCAL:
        try:
            from slidedrop.lab.work.cluster import cluster
        except ImportError as error:
            raise MissingExtra("a cluster", "cluster") from error
        with cluster(on, worker_files()) as work:
            yield work
    elif jobs == 1:
        yield map
    else:
        with closing(Processes(jobs)) as work:
            yield work
