"""`slidedrop hint`: the best move for a position from anywhere, and why."""

from pathlib import Path

import click

from slidedrop.analysis.hints import Basis, Hint, hint_for
from slidedrop.cli.compiling import GET_ENGINES, missing_solver
from slidedrop.cli.errors import check_options
from slidedrop.cli.options.sizes import rules_of_size
from slidedrop.cli.options.weights import weights_option
from slidedrop.core.errors import GameOver
from slidedrop.core.game import Game


@click.command("hint")
@click.argument("game", type=click.Choice(["2048", "connect4"]))
@click.argument("position")
@click.option("--size", metavar="COLUMNSxROWS", help="The size of a Connect-4 board (7x6).")
@click.option("--free", is_flag=True, help="Connect-4: discs are placed on any free cell.")
@weights_option
def command(game: str, position: str, size: str | None, weights: Path | None, *, free: bool) -> None:
    """Name the move to make in POSITION and say why.

    POSITION is the rows of a 2048 board, tiles apart by commas and rows by slashes, or a board file; in Connect-4 it is
    the moves played so far, counted from 1.
    """
    drops = {"size": ("connect4", size is not None), "free": ("connect4", free)}
    check_options(game, **drops, weights=("2048", weights is not None))
    played = _board(position) if game == "2048" else _discs(position, size or "7x6", free=free)
    hint = hint_for(played, weights=weights)
    if hint is None:
        raise GameOver("there is no move left in this position")
    click.echo(str(played))
    click.echo(str(hint))
    missing = _without_network(hint) if game == "2048" else missing_solver(played.rules)
    if missing and hint.basis is Basis.SEARCH:
        click.echo(missing, err=True)


def _without_network(hint: Hint) -> str:
    """Return what to install for hints by the network, where it was not asked."""
    from slidedrop.twenty48.engine.searcher import has_network

    if has_network() or hint.basis is Basis.ENGINE:
        return ""
    return f"This hint was made without the network. {GET_ENGINES}"


def _board(position: str) -> Game:
    from slidedrop.records.files import read_text
    from slidedrop.twenty48.game import Game as Twenty48
    from slidedrop.twenty48.notation import read_board, read_position
    from slidedrop.twenty48.position import State

    file = "," not in position
    start = State(*read_board(read_text(Path(position), "board file"))) if file else State(read_position(position))
    return Twenty48(start=start, seed=0)


def _discs(position: str, size: str, *, free: bool) -> Game:
    from slidedrop.connect4.game import Game as Connect4
    from slidedrop.connect4.position import Position

    return Connect4(start=Position.from_moves(position, rules_of_size(size, gravity=not free)))
