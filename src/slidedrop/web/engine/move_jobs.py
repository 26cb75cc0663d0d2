"""What a worker does for a move or a hint: plays a record through and chooses, or says why not, within its budget.

Runs apart from the server, so it gets plain text and gives plain text back.
"""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from slidedrop.core.errors import GameOver, NotationError, SlidedropError
from slidedrop.core.game import Game
from slidedrop.records.replay import record_from, replay

if TYPE_CHECKING:
    from slidedrop.players.player import AnyPlayer, PlayerName

MOST_SECONDS: Final = 2.0
"""How long a player may think about one move."""
ALL_SECONDS: Final = 4
"""How much processor time the whole answer may take, replay and all; then it is given up."""
MOST_LEVELS: Final = {"network": 4, "small": 4}
"""More levels than these are refused: a built program does not hear the alarm; others have 64."""
MOST_TREE_NODES: Final = 40_000
IN_TIME: Final = frozenset({"search", "perfect", "winner"})
"""The players that get a time even where none was asked for."""
_QUICK: Final = frozenset({"random", "greedy"})
_SHORT: Final = 4_096
"""How many characters a record has that is played through at once."""
Answer = dict[str, Any]
"""What was asked for (a move and a reason, scores, grades), or "refused" with a sentence, or "late"."""


class OutOfTime(BaseException):
    """The budget is used up; not an Exception, so that no player catches it."""


def is_quick(text: str, player: str) -> bool:
    """Tell beforehand whether a question takes milliseconds: a short record, and a player that hardly searches."""
    from slidedrop.players.player import PlayerName

    try:
        spec = PlayerName.read(player)
    except NotationError:
        return False
    searches_little = spec.name == "tree" and (spec.level or 4) <= 2
    return len(text) <= _SHORT and (spec.name in _QUICK or searches_little)


def choose(text: str, player: str) -> Answer:
    """Return the move of a named player."""
    return answered(text, lambda game: {"move": _chosen(checked_open(game), player)}, ALL_SECONDS)


def choose_own(text: str, player: str) -> Answer:
    """Return the move of a player of the server's owner, by the name that the command line gave."""

    def chosen(game: Game) -> Answer:
        return {"move": game.spell(own_player(player, game.kind).choose(checked_open(game).position))}

    return answered(text, chosen, ALL_SECONDS)


@lru_cache(maxsize=16)
def own_player(player: str, game: str) -> AnyPlayer:
    """Return a player of one's own, made once in this process; a program stays for the next question."""
    from slidedrop.players.external import named_player

    return named_player(player, game)


def hint(text: str) -> Answer:
    """Return a hint."""
    return answered(text, lambda game: _hint(checked_open(game)), ALL_SECONDS)


def ready() -> bool:
    """Say that the process has started."""
    return True


def answered(text: str, think: Callable[[Game], Answer], seconds: float) -> Answer:
    """Return what is thought about the game of a record, within n seconds of processor time."""
    try:
        with _alarm(seconds):
            record = json.loads(text)
            return think(replay(record_from([record["header"], *record["commands"]], "the record")))
    except OutOfTime:
        return {"late": "yes"}
    except SlidedropError as error:
        return {"refused": str(error)}


def checked_open(game: Game) -> Game:
    """Return a game in which there is something to choose, or refuse it."""
    if game.outcome is not None or not game.position.legal_moves():
        raise GameOver("the game is over, so there is nothing to choose")
    return game


def _chosen(game: Game, player: str) -> str:
    from slidedrop.players.player import PlayerName
    from slidedrop.players.registry import check_player, make_player, player_type

    spec = PlayerName.read(player)
    if player_type(player, game.kind).needs_engine:
        load_engine(game.kind)
    _check_budget(spec, game)
    chooser = make_player(str(_hurried(spec)), game.kind)
    check_player(chooser, game.position)
    return game.spell(chooser.choose(game.position))


def _hurried(spec: PlayerName) -> PlayerName:
    """Return the same player with a time, where it is one that can keep to a time."""
    if spec.seconds is None and spec.name not in IN_TIME:
        return spec
    level = 4 if spec.name == "search" and spec.level is None and spec.seconds is None else spec.level
    return replace(spec, seconds=min(spec.seconds or MOST_SECONDS, MOST_SECONDS), level=level)


def _check_budget(spec: PlayerName, game: Game) -> None:
    from slidedrop.core.search import check_levels

    if spec.name == "tree":
        check_levels(game.position, spec.level or 4, MOST_TREE_NODES)
    most = MOST_LEVELS.get(spec.name, 64)
    if spec.level is not None and spec.level > most:
        raise NotationError(f"{spec.level} levels are more than the computer here looks ahead; ask for {most} at most")


def _hint(game: Game) -> Answer:
    from slidedrop.analysis.hints import hint_for

    load_engine(game.kind)
    found = hint_for(game)
    return {"refused": "there is no move to hint at"} if found is None else {"move": found.move, "reason": found.reason}


def load_engine(game: str) -> None:
    """Load the network of 2048, once in this process; the two seconds that it takes are not the answer's."""
    if game != "2048":
        return
    from slidedrop.twenty48.engine.searcher import searcher
    from slidedrop.twenty48.rules import Rules

    left = signal.setitimer(signal.ITIMER_PROF, 0)[0] if hasattr(signal, "setitimer") else 0
    try:
        searcher(Rules())
    finally:
        if left:
            signal.setitimer(signal.ITIMER_PROF, left)


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise OutOfTime when the whole budget is used up, where the platform has an alarm."""
    if not hasattr(signal, "setitimer"):  # pragma: no cover - Windows: the players' own budgets must do
        yield
        return
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _ring(number: int, frame: object) -> None:  # noqa: ARG001 - the signature of a signal handler
    raise OutOfTime
