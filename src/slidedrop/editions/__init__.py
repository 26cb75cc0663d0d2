"""The assignments' own interfaces: each is a thin layer over the engine, with the assignment's names.

    slidedrop edition psa3 -s 5 -o my.board             python -m slidedrop.editions.psa3 -s 5 -o my.board

An edition is a module with `run(arguments, stdin, stdout)`, imported when it is first used.
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

EDITIONS: Final = {
    "psa3": "2048 in the terminal: Board, GameManager, board files, record and replay",
    "mis": "2048 as model, view and controller: GameT, Display, Controller",
    "a07": "2048 as an observable game engine: Game, gameState, onMove, onWin, onLose",
    "swipe": "2048 on a flat array: play, swipe, next_non_zero, new_piece",
    "adt": "Connect-4 as abstract data types: GridType, GameTreeType, Connect4Type",
}
"""Every edition by its name, with a one-line description."""


def run(name: str, arguments: list[str], stdin: TextIO, stdout: TextIO) -> int:
    """Run an edition with its arguments and return its exit code; errors go to stderr."""
    try:
        if name not in EDITIONS:
            raise NotationError(f"there is no edition called '{name}'; choose one of {', '.join(EDITIONS)}")
        code: int = import_module(f"slidedrop.editions.{name}").run(arguments, stdin, stdout)
        stdout.flush()
    except SlidedropError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except SystemExit as end:  # argparse has printed the error
        return 2 if end.code else 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # no one reads the stream any more; closing it must not print an error
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        return 1
    return code


Content = TypeVar("Content")
CLOSED: Final = "\x04"
"""The result at the end of input or at Ctrl-C: the end-of-file character of a terminal."""
QUIT: Final = frozenset({"q", CLOSED})


def ask(prompt: str, stdin: TextIO, stdout: TextIO) -> str:
    """Return the next line, or CLOSED at the end of input."""
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
    """Return the content of a file, or raise an error that names the file and the reason."""
    text = read_text(Path(path), what)
    try:
        return read(text)
    except NotationError as error:
        raise NotationError(f"the {what} '{path}' cannot be used: {error}") from error


_HELP: Final = {"base": "the smallest tile", "tiles": "tiles after each move", "seed": "play the same again"}


def parser(name: str, **numbers: int | None) -> ArgumentParser:
    """Return an edition's argument parser with these whole numbers and their defaults; all have --seed."""
    arguments = ArgumentParser(f"slidedrop edition {name}", allow_abbrev=False)
    for flag, default in {**numbers, "seed": None}.items():
        option, told = f"--{flag}" if flag[1:] else f"-{flag}", _HELP.get(flag, "cells a side")
        arguments.add_argument(option, type=whole, default=default, metavar="N", help=told)
    return arguments


def whole(text: str) -> int:
    """Read a whole number in plain digits, which int() alone does not ask for."""
    if not text.isascii() or "_" in text:
        raise ValueError
    return int(text)


def random_from(seed: int | None = None) -> JavaRandom:
    """Return the generator of a seed, or of an unpredictable one."""
    return JavaRandom(fresh_seed() if seed is None else seed)
