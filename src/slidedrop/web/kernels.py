"""The compiled players and the solver: whether they are installed here, and made ready before anyone needs them.

    first start     a process of lowest priority compiles for half a minute and keeps the result on disk;
                    until then whoever asks for the solver is told to try again, and everybody else plays on
    later starts    a second to see that all is there

Compiling in the middle of an answer would use up the answer's budget, and the answer would be given up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from slidedrop.core.errors import SlidedropError
from slidedrop.web.refusals import busy

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

_log = logging.getLogger("slidedrop.web")
_MARK: Final = "served"
"""The file that stands beside the kernels once all that the server needs were compiled."""
_POSITION: Final = "44455"
_PLAYERS: Final = {"connect4": ("perfect@50ms", "winner@50ms", "teacher:3"), "2048": ("network",)}


def has_extra() -> bool:
    """Tell whether the extra `ai` is installed; nothing of it is imported."""
    return find_spec("numba") is not None


class Kernels:
    """What has to be compiled once on each computer, and the process that does so."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None

    def prepare(self) -> None:
        """Begin to compile in the background, where there is anything to compile."""
        if not has_extra():
            return
        self._process = multiprocessing.get_context("spawn").Process(target=compile_all, daemon=True)
        self._process.start()
        asyncio.get_running_loop().add_reader(self._process.sentinel, self._done)

    @property
    def are_ready(self) -> bool:
        """Whether nothing is being compiled."""
        return self._process is None

    def check_ready(self) -> None:
        """Refuse what needs them while they are being compiled."""
        if not self.are_ready:
            detail = "the solver is being made ready for this computer, only at the first start; try again in 3 s"
            raise busy(detail, 3)

    async def close(self) -> None:
        """Give it up."""
        process = self._process
        if process is not None:
            self._forget(process)
            process.terminate()
            await asyncio.to_thread(process.join, 1)

    def _done(self) -> None:
        process = self._process
        if process is not None:
            self._forget(process)
            process.join(1)
            _log.info("the compiled players are ready (exit code %s)", process.exitcode)

    def _forget(self, process: SpawnProcess) -> None:
        asyncio.get_running_loop().remove_reader(process.sentinel)
        self._process = None


def compile_all() -> None:
    """Compile all that the server may need and keep it on disk; where that was done before, leave at once."""
    from slidedrop.web.thinking_work import settle_down

    settle_down()
    from slidedrop.kernel import kernel_folder

    mark = kernel_folder() / _MARK
    if mark.exists():
        return
    for game in _PLAYERS:
        use_kernels(game)
    with contextlib.suppress(OSError):  # where nothing can be kept, each process compiles for itself
        mark.touch()


@cache
def use_kernels(game: str) -> None:
    """Use every kernel of a game once in this process: they are loaded from disk, or compiled."""
    if not has_extra():
        return
    from slidedrop.players.registry import player_called, player_names

    position = _position(game)
    for player in _PLAYERS[game]:
        if player.partition(":")[0].partition("@")[0] in player_names(game):
            with contextlib.suppress(SlidedropError):  # it will be said to who asks for it
                player_called(player, game).choose(position)


def _position(game: str) -> object:
    if game == "2048":
        from slidedrop.twenty48 import Game

        return Game(seed=1).position
    from slidedrop.connect4 import Position

    return Position.from_moves(_POSITION)
