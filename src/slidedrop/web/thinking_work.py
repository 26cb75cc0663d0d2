"""What a thinking process does: plays a record through and chooses a move, or says why not, within its budget.

Runs apart from the server, so it gets plain text and gives plain text back.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from dataclasses import replace
from multiprocessing import connection, parent_process
from typing import TYPE_CHECKING, Any, Final

from slidedrop.core.errors import GameOver, NotationError, SlidedropError
from slidedrop.records.replay import record_from, replay
from slidedrop.web.kernels import use_kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from slidedrop.core.game import Game
    from slidedrop.players.spec import PlayerSpec

MOST_SECONDS: Final = 2.0
"""How long a player may think about one move."""
ALL_SECONDS: Final = 4
"""How much processor time the whole answer may take, replay and all; then it is given up."""
MOST_LEVELS: Final = {"network": 4}
"""More levels than these are refused: compiled code does not hear the alarm; others have 64."""
MOST_TREE_NODES: Final = 40_000
IN_TIME: Final = frozenset({"search", "perfect", "winner"})
"""The players that get a time even where none was asked for."""
Answer = dict[str, Any]
"""What was asked for (a move and a reason, scores, grades), or "refused" with a sentence, or "late"."""


class OutOfTime(BaseException):
    """The budget is used up; not an Exception, so that no player catches it."""


def settle_down() -> None:
    """Make this process a good neighbour: moves go first, Ctrl+C is the server's business, no life after the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    threading.Thread(target=_leave_with_server, daemon=True).start()


def _leave_with_server() -> None:
    """End this process when the server is gone, also when it was killed."""
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(1)


def choose(text: str, player: str) -> Answer:
    """Return the move of a named player."""
    return answered(text, lambda game: {"move": _chosen(checked_open(game), player)}, ALL_SECONDS)


def hint(text: str) -> Answer:
    """Return a hint."""
    return answered(text, lambda game: _hint(checked_open(game)), ALL_SECONDS)


def ready() -> bool:
    """Say that the process has started."""
    return True


def answered(text: str, think: Callable[[Game], Answer], seconds: float) -> Answer:
    """Return what is thought about the game of a record, within so many seconds of processor time."""
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
        message = "the game is over, so there is nothing to choose"
        raise GameOver(message)
    return game


def _chosen(game: Game, player: str) -> str:
    from slidedrop.players.registry import check_player, is_compiled, player_called
    from slidedrop.players.spec import PlayerSpec

    spec = PlayerSpec.read(player)
    if is_compiled(player):
        load_kernels(game.kind)
    _check_budget(spec, game)
    chooser = player_called(str(_hurried(spec)), game.kind)
    check_player(chooser, game.position)
    return game.spell(chooser.choose(game.position))


def _hurried(spec: PlayerSpec) -> PlayerSpec:
    """Return the same player with a time, where it is one that can keep to a time."""
    if spec.seconds is None and spec.name not in IN_TIME:
        return spec
    return replace(spec, seconds=min(spec.seconds or MOST_SECONDS, MOST_SECONDS), level=_level(spec))


def _level(spec: PlayerSpec) -> int | None:
    return 4 if spec.name == "search" and spec.level is None and spec.seconds is None else spec.level


def _check_budget(spec: PlayerSpec, game: Game) -> None:
    from slidedrop.core.estimate import check_levels

    if spec.name == "tree":
        check_levels(game.position, spec.level or 4, MOST_TREE_NODES)
    most = MOST_LEVELS.get(spec.name, 64)
    if spec.level is not None and spec.level > most:
        message = f"{spec.level} levels are more than the computer here looks ahead; ask for {most} at most"
        raise NotationError(message)


def _hint(game: Game) -> Answer:
    from slidedrop.analysis.hints import hint_for

    load_kernels(game.kind)
    found = hint_for(game)
    return {"refused": "there is no move to hint at"} if found is None else {"move": found.move, "reason": found.reason}


def load_kernels(game: str) -> None:
    """Load the compiled players of a game, once in this process; the time for it is not the answer's."""
    left = signal.setitimer(signal.ITIMER_PROF, 0)[0] if hasattr(signal, "setitimer") else 0
    try:
        use_kernels(game)
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
