"""The documents' own interfaces: each is a thin face, under the document's names, over the one engine.

    slidedrop edition psa3 -s 5 -o my.board             python -m slidedrop.editions.psa3 -s 5 -o my.board

An edition is a module of its name with `run(arguments, stdin, stdout)`; it is imported only when it is asked for.
"""

import os
import sys
from importlib import import_module
from typing import Final, TextIO

from slidedrop.core.errors import NotationError, SlidedropError

EDITIONS: Final = {
    "psa3": "2048 in the terminal: Board, GameManager, board files, record and replay",
    "mis": "2048 as model, view and controller: GameT, Display, Controller",
    "a07": "2048 as an observable game engine: Game, gameState, onMove, onWin, onLose",
    "swipe": "2048 on a flat array: play, swipe, next_non_zero, new_piece",
    "adt": "Connect-4 as abstract data types: GridType, GameTreeType, Connect4Type",
}
"""Every edition by its name, with what it is in a line of a list."""


def run(name: str, arguments: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Run an edition with its own arguments and return its exit code; what goes wrong is said on stderr."""
    try:
        if name not in EDITIONS:
            raise NotationError(f"there is no edition called '{name}'; there are {', '.join(EDITIONS)}")
        code: int = import_module(f"slidedrop.editions.{name}").run(arguments, stdin, stdout)
        stdout.flush()
    except SlidedropError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except SystemExit as end:  # the parser of the arguments has said all
        return 2 if end.code else 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read this has gone away; closing the stream must be quiet
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        return 1
    return code
