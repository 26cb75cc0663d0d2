"""Tests of work on processes: every chunk is done once, even if a process is killed."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import MissingExtra, SlidedropError
from slidedrop.lab.work.place import working
from slidedrop.lab.work.sharing import BUNDLE_SECONDS, shared
from tests.lab.work.chunks import fragile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any


def test_the_chunk_of_a_killed_process_is_done_again_and_none_is_counted_twice(tmp_path: Path) -> None:
    with working("local", 2) as work:
        assert sorted(work(partial(fragile, tmp_path / "killed"), range(20))) == list(range(20))
        assert (tmp_path / "killed").exists()
        assert sorted(work(abs, range(-3, 0))) == [1, 2, 3]


def test_closing_in_the_middle_ends_the_threads_of_the_pool_too() -> None:
    before = set(threading.enumerate())
    with working("local", 2) as work:
        assert next(iter(work(abs, range(-1, -100_000, -1))))
        assert set(threading.enumerate()) > before
    assert set(threading.enumerate()) <= before


def test_a_chunk_that_kills_every_process_fails_after_4_attempts(tmp_path: Path) -> None:
    with (
        working("local", 2) as work,
        pytest.raises(SlidedropError, match=r"chunk .*4 times"),
    ):
        list(work(partial(fragile, tmp_path / "nowhere" / "killed"), [5]))


def test_an_exception_in_a_task_is_raised_unchanged() -> None:
    with working("local", 2) as work, pytest.raises(ValueError, match="invalid literal"):
        list(work(int, ["1", "x"]))


def at_once(sizes: list[int], _function: object, task: Callable[[int], int], bundle: list[int]) -> Future[Any]:
    """Do a bundle in this process at 1 ms per chunk, and record its size."""
    sizes.append(len(bundle))
    future: Future[Any] = Future()
    future.set_result(([task(chunk) for chunk in bundle], len(bundle) / 1000))
    return future


def test_quick_chunks_are_sent_in_bundles_and_drawn_on_demand() -> None:
    drawn, sizes = list[int](), list[int]()

    def chunks() -> Iterator[int]:
        for number in range(4000):
            drawn.append(number)
            yield number

    results = shared(partial(at_once, sizes), lambda: 2, abs, chunks())
    first = next(results)
    assert len(drawn) < 10
    assert sorted([first, *results]) == list(range(4000))
    assert max(sizes) == BUNDLE_SECONDS * 1000


def test_a_cluster_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "slidedrop.lab.work.cluster", None)
    with pytest.raises(MissingExtra, match="cluster"), working("tcp://127.0.0.1:9", 1):
        pass
