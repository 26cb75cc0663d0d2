"""The documents' own interfaces: each is a thin face, under the document's names, over the one engine.

    slidedrop edition psa3 -s 5 -o my.board             python -m slidedrop.editions.psa3 -s 5 -o my.board

An edition is a module of its name with `run(arguments, stdin, stdout)`; it is imported only when it is asked for.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final, TextIO, TypeVar

from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.randomness import JavaRandom, fresh_seed
from slidedrop.records.files import read_text
from slidedrop.twenty48.rules import LARGEST_SIZE

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
    except BrokenPipeError:  # the reader has gone away; closing the stream must be quiet
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        return 1
    return code


Content = TypeVar("Content")
CLOSED: Final = "\x04"
"""What is read from an input that has ended, or at Ctrl-C: the character that a terminal sends for its end."""
QUIT: Final = frozenset({"q", CLOSED})


def ask(prompt: str, stdin: TextIO, stdout: TextIO) -> str:
    """Return what the next line says, or CLOSED where there is none any more."""
    stdout.write(prompt)
    stdout.flush()
    try:
        line = stdin.readline()
    except KeyboardInterrupt:
        return CLOSED
    except UnicodeDecodeError:
        return "?"
    return line.strip() if line else CLOSED


def read_file(path: str, what: str, read: Callable[[str], Content]) -> Content:
    """Return what a file holds, or say which file is wrong, and how."""
    text = read_text(Path(path), what)
    try:
        return read(text)
    except NotationError as error:
        raise NotationError(f"the {what} '{path}' cannot be used: {error}") from error


_HELP: Final = {"base": "the smallest tile", "tiles": "tiles after each move", "seed": "play the same again"}


def parser(name: str, **numbers: int | None) -> ArgumentParser:
    """Return the command line of an edition with these whole numbers and their defaults; all have --seed."""
    arguments = ArgumentParser(f"slidedrop edition {name}", allow_abbrev=False)
    for flag, default in {**numbers, "seed": None}.items():
        option, told = f"--{flag}" if flag[1:] else f"-{flag}", _HELP.get(flag, "cells a side")
        arguments.add_argument(option, type=int, default=default, metavar="N", help=told)
    return arguments


def board_size(size: int) -> int:
    """Return the size, or say which sizes there are."""
    if not 2 <= size <= LARGEST_SIZE:
        raise NotationError(f"a board has a size from 2 to {LARGEST_SIZE}, not {size}")
    return size


def random_from(seed: int | None = None) -> JavaRandom:
    """Return the generator of a seed, or of one that cannot be guessed."""
    return JavaRandom(fresh_seed() if seed is None else seed)
