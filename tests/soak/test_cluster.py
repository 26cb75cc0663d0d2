"""Soak tests of a cluster: 2,000 games and a book of six plies have the same results while workers are killed."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from tests.lab.killing import ENVIRONMENT
from tests.lab.work.clusters import TestCluster, results_without_times, running_cluster

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MATCH = ("match", "connect4", "--player", "search:2", "--player", "casual", "--games", 2000)
BOOK = ("book", "build", "--ply", 6, "--megabytes", 512)


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestCluster]:
    monkeypatch.setenv("SLIDEDROP_HOME", ENVIRONMENT["SLIDEDROP_HOME"])
    (tmp_path / "cluster").mkdir()
    with running_cluster(tmp_path / "cluster") as running:
        yield running


def run(*arguments: object) -> int:
    """Run the program to its end without a time limit, and return its exit code."""
    command = [sys.executable, "-m", "slidedrop", *map(str, arguments)]
    return subprocess.run(command, env=ENVIRONMENT, check=False).returncode


def killing(cluster: TestCluster, over: threading.Event, every: float) -> None:
    """Kill a worker now and then, and start another in its place."""
    while not over.wait(every):
        cluster.kill_worker()
        cluster.add_worker()


def everywhere(cluster: TestCluster, folder: Path, every: float, *command: object) -> list[Path]:
    """Run a command on one process, on two, and on the cluster while its workers are killed; return the folders."""
    for jobs in (1, 2):
        assert run(*command, "--jobs", jobs, "--folder", folder / str(jobs)) == 0
    over = threading.Event()
    killer = threading.Thread(target=killing, args=(cluster, over, every))
    killer.start()
    try:
        assert run(*command, "--on", cluster.address, "--folder", folder / "cluster-run") == 0
    finally:
        over.set()
        killer.join()
    return [folder / "1", folder / "2", folder / "cluster-run"]


@pytest.mark.soak
def test_two_thousand_games_are_the_same_on_one_process_two_and_a_cluster(cluster: TestCluster, tmp_path: Path) -> None:
    one, two, many = map(results_without_times, everywhere(cluster, tmp_path, 15, *MATCH))
    assert len(one.splitlines()) == 2000
    assert one == two == many


@pytest.mark.soak
@pytest.mark.parametrize(("size", "every"), [("6x5", 20), ("7x6", 300)])  # takes minutes, and hours
def test_a_six_ply_book_is_the_same_on_one_process_two_and_a_cluster(
    cluster: TestCluster, tmp_path: Path, size: str, every: float
) -> None:
    folders = everywhere(cluster, tmp_path, every, *BOOK, "--size", size)
    one, two, many = ((folder / f"connect4-{size}.book").read_bytes() for folder in folders)
    assert one == two == many


def tls_files(folder: Path) -> dict[str, str]:
    """Create a CA and a certificate as in docs/how-to/cluster.md, and return the environment that names them."""
    key = ("-newkey", "rsa:2048", "-nodes")
    for command in (
        ("req", "-x509", *key, "-days", "30", "-subj", "/CN=our cluster", "-keyout", "ca.key", "-out", "ca.pem"),
        ("req", *key, "-subj", "/CN=node", "-keyout", "node.key", "-out", "node.csr"),
        ("x509", "-req", "-in", "node.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "node.pem"),
    ):
        subprocess.run(["openssl", *command], cwd=folder, check=True, capture_output=True)
    names = {"CA_FILE": "ca.pem"}
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        names |= {f"{role}__CERT": "node.pem", f"{role}__KEY": "node.key"}
    files = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(folder / file) for name, file in names.items()}
    return {**files, "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True"}


@pytest.mark.soak
def test_a_tls_cluster_refuses_clients_without_the_certificate_files(tmp_path: Path) -> None:
    files = tls_files(tmp_path)
    match = [sys.executable, "-m", "slidedrop", "match", "2048", "--size", "2", "--player", "greedy", "--games", "4"]
    with running_cluster(tmp_path, 1, protocol="tls://", **files) as cluster:
        assert cluster.address.startswith("tls://127.0.0.1:")
        plain = cluster.address.replace("tls", "tcp")
        for place, known, code in ((cluster.address, files, 0), (cluster.address, {}, 1), (plain, {}, 1)):
            command = [*match, "--on", place, "--folder", str(tmp_path / f"{place[:3]}-{len(known)}")]
            assert subprocess.run(command, env={**ENVIRONMENT, **known}, check=False).returncode == code
