"""Make the hundred puzzles that ship, or check them: `python -m tools.puzzles make [GAME]`, `... check`.

    Connect-4   positions of seeded games of weak opponents in which one move alone keeps the win or the draw: proven
    2048        boards of seeded, careless games where the best slide is better by 8 % at four plies, and by five
                standard errors when both are played on 16 times

The boards that ship were found in some processes, from the seeds 50,000, 51,000, 52,000 and on. A check searches one
ply deeper, plays on from both slides 120 times on other tiles, and solves Connect-4 again.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import astuple
from itertools import islice
from pathlib import Path
from typing import Final

from slidedrop.analysis.connect4.answers import answers_for, sign
from slidedrop.analysis.puzzle import Puzzle, shipped
from slidedrop.analysis.twenty48.judge import Judge, compare, judge_for
from slidedrop.connect4.perfect import analyse
from slidedrop.connect4.position import Position
from slidedrop.players.learned import searcher
from slidedrop.players.registry import player_called
from slidedrop.twenty48 import Board, Game, Rules
from slidedrop.twenty48.engine.expectimax import Expectimax
from slidedrop.twenty48.notation import read_position, write_position

FILE: Final = Path(__file__).parents[2] / "src" / "slidedrop" / "data" / "puzzles.json"
EACH: Final = 50
ERRORS: Final = 5.0
ROLLOUTS: Final = 16
MARGIN: Final = 0.08
CARELESS: Final = 0.1
"""The part of slides drawn at random in the games that give boards of 2048, so that there is trouble to be solved."""


def network() -> Expectimax:
    """Return the network that ships."""
    found = searcher(Rules())
    if found is None:
        raise SystemExit("the network is not here")
    return found


def connect4_puzzles(seed: int = 4) -> Iterator[Puzzle]:
    """Yield positions with one move that keeps what there is to keep; the further the end, the higher the grade."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    while True:
        position, moves = Position(), ""
        stop, level = draw.randrange(14, 31), draw.randrange(1, 4)
        player = player_called(f"teacher:{level}", "connect4", seed=draw.randrange(1 << 40))
        while not position.is_over and len(moves) < stop:
            move = player.choose(position)
            position, moves = position.play(move), moves + str(int(move) + 1)
        if not position.is_over and (best := only_move(position)) is not None:
            worth = answers_for(position, 5.0).solutions[best[0]].worst
            grade = min(5, 1 + worth.discs // 6) if best[1] > 0 else 4
            if grade > 1 or draw.random() < 0.1:
                yield Puzzle("connect4", moves, str(best[0] + 1), grade)


def only_move(position: Position) -> tuple[int, int] | None:
    """Return the one move that wins, or else draws, and the sign of its worth; None where there are more."""
    solutions = analyse(position, seconds=20.0, verdict_only=True)
    if len(solutions) < 3 or any(solution.verdict is None for solution in solutions.values()):
        return None
    best = max(sign(solution.low) for solution in solutions.values())
    moves = [move for move, solution in solutions.items() if sign(solution.low) == best]
    return (int(str(moves[0])), best) if len(moves) == 1 and best >= 0 else None


def puzzles_2048(first_seed: int = 50_000) -> Iterator[Puzzle]:
    """Yield boards with one slide that is clearly best; the more plies it takes to see it, the higher the grade."""
    expectimax, rules = network(), Rules()
    draw = random.Random(8)  # noqa: S311 - no secret
    judge = judge_for(rules)
    for seed in range(first_seed, first_seed + 1_000):
        game, player = Game(seed=seed), player_called("network:1", "2048")
        first = draw.randrange(50, 500)
        for slide in range(first + 40):
            if game.over:
                break
            found = clearly_best(game.board, judge, expectimax) if slide >= first else None
            if found is not None:
                yield Puzzle("2048", write_position(game.board), found, grade_of(game.board, found, judge))
                break
            careless = draw.random() < CARELESS
            game.move(draw.choice(game.legal_moves()) if careless else player.choose(game.position))


def clearly_best(board: Board, judge: Judge, expectimax: Expectimax) -> str | None:
    """Return the slide that is better than any other by a margin, or None; what costs little is asked first."""
    for values in (expectimax.search(board, 3).values, judge.slides(board)):
        ranking = sorted(values, key=values.__getitem__, reverse=True)
        if len(ranking) < 2 or values[ranking[0]] - values[ranking[1]] < MARGIN * values[ranking[0]]:
            return None
    if grade_of(board, ranking[0].value, judge) == 1 and board.tiles[0] % 8:  # most boards that a glance solves
        return None
    for number in (6, ROLLOUTS):
        margin = compare(board, ranking[0], ranking[1], Rules(), expectimax, number)
        if margin.mean < ERRORS * margin.error * (number / ROLLOUTS) ** 0.5:
            return None
    return ranking[0].value


def grade_of(board: Board, best: str, judge: Judge) -> int:
    """Return 1 where even the greedy player finds it, and one more for each ply that is needed."""
    choices = [move.value for move in judge.choices(board).values()]
    return 1 + next((number for number, move in enumerate(choices) if move == best), len(choices))


def make(*games: str) -> None:
    """Write the file; of a game that is not named the puzzles stay as they are."""
    puzzles = [] if not FILE.exists() else [puzzle for puzzle in shipped() if games and puzzle.game not in games]
    for game in games or KINDS:
        for puzzle in islice(KINDS[game](), EACH):
            puzzles.append(puzzle)
            print(*astuple(puzzle), flush=True)
    rows = sorted({astuple(puzzle) for puzzle in puzzles}, key=lambda row: (row[3], row))
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")


KINDS: Final = {"connect4": connect4_puzzles, "2048": puzzles_2048}


def check() -> int:
    """Return how many puzzles a longer search refutes."""
    expectimax, refuted = network(), 0
    for puzzle in shipped():
        if puzzle.game == "connect4":
            found = only_move(Position.from_moves(puzzle.position))
            right = found is not None and str(found[0] + 1) == puzzle.best
        else:
            board = read_position(puzzle.position)
            values = expectimax.search(board, 5).values
            ranking = sorted(values, key=values.__getitem__, reverse=True)
            margin = compare(board, ranking[0], ranking[1], Rules(), expectimax, 120, 1000)
            right = ranking[0].value == puzzle.best and margin.mean > 3 * margin.error
        refuted += not right
        if not right:
            print("refuted:", *astuple(puzzle), flush=True)
    print(f"{refuted} of {len(shipped())} refuted")
    return refuted


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(*sys.argv[2:])
    else:
        sys.exit(check())
