"""`slidedrop puzzle`: find the best move; missed puzzles come again."""

import click

from slidedrop.analysis.puzzle import Puzzle, puzzles_from
from slidedrop.cli.named_game import found_game
from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import counted
from slidedrop.games import game_names
from slidedrop.terminal.notebook import Notebook
from slidedrop.terminal.plain.console import Console


@click.command("puzzle")
@click.option("--game", type=click.Choice(game_names()), help="Puzzles of one game only.")
@click.option("--from", "source", metavar="GAME", help="Make puzzles of the mistakes in one of your games first.")
def command(game: str | None, source: str | None) -> None:
    """Solve puzzles; those made of your own mistakes come first.

    After a wrong answer you see why it loses, and the puzzle comes back later. To stop, type q or an empty line.

    $ slidedrop puzzle
    $ slidedrop puzzle --game connect4
    $ slidedrop puzzle --from 3
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
    """Ask one puzzle; False if the person quits."""
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
