"""Measure the overhead of a match: 1,000 games between two classes that play in this process.

python benchmarks/bench_arena.py          target: at most twice the players' time in total
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from slidedrop.connect4 import Rules
from slidedrop.lab.arena.match import Entrant, Match
from slidedrop.lab.arena.scoresheet import Scoresheet
from slidedrop.players.external import ClassPlayer
from slidedrop.players.protocol import AnyPosition

GAMES = 1_000
BOT = """
from slidedrop.connect4 import Position

class Careful:
    def choose(self, position: Position) -> int:
        legal = position.legal_moves()
        for column in legal:
            if position.play(column).is_over:
                return column
        threats = [c for c in position.passed().legal_moves() if position.passed().play(c).is_over]
        return threats[0] if threats else min(legal, key=lambda column: abs(2 * column - 6))

class Steady(Careful):
    pass
"""
spent = 0.0
_choose = ClassPlayer.choose


def timed(self: ClassPlayer, position: AnyPosition) -> object:
    """Choose a move, and add its CPU time to the total."""
    global spent  # noqa: PLW0603 - a bench
    began = time.process_time()
    move = _choose(self, position)
    spent += time.process_time() - began
    return move


def main() -> None:
    """Play the match, and print both times."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bots.py"
        path.write_text(BOT)
        match = Match(Rules(), (Entrant(f"{path}:Careful"), Entrant(f"{path}:Steady")))
        ClassPlayer.choose = timed  # type: ignore[method-assign]
        began = time.process_time()
        with Scoresheet.open(Path(folder) / "match", match.header()) as sheet:
            for result in map(match.play, match.units(GAMES // 2)):
                sheet.add(result)
        whole = time.process_time() - began
    sys.stdout.write(
        f"{GAMES} games: {whole:.2f} s of CPU, {spent:.2f} s of it the players' own: {whole / spent:.2f} times\n"
    )


if __name__ == "__main__":
    main()
