"""Moves and hints in a worker process: replay a record and choose, or refuse, within the budget.

Runs in a separate process, so its arguments and results are plain text.
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
from slidedrop.games import game_spec
from slidedrop.players.player import PlayerName
from slidedrop.records.replay import record_from, replay

if TYPE_CHECKING:
    from slidedrop.core.game import HasKind
    from slidedrop.players.player import AnyPlayer, PlayerType

MOST_SECONDS: Final = 2.0
"""The time limit per move, in seconds."""
ALL_SECONDS: Final = 4
"""The limit of CPU seconds for one answer, including the replay."""
QUICK_SECONDS: Final = 0.04
"""The limit in the process for quick requests; a longer request is moved to another process."""
MOST_NODES: Final = 40_000
"""The most positions of a player that has levels and no time limit."""
_QUICK_LEVELS: Final = 2
"""The most levels for which such a player takes milliseconds."""
_SHORT: Final = 4_096
"""The most characters of a record that the process for quick requests replays."""
Answer = dict[str, Any]
"""The result (a move and a reason, scores, grades), or "refused" with a sentence, or "late"."""


class OutOfTime(BaseException):
    """The time is used up; not an Exception, so that no player catches it."""


def is_quick(text: str, player: str, game: str) -> bool:
    """Tell whether a request should take milliseconds: a short record, and a player that hardly searches."""
    from slidedrop.players.registry import player_type

    try:
        asked, declared = PlayerName.read(player), player_type(player, game)
    except NotationError:
        return False
    levels = None if declared.timed else declared.levels
    searches_little = levels is not None and (asked.level or levels.usual) <= _QUICK_LEVELS
    return len(text) <= _SHORT and (declared.quick or searches_little)


def choose(text: str, player: str) -> Answer:
    """Return the move of a named player."""
    return answered(text, lambda game: {"move": _chosen(checked_open(game), player)}, ALL_SECONDS)


def choose_own(text: str, player: str) -> Answer:
    """Return the move of a server's own player, by its name on the command line."""

    def chosen(game: Game) -> Answer:
        return {"move": game.spell(own_player(player, game.kind).choose(checked_open(game).position))}

    return answered(text, chosen, ALL_SECONDS)


@lru_cache(maxsize=16)
def own_player(player: str, game: str) -> AnyPlayer:
    """Return a server's own player, cached in this process; a program stays for the next request."""
    from slidedrop.players.external import named_player

    return named_player(player, game)


def hint(text: str) -> Answer:
    """Return a hint."""
    return answered(text, lambda game: _hint(checked_open(game)), ALL_SECONDS)


def quick_hint(text: str) -> Answer:
    """Return a hint if it takes milliseconds; otherwise a sign that it takes longer."""
    return answered(text, lambda game: _hint(checked_open(game)), QUICK_SECONDS)


def ready() -> bool:
    """Return once the process has started."""
    return True


def answered(text: str, think: Callable[[Game], Answer], seconds: float) -> Answer:
    """Return the result of `think` for a record, within some seconds of processor time."""
    try:
        with _alarm(seconds):
            record = json.loads(text)
            return think(replay(record_from([record["header"], *record["commands"]], "the record")))
    except OutOfTime:
        return {"late": "yes"}
    except SlidedropError as error:
        return {"refused": str(error)}


def checked_open(game: Game) -> Game:
    """Return a game in which a move can be chosen, or refuse it."""
    if game.outcome is not None or not game.position.legal_moves():
        raise GameOver("the game is over, so there is nothing to choose")
    return game


def _chosen(game: Game, player: str) -> str:
    from slidedrop.players.registry import check_player, make_player, player_type

    asked, declared = PlayerName.read(player), player_type(player, game.kind)
    if declared.needs_engine:
        load_engine(game)
    _check_budget(asked, declared, game)
    chooser = make_player(str(_with_time_limit(asked, declared)), game.kind)
    check_player(chooser, game.position)
    return game.spell(chooser.choose(game.position))


def _with_time_limit(asked: PlayerName, declared: PlayerType) -> PlayerName:
    """Return the same player with a time limit, if it might take long without one."""
    if asked.seconds is None and not declared.unbounded:
        return asked
    usual = None if declared.levels is None or asked.seconds is not None else declared.levels.usual
    seconds = min(asked.seconds or MOST_SECONDS, MOST_SECONDS)
    return replace(asked, seconds=seconds, level=usual if asked.level is None else asked.level)


def _check_budget(asked: PlayerName, declared: PlayerType, game: Game) -> None:
    """Refuse a level that a server does not play, or that takes too long for a player without a time limit."""
    from slidedrop.core.search import check_levels

    most = declared.online_level
    if asked.level is not None and asked.level > most:
        raise NotationError(f"{asked.level} levels are more than the computer here looks ahead; ask for {most} at most")
    if declared.levels is not None and not declared.timed:
        check_levels(game.position, asked.level or declared.levels.usual, MOST_NODES)


def _hint(game: Game) -> Answer:
    from slidedrop.analysis.hints import hint_for

    load_engine(game)
    found = hint_for(game)
    return {"refused": "there is no move to hint at"} if found is None else {"move": found.move, "reason": found.reason}


def load_engine(game: HasKind) -> None:
    """Load the engine of a game, once in this process, without counting against the time limit."""
    left = signal.setitimer(signal.ITIMER_PROF, 0)[0] if hasattr(signal, "setitimer") else 0
    try:
        _load(game.kind)
    finally:
        if left:
            signal.setitimer(signal.ITIMER_PROF, left)


@lru_cache(maxsize=16)
def _load(kind: str) -> None:
    from slidedrop.analysis.hints import hint_for

    spec = game_spec(kind)
    if spec.warm_up is not None:
        spec.warm_up.load()()
    if spec.hints is not None:
        hint_for(spec.new_game(seed=1))


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise OutOfTime when the time is used up, if the platform has an alarm."""
    if not hasattr(signal, "setitimer"):  # pragma: no cover - Windows: only the players' own limits apply
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
