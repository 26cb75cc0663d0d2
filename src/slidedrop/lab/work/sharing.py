"""Sends chunks to workers and collects their results.

Workers on other machines get files by content and find them by checksum, never by path.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from itertools import islice
from pathlib import Path
from typing import Any, Final

from slidedrop.chunks import Chunk, Done
from slidedrop.core.errors import SlidedropError

BUNDLE_SECONDS: Final = 0.5
"""The target duration of a bundle: sending costs little, and little is lost with a process."""
MOST_LOSSES: Final = 4
_COPIES: Final[dict[str, Path]] = {}


class _Bundle(list[Chunk]):
    """Chunks that are sent together."""

    losses = 0
    """How often a worker died with this bundle."""


def shared(
    submit: Callable[..., "Future[Any]"],
    room: Callable[[], int],
    task: Callable[[Chunk], Done],
    chunks: Iterable[Chunk],
    lost: type[Exception] = BrokenExecutor,
) -> Iterator[Done]:
    """Yield every result once; a bundle whose process was `lost` is submitted again."""
    waiting, size, under_way, ready = iter(chunks), 1, dict[Future[Any], _Bundle[Chunk]](), list[Done]()
    while True:
        for _ in range(room() - len(under_way)):
            if bundle := _Bundle(islice(waiting, size)):
                under_way[submit(finished, task, bundle)] = bundle
        yield from ready
        if not under_way:
            return
        ready = []
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            bundle = under_way.pop(future)
            try:
                results, seconds = future.result()
            except lost as error:
                under_way[submit(finished, task, _repeated(bundle, error))] = bundle
            else:
                ready += results
                size = max(1, min(2 * len(bundle), int(len(bundle) * BUNDLE_SECONDS / max(seconds, 1e-9))))


def _repeated(bundle: _Bundle[Chunk], error: Exception) -> _Bundle[Chunk]:
    bundle.losses += 1
    if bundle.losses == MOST_LOSSES:
        message = f"a chunk has ended every worker that ran it {MOST_LOSSES} times; is their memory full?"
        raise SlidedropError(message) from error
    return bundle


def finished(task: Callable[[Chunk], Done], bundle: list[Chunk]) -> tuple[list[Done], float]:
    """Run the chunks of a bundle, and return how long they took."""
    began = time.perf_counter()
    return [task(chunk) for chunk in bundle], time.perf_counter() - began


def keep_copy(seal: str, content: bytes, folder: Path) -> None:
    """Write a file that came with the work to a worker's folder."""
    _COPIES[seal] = folder / seal
    _COPIES[seal].write_bytes(content)


def path_of(seal: str, path: str) -> Path:
    """Return the path of a file by its checksum: on a worker its copy, otherwise the owner's path."""
    return _COPIES.get(seal, Path(path))
