"""The library for commands: long lists show their progress."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from slidedrop.cli.progress import Bar
from slidedrop.core.errors import NotationError
from slidedrop.records.library import Library
from slidedrop.records.summaries import SavedGame

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_FEWEST_FOR_BAR: Final = 20


class ListingBar:
    """A progress bar that appears only when many games are read."""

    def __init__(self) -> None:
        self._bar: Bar | None = None

    def __call__(self, done: int, total: int) -> None:
        if total < _FEWEST_FOR_BAR:
            return
        if self._bar is None:
            self._bar = Bar(total, "games read for the list")
        elif done:
            self._bar.advance()
        if done == total - 1:
            self._bar.clear()
            self._bar = None


def open_library() -> Library:
    """Return the user's library."""
    return Library(progress=ListingBar(), warn=partial(click.echo, err=True))


def numbers_meant(library: Library, texts: Iterable[str]) -> list[int]:
    """Return the games of numbers, ranges such as 3-7 and names, each once; gaps in a range are ignored."""
    found: dict[int, None] = {}
    for text in texts:
        first, dash, last = text.partition("-")
        if text.isascii() and dash and first.isdecimal() and last.isdecimal():
            between = [number for number in library.numbers() if int(first[:10]) <= number <= int(last[:10])]
            if not between:
                raise NotationError(f"there is no game in the range {text}; 'slidedrop games' lists them")
            found.update(dict.fromkeys(between))
        else:
            found[library.find(text)] = None
    return list(found)


def without_a_move(games: Iterable[SavedGame]) -> list[SavedGame]:
    """Return the games without a move and without a name."""
    return [one for one in games if one.summary and not one.summary.moves and not one.name and not one.damaged]


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":  # noqa: ARG001 - as click calls it
    """Return the numbers of saved games that start with the text, newest first."""
    from click.shell_completion import CompletionItem

    numbers = [number for number in Library().numbers()[::-1] if str(number).startswith(incomplete)]
    return [CompletionItem(str(number)) for number in numbers]


game_argument: Final = click.argument("game", shell_complete=complete_game)
"""A game that is named on the command line."""
