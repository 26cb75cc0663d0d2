"""A program that plays until it is killed, and prints each command after it is saved.

python play_until_killed.py 7           one line on stdout for every command that the session has acknowledged
"""

from __future__ import annotations

import json
import random
import sys

from slidedrop.core.command import Command
from slidedrop.records.library import Library
from slidedrop.session import Session
from slidedrop.twenty48 import Game


def play(seed: int) -> None:
    """Play one game after the other in the same library until the process is killed."""
    chance = random.Random(seed)
    while True:
        opened = Library().put(Game(seed=seed))
        session = Session(opened.game, opened.journal)
        while session.game.outcome is None:
            command = chosen(chance)
            if session.do(command) is not None:
                sys.stdout.write(f"{opened.number} {json.dumps(command.to_json())}\n")
                sys.stdout.flush()


def chosen(chance: random.Random) -> Command:
    """Return a move, or sometimes an undo, a redo or a hint."""
    if chance.random() < 0.2:
        return Command(chance.choice(["undo", "redo", "hint"]))
    return Command("move", chance.choice(["up", "down", "left", "right"]))


if __name__ == "__main__":
    play(int(sys.argv[1]))
