"""Make the hundred bundled puzzles, or check them: `python -m tools.puzzles make [GAME]`, `... check`.

    Connect-4   positions of seeded games of careless players with only one move that saves the win or the draw (proven)
    2048        boards of seeded, careless games where the best slide is 8% better at three and at four plies, and
                8% and five standard errors better in 60 rollouts of each; other slides are five standard errors worse

A seed always gives the same puzzle or none, so `make` always writes the same file. It uses the first puzzles of each
game, with few very easy ones, and sorts them by difficulty; each fifth is a grade. A check searches one ply deeper,
plays 120 rollouts from both slides on other tiles, and solves Connect-4 again.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import astuple, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from slidedrop.analysis.connect4.answers import sign
from slidedrop.analysis.puzzle import Puzzle, shipped
from slidedrop.analysis.twenty48.judge import Judge, compare, judge_for
from slidedrop.connect4.engine.perfect import analyse
from slidedrop.connect4.position import Position
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Board, Direction, Game, Rules
from slidedrop.twenty48.engine.expectimax import Expectimax, searcher
from slidedrop.twenty48.heuristic import judge as glance
from slidedrop.twenty48.notation import read_position
from slidedrop.twenty48.position import Position as Position2048

FILE: Final = Path(__file__).parents[2] / "src" / "slidedrop" / "data" / "puzzles.json"
ERRORS: Final = 5.0
ROLLOUTS: Final = 60
MARGIN: Final = 0.08
CARELESS: Final = 0.1
"""The fraction of random slides in the games that give boards of 2048, so that difficult boards occur."""
CARELESS_4: Final = 0.3
FURTHEST: Final = 21
"""The maximum number of discs until the end in a puzzle."""
Found = tuple[tuple[float, ...], Puzzle]
"""The difficulty of a puzzle, and the puzzle."""


@cache
def network() -> Expectimax:
    """Return the bundled network."""
    found = searcher(Rules())
    if found is None:
        raise SystemExit("the network is not here")
    return found


def connect4_puzzle(seed: int) -> Found | None:
    """Return a position with one move that keeps the result; the further the end, the harder."""
    draw, position, moves = random.Random(seed), Position(), ""  # noqa: S311 - no secret
    stop, player = draw.randrange(12, 31), make_player("greedy", "connect4")
    while not position.is_over and len(moves) < stop:
        careless = draw.random() < CARELESS_4
        move = draw.choice(position.legal_moves()) if careless else player.choose(position)
        position, moves = position.play(move), moves + str(int(str(move)) + 1)
    best = None if position.is_over else only_move(position)
    if best is None:
        return None
    discs = analyse(position, seconds=60.0).values[best[0]].worst.discs or position.rules.cells - len(moves) + 1
    return ((discs,), Puzzle("connect4", moves, str(best[0] + 1), 0)) if discs <= FURTHEST else None


def only_move(position: Position) -> tuple[int, int] | None:
    """Return the only move that wins (or draws, if none wins), and the sign of its value; None if there are several."""
    solutions = analyse(position, seconds=20.0, verdict_only=True).values
    if len(solutions) < 3 or any(solution.verdict is None for solution in solutions.values()):
        return None
    best = max(sign(solution.low) for solution in solutions.values())
    moves = [move for move, solution in solutions.items() if sign(solution.low) == best]
    return (int(str(moves[0])), best) if len(moves) == 1 and best >= 0 else None


def puzzle_2048(seed: int) -> Found | None:
    """Return a board with one clearly best slide; the more plies are needed to see it, the harder."""
    expectimax, judge, draw = network(), judge_for(Rules()), random.Random(seed)  # noqa: S311 - no secret
    game, player = Game(seed=seed), make_player("network:1", "2048")
    first = draw.randrange(50, 500)
    for slide in range(first + 40):
        if game.is_over:
            break
        found = clearly_best(game.board, judge, expectimax) if slide >= first else None
        if found is not None and not is_best_of_all(game.board, found, ROLLOUTS, 0, ERRORS):
            return None
        if found is not None:
            return difficulty(game.board, found, judge), Puzzle("2048", game.board.to_text(), found.value, 0)
        careless = draw.random() < CARELESS
        game.play(draw.choice(game.legal_moves()) if careless else player.choose(game.position))
    return None


def clearly_best(board: Board, judge: Judge, expectimax: Expectimax) -> Direction | None:
    """Return the slide that is better than any other by a margin, or None; cheap tests come first."""
    for values in (expectimax.search(board, 3).values, judge.slides(board)):
        ranking = sorted(values, key=values.__getitem__, reverse=True)
        if len(ranking) < 2 or values[ranking[0]] - values[ranking[1]] < MARGIN * values[ranking[0]]:
            return None
    for number in (6, ROLLOUTS):
        margin = compare(board, ranking[0], ranking[1], Rules(), expectimax, number)
        if margin.mean < max(MARGIN * values[ranking[0]], ERRORS * margin.error * (number / ROLLOUTS) ** 0.5):
            return None
    return ranking[0]


def is_best_of_all(board: Board, best: Direction, rollouts: int, first: int, errors: float) -> bool:
    """Return whether a slide beats every other one by some standard errors in rollouts."""
    others = [move for move in Position2048(board).legal_moves() if move != best]
    margins = (compare(board, best, other, Rules(), network(), rollouts, first) for other in others)
    return all(margin.mean > errors * margin.error for margin in margins)


def difficulty(board: Board, best: Direction, judge: Judge) -> tuple[float, ...]:
    """Return how many players of increasing strength miss it, and how much better another slide looks at a glance."""
    looks = {move: glance(Position2048(board).play(move), 0) for move in Position2048(board).legal_moves()}
    others = max(look for move, look in looks.items() if move != best)
    return sum(move != best for move in judge.choices(board).values()), (others - looks[best]) / board.largest


def first_ones(kind: str) -> list[Puzzle]:
    """Return the graded puzzles of the first seeds that give one."""
    make_one, first, number, most_easy, is_easy = KINDS[kind]
    taken: dict[str, Found] = {}
    easy = 0
    for found in filter(None, map(make_one, count(first))):
        easy += is_easy(found[0])
        if not is_easy(found[0]) or easy <= most_easy:
            taken.setdefault(found[1].position, found)
            print(len(taken), *found[0], *astuple(found[1]), flush=True)
        if len(taken) == number:
            break
    return graded(list(taken.values()))


def graded(taken: list[Found]) -> list[Puzzle]:
    """Return puzzles sorted by difficulty, in five equal grades."""
    ranked = sorted(taken, key=lambda one: (one[0], one[1].position))
    return [replace(puzzle, grade=1 + 5 * at // len(taken)) for at, (_, puzzle) in enumerate(ranked)]


def make(*games: str) -> None:
    """Write the file; puzzles of games that are not named stay unchanged."""
    puzzles = [puzzle for puzzle in shipped() if games and puzzle.game not in games] if FILE.exists() else []
    rows = [astuple(puzzle) for puzzle in puzzles + [one for game in games or KINDS for one in first_ones(game)]]
    rows.sort(key=lambda row: row[3])
    FILE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")


KINDS: Final[dict[str, tuple[Callable[[int], Found | None], int, int, int, Callable[[tuple[float, ...]], bool]]]] = {
    "connect4": (connect4_puzzle, 4_000, 75, 10, lambda hard: hard[0] < 6),
    "2048": (puzzle_2048, 50_000, 25, 15, lambda hard: hard[0] == 0),
}
"""For each game: the function that makes a puzzle from a seed, the first seed, the number of puzzles, the maximum
number of easy ones, and the test for an easy one: a win within five discs, or a slide that the greedy player finds."""


def is_right(puzzle: Puzzle) -> bool:
    """Return whether a longer search finds the same move and no equally good one."""
    if puzzle.game == "connect4":
        found = only_move(Position.from_moves(puzzle.position))
        return found is not None and str(found[0] + 1) == puzzle.best
    board = read_position(puzzle.position)
    best = network().search(board, 5).best
    return best is not None and best.value == puzzle.best and is_best_of_all(board, best, 120, 1000, 3.0)


def check() -> int:
    """Print the puzzles that a longer search refutes, and return their number."""
    refuted = [puzzle for puzzle in shipped() if not is_right(puzzle)]
    for puzzle in refuted:
        print("refuted:", *astuple(puzzle), flush=True)
    print(f"{len(refuted)} of {len(shipped())} refuted")
    return len(refuted)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(*sys.argv[2:])
    else:
        sys.exit(check())
