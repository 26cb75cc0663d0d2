"""Measure two git revisions alternately and print medians: 2048 search, Connect-4 solver, maximum load of a server.

    python benchmarks/compare_revisions.py BEFORE [AFTER] [--runs 7] [--only search|solver|server]

Each revision is checked out under .bench/revisions and runs its own benchmark code in fresh processes of this Python.
The first run of each compiles and is not counted. Packages that only one revision needs are installed in its folder.
The results (points, node counts, values) are compared too, because times are comparable only for equal searches.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path
from statistics import median
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
SEARCH: Final = """
games, seconds = bench("bench_2048").searched(load_network(), 2, range(3))
figures = {"search depth 3, CPU ms per move": 1000 * seconds}
results = games
"""
SOLVER: Final = """
module, figures, results = bench("bench_connect4"), {}, []
for discs, number in (((14, 16), 60), ((18, 20), 500), ((22, 24), 2000)):
    positions = module.random_positions(Random(7), 7, 6, number, discs)
    seconds, nodes, values = module.measured(7, 6, positions)
    figures[f"solver, {discs[0]} to {discs[1]} discs, CPU us per position"] = 1e6 * seconds
    results += [nodes, values]
"""
SERVER: Final = """
module = bench("bench_web")

async def ceiling(port, pid):
    seen, players = module.Measured(), [module.Player(port, number) for number in range(200)]
    for player in players:
        await player.begin(seen)
    await module.as_fast_as_possible(players, 2, module.Measured())
    before, measured = cpu(pid), module.Measured()
    rate = await module.as_fast_as_possible(players, 10, measured)
    used = cpu(pid) - before
    for player in players:
        player.end()
    milliseconds = 1000 * used / len(measured.milliseconds)
    return {"server, moves per second": rate, "server, CPU ms per move": milliseconds}, measured.errors

def cpu(pid):
    fields = open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

with tempfile.TemporaryDirectory() as folder:
    command = [sys.executable, "-c", module.SERVE, "--port", "0", "--database", f"{folder}/games.sqlite3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int(server.stdout.readline().split(":")[-1].strip().rstrip("/"))
            figures, results = asyncio.run(ceiling(port, server.pid))
        finally:
            server.terminate()
"""
PROBES: Final = {"search": SEARCH, "solver": SOLVER, "server": SERVER}
FRAME: Final = """
import asyncio, importlib, json, os, subprocess, sys, tempfile
from pathlib import Path
from random import Random

def bench(name):
    folder = "benchmarks" if Path("benchmarks").exists() else "tests.bench"
    return importlib.import_module(f"{folder}.{name}")

def load_network():
    from slidedrop.twenty48.engine.weights import load_network
    return load_network()
"""


class Revision:
    """A revision in its own folder."""

    def __init__(self, name: str) -> None:
        self.commit = output("git", "rev-parse", "--short=12", f"{name}^{{commit}}")
        self.folder = ROOT / ".bench" / "revisions" / self.commit
        if not self.folder.exists():
            output("git", "worktree", "add", "--quiet", "--detach", str(self.folder), self.commit)
        self._extra = self.folder / ".packages"
        self._install_missing()

    def _install_missing(self) -> None:
        """Install the packages of its constraints that this Python does not have."""
        present = {plain(distribution.metadata["Name"]) for distribution in distributions()}
        lines = (self.folder / "constraints.txt").read_text().splitlines()
        pins = [line for line in lines if "==" in line and plain(line.partition("==")[0]) not in present]
        if pins and not self._extra.exists():
            output(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(self._extra), *pins)

    def run(self, probe: str) -> tuple[dict[str, float], Any]:
        """Return the figures of one run, and its results."""
        path = [str(self.folder / "src"), str(self.folder), str(self._extra)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "SLIDEDROP_HOME": str(self.folder / ".home")}
        code = f"{FRAME}\n{PROBES[probe]}\nprint(json.dumps([figures, results], default=int))"
        command = [sys.executable, "-c", code]
        printed = subprocess.run(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        figures, results = json.loads(printed.stdout.splitlines()[-1])
        return figures, results


def plain(name: str) -> str:
    """Return the normalised name of a package."""
    return name.lower().replace("_", "-")


def output(*command: str) -> str:
    """Run a command and return what it prints."""
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def compare(probe: str, before: Revision, after: Revision, runs: int) -> None:
    """Print the medians of one benchmark."""
    seen: dict[str, list[dict[str, float]]] = {before.commit: [], after.commit: []}
    results = [revision.run(probe)[1] for revision in (before, after)]
    print(f"{probe}: results {'are the same' if results[0] == results[1] else 'DIFFER'}", flush=True)
    for number in range(runs):
        for revision in (before, after) if number % 2 == 0 else (after, before):
            seen[revision.commit].append(revision.run(probe)[0])
    for name in seen[before.commit][0]:
        old, new = (sorted(figures[name] for figures in seen[revision.commit]) for revision in (before, after))
        spread = f"{old[0]:.4g} to {old[-1]:.4g}; {new[0]:.4g} to {new[-1]:.4g}"
        ratio = median(new) / median(old)
        print(f"  {name:48} {median(old):10.4g} {median(new):10.4g}   x {ratio:.3f}   ({spread})", flush=True)


def main() -> None:
    """Compare two revisions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after", nargs="?", default="HEAD")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", choices=PROBES, action="append")
    asked = parser.parse_args()
    before, after = Revision(asked.before), Revision(asked.after)
    print(f"{before.commit} against {after.commit}, median of {asked.runs}; load {os.getloadavg()[0]:.1f}", flush=True)
    for probe in asked.only or PROBES:
        compare(probe, before, after, asked.runs)


if __name__ == "__main__":
    main()
