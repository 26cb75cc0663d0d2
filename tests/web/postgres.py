"""A private PostgreSQL for the tests: started on first use, stopped with the process that started it.

PostgreSQL refuses to run as root, so its programs run as the user that its package created.
"""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from random import SystemRandom
from typing import Final

import psycopg
import pytest

_BINARIES: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
_numbers: Final = count(1)


class Postgres:
    """A cluster in a separate folder, on loopback only."""

    def __init__(self) -> None:
        found = shutil.which("initdb")
        missing_program("postgresql", found or _BINARIES)
        self._programs = Path(found).parent if found else _BINARIES[-1]
        self._folder = Path(tempfile.mkdtemp(prefix="slidedrop-pg-"))
        self.port = free_port()
        (self._folder / "password").write_text("test")
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
            shutil.chown(self._folder / "password", "postgres")
        self._run("initdb", "-U", "slidedrop", f"--pwfile={self._folder}/password", "-A", "scram-sha-256", "-N")
        self.start()
        atexit.register(self._remove)

    def _run(self, program: str, *arguments: str) -> None:
        own = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*own, str(self._programs / program), "-D", f"{self._folder}/data", *arguments]
        # Its output goes to a file: the server inherits it, and a pipe would never end.
        with (self._folder.parent / f"{self._folder.name}.log").open("ab") as log:
            subprocess.run(command, check=True, cwd="/", stdout=log, stderr=log)

    def start(self) -> None:
        """Start the cluster, and wait until it answers."""
        options = f"-k {self._folder} -h 127.0.0.1 -p {self.port} -c max_connections=60 -c shared_buffers=16MB"
        self._run("pg_ctl", "-w", "-o", options, "start")

    @property
    def pid(self) -> int:
        """The id of its main process."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        """Stop the cluster; clients lose their connections."""
        self._run("pg_ctl", "-w", "-m", "fast", "stop")

    def database(self) -> str:
        """Return the address of a new, empty database."""
        name = f"games{next(_numbers)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://slidedrop:test@127.0.0.1:{self.port}/{name}"

    def _remove(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)
        (self._folder.parent / f"{self._folder.name}.log").unlink(missing_ok=True)


@cache
def postgres() -> Postgres:
    """Return the PostgreSQL of this test process."""
    return Postgres()


def new_database(kind: str, folder: Path) -> str:
    """Return the path or address of a new, empty database of a kind."""
    return postgres().database() if kind == "postgres" else str(folder / "games.sqlite3")


def missing_program(package: str, found: object) -> None:
    """Skip a test for which a package is missing; with CI=true, fail it."""
    if found:
        return
    assert os.environ.get("CI") != "true", f"{package} is missing; tools/system_packages.py brings it"
    pytest.skip(f"{package} is missing; tools/system_packages.py brings it")


def free_port() -> int:
    """Return a free port outside the range from which the system assigns ports."""
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
