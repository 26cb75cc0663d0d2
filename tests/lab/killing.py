"""Trials of kill -9 for quick and soak tests: a match or a training is killed at a random moment and resumed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

from slidedrop.lab.arena.scoresheet import NAME, results_in
from slidedrop.twenty48.engine.sealed import read_sealed
from slidedrop.twenty48.training import checkpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from slidedrop.lab.arena.match import Result

ENVIRONMENT: Final = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
"""The environment from before a test gets its own home folder; its kernels are already compiled."""
_PATIENCE: Final = 240


def started(*arguments: object) -> subprocess.Popen[str]:
    """Start the program without output."""
    command = [sys.executable, "-m", "slidedrop", *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=ENVIRONMENT)


def finished(*arguments: object) -> tuple[int, str]:
    """Run the program to its end and return its exit code and output."""
    with started(*arguments) as process:
        said = process.communicate(timeout=_PATIENCE)[0]
    return process.returncode, said


def kill_during_match(folder: Path, trial: int, *, games: int = 40) -> None:
    """Kill a match after a few games, cut its last line, resume it, and compare it with an uninterrupted one."""
    chance = random.Random(trial)
    match = ["match", "2048", "--player", "random", "--player", "greedy", "--size", 3, "--games", games]
    place = ["--seed", trial, "--folder", folder]
    goal = chance.randrange(1, games)
    killed([*match, *place, "--jobs", 1 + trial % 2], lambda: len(results_in(folder)) >= goal, chance)
    before = results_in(folder)
    _tear(folder / NAME, chance)
    assert finished(*match, *place, "--jobs", 1, "--resume")[0] == 0
    after = results_in(folder)
    assert after[: len(before)] == before
    assert len(after) == len({result.unit for result in after}) == 2 * games
    assert finished(*match, "--seed", trial, "--folder", folder / "whole", "--jobs", 1)[0] == 0
    assert _told(after) == _told(results_in(folder / "whole"))


def kill_during_training(folder: Path, trial: int) -> None:
    """Kill a training that saves continuously, soon after it made progress, and resume it from its checkpoint."""
    chance = random.Random(trial)
    train = ["train", "2048", "--folder", folder, "--minutes", 60, "--keep", 0, "--threads", 1]
    moves = moves_in(folder)
    again = ["--resume"] if moves else ["--size", 2, "--seed", trial]
    killed([*train, *again], lambda: moves_in(folder) > moves, chance)
    assert checkpoint.resume(folder).tally[0] > moves


def moves_in(folder: Path) -> int:
    """Return the number of moves in the last checkpoint of a training; 0 if there is none."""
    if not checkpoint.exists(folder):
        return 0
    header, _ = read_sealed(folder / "training.sealed", checkpoint.MAGIC, "a checkpoint")
    return sum(int(tally[0]) for tally in header["tallies"])


def killed(arguments: Sequence[object], due: Callable[[], bool], chance: random.Random) -> None:
    """Start the program and kill it soon after the condition holds."""
    end = time.monotonic() + _PATIENCE
    with started(*arguments) as process:
        while not due():
            assert process.poll() is None, process.communicate()[0]
            assert time.monotonic() < end
            time.sleep(0.01)
        time.sleep(chance.random() * 0.2)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=_PATIENCE)


def _tear(path: Path, chance: random.Random) -> None:
    """Leave an incomplete line at the end, like a power cut."""
    line = b"1f22ab07 " + json.dumps({"round": 1, "seat": 0}).encode()
    with path.open("ab") as file:
        file.write(line[: chance.randrange(len(line))])


def _told(results: list[Result]) -> dict[tuple[int, int], tuple[int, int]]:
    return {result.unit: (result.score, result.moves) for result in results}
