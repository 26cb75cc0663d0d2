"""Where work is done: in this process, in several, or on a cluster.

Files come to a worker on another machine by content; it finds them by their seals, never by a path.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from slidedrop.chunks import Work
from slidedrop.core.errors import MissingExtra
from slidedrop.lab.work.processes import Processes

LOCAL: Final = "local"
_COPIES: Final[dict[str, Path]] = {}


@contextmanager
def working(on: str, jobs: int, worker_files: Callable[[], Mapping[str, bytes]] = dict) -> Iterator[Work]:
    """Return the work of this machine or of a cluster (which gets the files); all that was started ends with it."""
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


def keep_copy(seal: str, content: bytes, folder: Path) -> None:
    """Write a file that came with the work into the folder of a worker."""
    _COPIES[seal] = folder / seal
    _COPIES[seal].write_bytes(content)


def path_of(seal: str, path: str) -> Path:
    """Return where the file of this seal is: on a worker its copy, otherwise where its owner says."""
    return _COPIES.get(seal, Path(path))
