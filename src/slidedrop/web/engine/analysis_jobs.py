"""What a worker does for an analysis: every column's value; moves graded, a few at a time from the end.

    ply   1 2 3 4 5 6 7 8 9 10 11
                    └──────────┘  first answer: late moves cost least, and fill the transposition table
          └───────┘               second answer

Runs apart from the server, like the players; see `move_jobs.py`.
"""

from dataclasses import asdict, replace
from typing import Any, Final

from slidedrop.connect4.game import Game, Turn
from slidedrop.core.errors import MissingEngine, RulesError
from slidedrop.engine.wasm import is_portable
from slidedrop.web.engine.move_jobs import Answer, answered, checked_open

MOST_SECONDS: Final = 3.0
"""How long one position may be thought about."""
ALL_SECONDS: Final = 24.0
"""How much processor time a whole answer may take."""
MOST_MOVES: Final = 8
"""How many moves one answer grades at most."""


def scores(text: str, seconds: float) -> Answer:
    """Return what every legal move is worth."""
    return answered(text, lambda game: _scores(checked_open(game), seconds), ALL_SECONDS)


def review(text: str, before: int | None, seconds: float) -> Answer:
    """Return the grades of the moves that end before a ply, counted from 0; without one those at the end."""
    return answered(text, lambda game: _review(_connect4(game), before, seconds), ALL_SECONDS)


def _scores(game: Any, seconds: float) -> Answer:  # noqa: ANN401 - a game of any kind, checked here
    from slidedrop.analysis.connect4.scores import scores_for

    found = scores_for(_connect4(game).position, seconds=seconds).to_json()
    return {**found, "notice": found["notice"] or _notice()}


def _review(game: Game, before: int | None, seconds: float) -> Answer:
    from slidedrop.analysis.connect4.answers import plain
    from slidedrop.analysis.connect4.review import review

    played = [turn for turn in game.turns if turn.move is not None]
    end = len(played) if before is None else min(before, len(played))
    begin = max(0, end - max(1, min(MOST_MOVES, int(MOST_SECONDS / seconds))))
    found = review(_part(game, played, begin, end), seconds_a_move=seconds)
    return {
        "moves": [plain(asdict(replace(move, ply=move.ply + begin))) for move in found.moves],
        "before": begin,
        "of": len(played),
        "start": found.start,
        "start_height": found.start_height,
        "ending": found.ending if end == len(played) else "",
        "notice": found.notice or _notice(),
    }


def _part(game: Game, played: list[Turn], begin: int, end: int) -> Game:
    """Return a piece of a game as a game of its own; the last piece ends as the game did."""
    from slidedrop.connect4 import Game, Position

    first = played[begin - 1].position if begin else game.start or Position(game.rules)
    part = Game(start=first)
    for move in (turn.move for turn in played[begin:end] if turn.move is not None):
        part.move(move)
    if end == len(played) and game.outcome is not None and part.outcome is None:
        part.resign()
    return part


def _connect4(game: Any) -> Game:  # noqa: ANN401 - a game of any kind
    if game.kind != "connect4":
        raise RulesError("columns have values in Connect-4 alone; ask for a hint in 2048")
    checked: Game = game
    return checked


def _notice() -> str:
    """Say what is missing where nothing can be proven."""
    return "" if is_portable() else f"Not every value is proven: {MissingEngine()} (on the server)."
