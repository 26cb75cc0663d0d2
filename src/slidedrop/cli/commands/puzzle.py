"""`slidedrop puzzle`: find the one best move; what you missed comes again."""

import json
from dataclasses import astuple
from typing import Any, Final

import click

from slidedrop.analysis.puzzle import Puzzle, puzzles_from, read_puzzles, shipped
from slidedrop.cli.examples import examples
from slidedrop.cli.options.game import found_game
from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.core.game import counted
from slidedrop.durable import write_whole
from slidedrop.games import game_names
from slidedrop.places import data_folder
from slidedrop.records.files import read_bytes
from slidedrop.terminal.plain.console import Console

_LATER: Final = 3
"""A puzzle that was missed comes again after this many others, and each time it is solved twice as late."""


class Notebook:
    """Puzzles of your own, and when each puzzle comes again: `puzzles.json` in the data folder."""

    def __init__(self) -> None:
        self._path = data_folder() / "puzzles.json"
        self._saved: dict[str, Any] = {"own": [], "asked": 0, "due": {}}
        if self._path.exists():
            try:
                self._saved |= json.loads(read_bytes(self._path, "notebook of puzzles", 1 << 24))
            except ValueError as error:
                raise RecordError(f"'{self._path}' is damaged; move it away to begin a new one") from error
        self.own = read_puzzles(self._saved["own"])

    def add(self, puzzles: list[Puzzle]) -> None:
        """Save your own puzzles."""
        self.own += [puzzle for puzzle in puzzles if puzzle not in self.own]
        self._save()

    def next(self, game: str | None) -> Puzzle | None:
        """Return what is due: what was missed, then what was never asked, your own first; None when all is done."""
        every = [puzzle for puzzle in (*self.own, *shipped()) if game in (None, puzzle.game)]
        due = self._saved["due"]
        missed = [one for one in every if 0 < due.get(one.position, [0])[0] <= self._saved["asked"]]
        return next((one for one in (*missed, *(one for one in every if one.position not in due))), None)

    def note(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Remember how it went: one that was never missed does not come again."""
        saved, asked = self._saved, self._saved["asked"] + 1
        _, step = saved["due"].get(puzzle.position, [0, 0])
        step = 2 * step if solved else _LATER
        saved["asked"], saved["due"][puzzle.position] = asked, [asked + step if 0 < step < 50 else 0, step]
        self._save()

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._saved["own"] = [list(astuple(puzzle)) for puzzle in self.own]
        write_whole(self._path, json.dumps(self._saved).encode())


@click.command(
    "puzzle",
    epilog=examples(
        "slidedrop puzzle",
        "slidedrop puzzle --game connect4",
        "slidedrop puzzle --from 3",
    ),
)
@click.option("--game", type=click.Choice(game_names()), help="Puzzles of one game only.")
@click.option("--from", "source", metavar="GAME", help="First make puzzles of the mistakes in one of your games.")
def command(game: str | None, source: str | None) -> None:
    """Find the best move, puzzle after puzzle; your own mistakes come first.

    A wrong answer is refuted on the board, and the puzzle comes again later. An empty line or q ends.
    """
    notebook, console = Notebook(), Console(lines=True)
    if source is not None:
        what, played = found_game(source)
        mistakes = puzzles_from(played)
        notebook.add(mistakes)
        console.say(f"{what.capitalize()} gave {counted(len(mistakes), 'puzzle')}.")
    while (puzzle := notebook.next(game)) is not None:
        if not _asked(puzzle, notebook, console):
            return
    console.say("All puzzles are solved; make more of your own games with --from.")


def _asked(puzzle: Puzzle, notebook: Notebook, console: Console) -> bool:
    """Ask one puzzle; False says that the person leaves."""
    console.say("", str(puzzle.begun()), f"Grade {puzzle.grade} of 5. What is the best move?")
    while True:
        answer = console.ask("> ")
        if answer is None or answer.lower() in {"", "q", "quit"}:
            return False
        try:
            move = puzzle.read(answer)
        except SlidedropError as error:
            console.say(f"{error}.")
            continue
        notebook.note(puzzle, solved=move == puzzle.best)
        if move == puzzle.best:
            console.say("Right.")
        else:
            console.say(*puzzle.refuted(move), f"The best move is {puzzle.best}.")
        return True
