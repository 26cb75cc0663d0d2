"""`slidedrop hint`: the best move for a position from anywhere, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from slidedrop.analysis.hints import hint_for
from slidedrop.cli.compiling import tell
from slidedrop.cli.examples import examples
from slidedrop.cli.own_weights import weights_option
from slidedrop.cli.sizes import rules_of_size
from slidedrop.core.errors import GameOver

if TYPE_CHECKING:
    from slidedrop.core.game import Game


@click.command(
    "hint",
    epilog=examples(
        "slidedrop hint 2048 '0,0,2,4/0,2,0,4/0,0,4,8/2,4,8,16'",
        "slidedrop hint 2048 my.board",
        "slidedrop hint 2048 my.board --weights my/2048-4x4.weights",
        "slidedrop hint connect4 44455",
        "slidedrop hint connect4 2.2,1.1 --size 4x4 --free",
    ),
)
@click.argument("game", type=click.Choice(["2048", "connect4"]))
@click.argument("position")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The size of a Connect-4 board.")
@click.option("--free", is_flag=True, help="Discs are placed on any free cell.")
@weights_option
def command(game: str, position: str, size: str, weights: Path | None, *, free: bool) -> None:
    """Name the move to make in POSITION and say why.

    POSITION is the rows of a 2048 board, tiles apart by commas and rows by slashes, or a board file; in Connect-4 it is
    the moves played so far, counted from 1.
    """
    played = _board(position) if game == "2048" else _discs(position, size, free=free)
    hint = hint_for(played, weights=weights, tell=tell)
    if hint is None:
        message = "there is no move left in this position"
        raise GameOver(message)
    click.echo(str(played))
    click.echo(str(hint))


def _board(position: str) -> Game:
    from slidedrop.records.files import read_text
    from slidedrop.twenty48.game import Game as Twenty48
    from slidedrop.twenty48.notation import read_board, read_position
    from slidedrop.twenty48.state import State

    if "," in position:
        return Twenty48(start=State(read_position(position)), seed=0)
    board, score = read_board(read_text(Path(position), "board file"))
    return Twenty48(start=State(board, score), seed=0)


def _discs(position: str, size: str, *, free: bool) -> Game:
    from slidedrop.connect4.game import Game as Connect4
    from slidedrop.connect4.position import Position

    return Connect4(start=Position.from_moves(position, rules_of_size(size, gravity=not free)))
