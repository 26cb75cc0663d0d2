"""What every edition needs to talk: a line from the player, a file that is named when it is wrong, its arguments."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO, TypeVar

from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import JavaRandom, fresh_seed
from slidedrop.records.files import read_text
from slidedrop.twenty48.rules import LARGEST_SIZE

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
    """Return the generator of a seed, or of one that nobody could have guessed."""
    return JavaRandom(fresh_seed() if seed is None else seed)
