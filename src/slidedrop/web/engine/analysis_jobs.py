"""Analyses in a worker process: every column's value; graded moves, a few at a time from the end.

    ply   1 2 3 4 5 6 7 8 9 10 11
                    └──────────┘  first answer: late moves cost least, and fill the transposition table
          └───────┘               second answer

Runs in a separate process, like the players; see `move_jobs.py`.
"""

from typing import Final

from slidedrop.core.command import Command
from slidedrop.core.errors import MissingEngine
from slidedrop.core.game import Game
from slidedrop.engine.wasm import is_portable
from slidedrop.games import spec_of
from slidedrop.records.replay import begin, do_all
from slidedrop.web.engine.move_jobs import QUICK_SECONDS, Answer, answered, checked_open, load_engine

MOST_SECONDS: Final = 3.0
"""The time limit per position, in seconds."""
ALL_SECONDS: Final = 24.0
"""The limit of CPU seconds for one answer."""
MOST_MOVES: Final = 8
"""The most moves that one answer grades."""


def scores(text: str, seconds: float) -> Answer:
    """Return the value of every legal move."""
    return answered(text, lambda game: _scores(checked_open(game), seconds), ALL_SECONDS)


def quick_scores(text: str, seconds: float) -> Answer:
    """Return the values of all legal moves if they are proven in milliseconds; otherwise a sign that it takes longer.

    The limit is processor time, which does not depend on other programs.
    """
    brief = min(seconds, 10 * QUICK_SECONDS)
    found = answered(text, lambda game: _scores(_loaded(checked_open(game)), brief), QUICK_SECONDS)
    return found if found.get("is_proven", True) else {"late": "yes"}


def review(text: str, before: int | None, seconds: float) -> Answer:
    """Return the grades of the moves before a ply, counted from 0; without one, of the last moves."""
    return answered(text, lambda game: _review(game, before, seconds), ALL_SECONDS)


def _loaded(game: Game) -> Game:
    load_engine(game)
    return game


def _scores(game: Game, seconds: float) -> Answer:
    spec = spec_of(game)
    found = spec.load(spec.values, "values of moves")(game.position, seconds=seconds).to_json()
    return {**found, "notice": found["notice"] or _notice()}


def _review(game: Game, before: int | None, seconds: float) -> Answer:
    spec = spec_of(game)
    spec.load(spec.values, "values of moves")  # on which the grades are based
    line = game.line()
    of = len(line) - (line[-1:] == ["resign"])
    end = of if before is None else min(before, of)
    since = max(0, end - max(1, min(MOST_MOVES, int(MOST_SECONDS / seconds))))
    part = game if end == of else _until(game, end)
    found = spec.load(spec.review, "review")(part, since=since, seconds_a_move=seconds).to_json()
    told = {name: found[name] for name in ("moves", "start", "start_height")}
    ending = found["ending"] if end == of else ""
    return {**told, "before": since, "of": of, "ending": ending, "notice": found["notice"] or _notice()}


def _until(game: Game, end: int) -> Game:
    """Return a game of the first moves of another."""
    part = begin(game.header())
    do_all(part, [Command("move", move) for move in game.line()[:end]])
    return part


def _notice() -> str:
    """Return what is missing, if nothing can be proven."""
    return "" if is_portable() else f"Not every value is proven: {MissingEngine()} (on the server)."
