"""One trial of kill -9 during play, for quick and soak tests."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from slidedrop.core.command import Command
from slidedrop.records.library import Library
from slidedrop.records.replay import replay

CHILD = Path(__file__).with_name("play_until_killed.py")


def kill_during_play(trial: int) -> None:
    """Let a child process play, kill it at a random moment, and check that every acknowledged command is saved."""
    acknowledged = _said_before_its_end(trial)
    assert acknowledged
    shelf = Library()
    for number in {number for number, _ in acknowledged}:
        said = [command for game, command in acknowledged if game == number]
        kept = list(shelf.record(number).commands)
        assert kept[: len(said)] == said
        assert len(kept) <= len(said) + 1
    last = shelf.numbers()[-1]
    if last in {number for number, _ in acknowledged}:
        opened = shelf.take(last)
        with opened.journal:
            assert opened.game.summary() == replay(shelf.record(last)).summary()


def _said_before_its_end(trial: int) -> list[tuple[int, Command]]:
    chance = random.Random(trial)
    unmeasured = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = [sys.executable, str(CHILD), str(trial)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=unmeasured) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(chance.randrange(1, 60))]
        time.sleep(chance.random() * 0.005)
        child.kill()
        lines += child.stdout.read().splitlines(keepends=True)
    return [_read(line) for line in lines if line.endswith("\n")]


def _read(line: str) -> tuple[int, Command]:
    number, command = line.split(" ", 1)
    return int(number), Command.from_json(json.loads(command))
