"""How chunks reach those who work, and how what they made comes back."""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from itertools import chain, islice
from typing import Any, Final

from slidedrop.chunks import Chunk, Done

BUNDLE_SECONDS: Final = 0.5
"""What is sent at once takes about this long, so that the way there costs little and little is lost with a process."""
Submit = Callable[..., "Future[Any]"]


def shared(
    submit: Submit, room: Callable[[], int], task: Callable[[Chunk], Done], chunks: Iterable[Chunk]
) -> Iterator[Done]:
    """Yield every result once; a bundle that was lost with its process is submitted again, before all others."""
    waiting, size, under_way, ready = iter(chunks), 1, dict[Future[Any], list[Chunk]](), list[Done]()
    while True:
        for bundle in _bundles(waiting, size, room() - len(under_way)):
            under_way[submit(finished, task, bundle)] = bundle
        yield from ready
        if not under_way:
            return
        ready = []
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            bundle = under_way.pop(future)
            try:
                results, seconds = future.result()
            except BrokenExecutor:
                waiting = chain(bundle, waiting)
                continue
            ready += results
            size = max(1, min(2 * len(bundle), int(len(bundle) * BUNDLE_SECONDS / max(seconds, 1e-9))))


def _bundles(waiting: Iterator[Chunk], size: int, most: int) -> Iterator[list[Chunk]]:
    for _ in range(most):
        if bundle := list(islice(waiting, size)):
            yield bundle


def finished(task: Callable[[Chunk], Done], bundle: list[Chunk]) -> tuple[list[Done], float]:
    """Do the chunks of a bundle, and say how long they took."""
    began = time.perf_counter()
    return [task(chunk) for chunk in bundle], time.perf_counter() - began
