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

from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.records.replay import record_from, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from slidedrop.core.game import Game
    from slidedrop.players.spec import PlayerSpec

MOST_SECONDS: Final = 2.0
"""How long a player may think about one move."""
ALL_SECONDS: Final = 4
"""How much processor time the whole answer may take, replay and all; then it is given up."""
MOST_LEVELS: Final = {"tree": 5}
"""Whole trees take memory as well as time: more levels than these are refused."""
MOST_TREE_NODES: Final = 40_000
Answer = dict[str, str]
"""Either a move (and a reason), or "refused" with a sentence, or "late"."""


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
    return _answered(text, lambda game: {"move": _chosen(game, player)})


def hint(text: str) -> Answer:
    """Return a hint."""
    return _answered(text, _hint)


def ready() -> bool:
    """Say that the process has started."""
    return True


def _answered(text: str, think: Any) -> Answer:  # noqa: ANN401 - from a game to an answer
    try:
        with _alarm():
            record = json.loads(text)
            game = replay(record_from([record["header"], *record["commands"]], "the record"))
            if game.outcome is not None or not game.position.legal_moves():
                return {"refused": "the game is over, so there is nothing to choose"}
            answer: Answer = think(game)
            return answer
    except OutOfTime:
        return {"late": "yes"}
    except SlidedropError as error:
        return {"refused": str(error)}


def _chosen(game: Game, player: str) -> str:
    from slidedrop.players.registry import check_player, player_called
    from slidedrop.players.spec import PlayerSpec

    spec = PlayerSpec.read(player)
    _check_budget(spec, game)
    chooser = player_called(str(_hurried(spec)), game.kind)
    check_player(chooser, game.position)
    return game.spell(chooser.choose(game.position))


def _hurried(spec: PlayerSpec) -> PlayerSpec:
    """Return the same player with a time, where it is one that can keep to a time."""
    if spec.seconds is None and spec.name != "search":
        return spec
    return replace(spec, seconds=min(spec.seconds or MOST_SECONDS, MOST_SECONDS), level=_level(spec))


def _level(spec: PlayerSpec) -> int | None:
    return 4 if spec.level is None and spec.seconds is None else spec.level


def _check_budget(spec: PlayerSpec, game: Game) -> None:
    from slidedrop.core.estimate import check_levels

    if spec.name == "tree":
        check_levels(game.position, spec.level or 4, MOST_TREE_NODES)
    if spec.level is not None and spec.level > 64:
        message = f"{spec.level} levels are more than the computer here looks ahead; ask for 64 at most"
        raise NotationError(message)


def _hint(game: Game) -> Answer:
    from slidedrop.analysis.hints import hint_for

    found = hint_for(game)
    return {"refused": "there is no move to hint at"} if found is None else {"move": found.move, "reason": found.reason}


@contextlib.contextmanager
def _alarm() -> Iterator[None]:
    """Raise OutOfTime when the whole budget is used up, where the platform has an alarm."""
    if not hasattr(signal, "setitimer"):  # pragma: no cover - Windows: the players' own budgets must do
        yield
        return
    before = signal.signal(signal.SIGPROF, _ring)
    signal.setitimer(signal.ITIMER_PROF, ALL_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _ring(number: int, frame: object) -> None:  # noqa: ARG001 - the signature of a signal handler
    raise OutOfTime
