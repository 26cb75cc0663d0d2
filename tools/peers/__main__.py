"""Measure slidedrop's environments and those of other packages: `python -m tools.peers [NAME ...]` (make bench-peers).

`--batch 64` measures everything once with a small batch, as a test.
Each package gets its own environment in .venv/peers; packages that cannot be installed are reported and skipped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
VENVS = HERE.parents[1] / ".venv" / "peers"
PEERS = {
    "pgx": ["pgx", "jax"],
    "jumanji": ["jumanji"],
    "envpool": ["envpool", "gymnasium"],
    "open_spiel": ["open_spiel"],
    "gymnasium-2048": ["gymnasium-2048"],
    "pettingzoo": ["pettingzoo", "pygame"],
    "pufferlib": ["pufferlib"],
}


def installed(name: str) -> Path | None:
    """Return the Python of a peer's environment, created if necessary; None if it cannot be installed."""
    folder = VENVS / name
    python, mark = folder / "bin" / "python", folder / "installed"
    if not mark.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
        done = subprocess.run([*pip, *PEERS[name]], check=False, capture_output=True, text=True)
        if done.returncode:
            print(f"{name}: does not install: {done.stderr.strip().splitlines()[-1]}", flush=True)
            return None
        mark.touch()
    return python


def measured(name: str, batch: str) -> dict[str, float | str]:
    """Return the figures of one package; empty if it cannot be measured."""
    python = Path(sys.executable) if name == "slidedrop" else installed(name)
    if python is None:
        return {}
    command = [str(python), str(HERE / "measure.py"), name, batch]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        print(f"{name}: cannot be measured: {(done.stderr.strip().splitlines() or ['?'])[-1]}", flush=True)
        return {}
    found: dict[str, float | str] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print steps per CPU second, and the ratio of slidedrop to each package."""
    asked = argparse.ArgumentParser()
    asked.add_argument("names", nargs="*", metavar="NAME")
    asked.add_argument("--batch", default="4096")
    given = asked.parse_args()
    names = given.names or list(PEERS)
    if unknown := set(names) - set(PEERS):
        asked.error(f"unknown: {', '.join(unknown)}; the peers are {', '.join(PEERS)}")
    for name in names:
        installed(name)
    ours: dict[str, float | str] = {}
    for name in ("slidedrop", *names):
        found = measured(name, given.batch)
        if found:
            print(f"{name} {found.pop('version')}", flush=True)
        for what, figure in found.items():
            print(f"    {what:45} {figure:14,.0f}{_times(what, figure, ours)}", flush=True)
        ours = ours or found


def _times(what: str, figure: float | str, ours: dict[str, float | str]) -> str:
    own = ours.get(what)
    return "" if own is None else f" ({float(own) / float(figure):.0f}x)"


if __name__ == "__main__":
    main()
