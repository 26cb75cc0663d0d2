"""What a worker does for an analysis: every column's value; moves graded, a few at a time from the end.

    ply   1 2 3 4 5 6 7 8 9 10 11
                    └──────────┘  first answer: late moves cost least, and fill the transposition table
          └───────┘               second answer

Runs apart from the server, like the players; see `move_jobs.py`.
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
"""How long one position may be thought about."""
ALL_SECONDS: Final = 24.0
"""How much processor time a whole answer may take."""
MOST_MOVES: Final = 8
"""How many moves one answer grades at most."""


def scores(text: str, seconds: float) -> Answer:
    """Return what every legal move is worth."""
    return answered(text, lambda game: _scores(checked_open(game), seconds), ALL_SECONDS)


def quick_scores(text: str, seconds: float) -> Answer:
    """Return what every legal move is worth where that is proven in milliseconds, or that it takes longer.

    The milliseconds are of processor time: on a crowded machine more go by while others have the processor.
    """
    brief = min(seconds, 10 * QUICK_SECONDS)
    found = answered(text, lambda game: _scores(_loaded(checked_open(game)), brief), QUICK_SECONDS)
    return found if found.get("is_proven", True) else {"late": "yes"}


def review(text: str, before: int | None, seconds: float) -> Answer:
    """Return the grades of the moves that end before a ply, counted from 0; without one those at the end."""
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
    spec.load(spec.values, "values of moves")  # which the grades stand on
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
    """Return the first moves of a game as a game of its own."""
    part = begin(game.header())
    do_all(part, [Command("move", move) for move in game.line()[:end]])
    return part


def _notice() -> str:
    """Say what is missing where nothing can be proven."""
    return "" if is_portable() else f"Not every value is proven: {MissingEngine()} (on the server)."
