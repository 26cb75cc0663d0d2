"""Your own players: a Python class, or a program in any language that speaks the line protocol.

    my_bots:Careful           a class of a module that can be imported
    bots/careful.py:Careful   a class of a file
    "-- ./careful --fast"     a program; see `protocol.py`

A class has one method, `choose(position)`, and plays in its own process. Only the command line can name your own
players: records, links and requests use `make_player`, which knows built-in ones only. A player that crashes, takes too
long or answers nonsense raises `PlayerFault`: it loses a two-player game at once, and a game of 2048 ends.
"""

import re
import sys
import weakref
from functools import lru_cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from slidedrop.core.errors import NotationError
from slidedrop.players.player import AnyPlayer
from slidedrop.players.protocol import COMMAND, AnyPosition, checked_move
from slidedrop.players.registry import make_player

if TYPE_CHECKING:
    from slidedrop.players.command import ClassProcess

_NUMBERS: Final = count()
_CLASS: Final = re.compile(r"(.+):([A-Za-z_]\w*)")


def is_own(text: str) -> bool:
    """Tell whether a name on the command line means your own player."""
    return text.startswith(COMMAND) or _CLASS.fullmatch(text) is not None


def named_player(
    text: str, game: str, *, seed: int | None = None, weights: Path | None = None, native: bool = False
) -> AnyPlayer:
    """Return the player for a command line: a built-in one, compiled if it is to be native, or your own."""
    if not is_own(text):
        return make_player(text, game, seed=seed, weights=weights, native=native)
    return _program(text) if text.startswith(COMMAND) else ClassPlayer(text)


@lru_cache(maxsize=64)
def _program(text: str) -> AnyPlayer:
    """Return the named program, started once for all its games."""
    from slidedrop.players.command import CommandPlayer

    return CommandPlayer(text)


@lru_cache(maxsize=64)
def _class_process(text: str) -> "ClassProcess":
    """Return the process of the named class, whose module is imported once for all games."""
    from slidedrop.players.command import ClassProcess

    return ClassProcess(text)


class ClassPlayer:
    """A player of an external class, in a process with the time limit of a program."""

    def __init__(self, text: str) -> None:
        self.name = text
        self._process, self._number = _class_process(text), next(_NUMBERS)
        self._process.ask(self._number)
        weakref.finalize(self, self._process.dropped.append, self._number)

    def __reduce__(self) -> tuple[object, ...]:
        return ClassPlayer, (self.name,)

    def choose(self, position: AnyPosition) -> object:
        return checked_move(self.name, self._process.ask(self._number, position), position)


def loaded_class(text: str) -> type[AnyPlayer]:
    """Return the named class, or raise an error."""
    match = _CLASS.fullmatch(text)
    found = getattr(_module(match[1]), match[2], None) if match else None
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        raise NotationError(f"'{text}' names no class with a method choose(position)")
    return found


def _module(name: str) -> ModuleType:
    try:
        path = Path(name)
        return module_of_file(path, f"slidedrop_own_{path.stem}") if path.suffix == ".py" else import_module(name)
    except Exception as error:
        raise NotationError(f"'{name}' could not be imported: {type(error).__name__}: {error}") from error


def module_of_file(path: Path, name: str) -> ModuleType:
    """Import a Python file under a name."""
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError("there is no such file")
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
