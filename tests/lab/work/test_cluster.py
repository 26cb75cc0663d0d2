"""Tests of work on a cluster: two workers give the same bytes as one process, even if one is killed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pytest

from slidedrop.core.errors import SlidedropError
from slidedrop.lab.work import cluster as joining
from slidedrop.lab.work.place import working
from tests.cli.talking import Said, slidedrop
from tests.lab.killing import ENVIRONMENT
from tests.lab.work.chunks import killed_after, napped
from tests.lab.work.clusters import TestCluster, results_without_times, running_cluster
from tests.twins.weights2048 import random_weights

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DROPS: Final = ("match", "connect4", "--size", "5x4", "--player", "search:2", "--player", "casual")
PLACES: Final = ("one", "two", "cluster")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestCluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture(autouse=True)
def compiled(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the started processes use the kernels that are already compiled."""
    monkeypatch.setenv("SLIDEDROP_HOME", ENVIRONMENT["SLIDEDROP_HOME"])


def place(name: str, cluster: TestCluster) -> tuple[object, ...]:
    return ("--on", cluster.address) if name == "cluster" else ("--jobs", PLACES.index(name) + 1)


def test_a_match_is_the_same_on_one_process_on_two_and_on_a_cluster(cluster: TestCluster, tmp_path: Path) -> None:
    for name in PLACES:
        assert slidedrop(*DROPS, "--games", 16, *place(name, cluster), "--folder", tmp_path / name).code == 0
    one, two, many = (results_without_times(tmp_path / name) for name in PLACES)
    assert len(one.splitlines()) == 16
    assert one == two == many


def test_a_sequential_test_is_answered_after_the_same_games(cluster: TestCluster, tmp_path: Path) -> None:
    said = [
        slidedrop(*DROPS, "--games", 200, "--sprt", 50, *place(name, cluster), "--folder", tmp_path / name).out
        for name in ("two", "cluster")
    ]
    assert "Answered after" in said[0]
    assert said[0] == said[1]


def test_network_weights_are_sent_to_the_cluster_by_content(
    cluster: TestCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # no worker runs in this folder: a relative path would not be found there
    random_weights(tmp_path / "own.weights")
    match = ("match", "2048", "--player", "network:1", "--weights", "own.weights", "--games", 2)
    for name in ("one", "cluster"):
        assert slidedrop(*match, *place(name, cluster), "--folder", tmp_path / name).code == 0
    assert results_without_times(tmp_path / "one") == results_without_times(tmp_path / "cluster")


def test_a_book_is_the_same_on_one_process_on_two_and_on_a_cluster(cluster: TestCluster, tmp_path: Path) -> None:
    for name in PLACES:
        small = ("--size", "5x4", "--megabytes", 2, "--folder", tmp_path / name)
        assert slidedrop("book", "build", "--ply", 5, *small, *place(name, cluster)).code == 0
    one, two, many = ((tmp_path / name / "connect4-5x4.book").read_bytes() for name in PLACES)
    assert one == two == many


def test_a_data_set_and_a_tournament_are_the_same_on_a_cluster(cluster: TestCluster, tmp_path: Path) -> None:
    found = list[tuple[bytes, str]]()
    for name in ("one", "cluster"):
        small, path = ("--size", "5x4", *place(name, cluster)), tmp_path / f"{name}.npz"
        assert slidedrop("dataset", "connect4", "--positions", 150, *small, path).code == 0
        field = ("random", "greedy", "beginner", "--games", 4, "--folder", tmp_path / name)
        found.append((path.read_bytes(), slidedrop("tournament", "connect4", *field, *small).out))
    assert found[0] == found[1]


def test_a_worker_killed_in_the_middle_changes_nothing(cluster: TestCluster) -> None:
    with working(cluster.address, 1) as work:
        results = work(napped, range(12))
        first = next(results)
        cluster.kill_worker()
        cluster.add_worker()
        rest = list(results)
    assert sorted(number for number, _ in (first, *rest)) == list(range(12))


def test_a_worker_with_other_sources_refuses_to_work(cluster: TestCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "fingerprint", lambda: "another")
    with working(cluster.address, 1) as work, pytest.raises(SlidedropError, match="another slidedrop"):
        list(work(abs, [1]))


def refused(*arguments: object) -> str:
    said: Said = slidedrop("match", "connect4", *arguments, "--player", "random", "--games", 2)
    assert (said.code != 0, said.out) == (True, "")
    return said.err


def test_bad_cluster_addresses_and_file_players_are_refused(
    cluster: TestCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    def choose(self, position):\n        return position.legal_moves()[0]\n"
    )
    own = f"{tmp_path / 'bot.py'}:Bot"
    assert f"'{own}' is a file" in refused("--on", cluster.address, "--player", own)
    assert "neither 'local' nor" in refused("--on", "elsewhere", "--player", "greedy")
    assert "TLS files" in refused("--on", "tls://127.0.0.1:9", "--player", "greedy")
    monkeypatch.setattr(joining, "_PATIENCE", 1)
    assert "scheduler" in refused("--on", "tcp://127.0.0.1:9", "--player", "greedy")


def test_without_a_worker_or_a_scheduler_nothing_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_cluster(tmp_path, workers=0) as empty:
        monkeypatch.setattr(joining, "_PATIENCE", 1)
        assert "dask worker tcp://" in refused("--on", empty.address, "--player", "greedy")
        monkeypatch.undo()
        empty.add_worker()
        with (
            working(empty.address, 1) as work,
            pytest.raises(SlidedropError, match="scheduler has stopped"),
        ):
            list(work(partial(killed_after, 3, empty.scheduler.pid), range(10)))
