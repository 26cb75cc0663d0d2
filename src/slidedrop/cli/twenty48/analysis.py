"""`slidedrop hint 2048` and `slidedrop solve 2048`."""

from pathlib import Path

import click

from slidedrop.cli.game_commands import print_hint
from slidedrop.cli.options import weights_option
from slidedrop.cli.progress import GET_ENGINES, Bar
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.core.picture import Picture
from slidedrop.records.files import read_text
from slidedrop.twenty48 import Game, Position, Rules, State, display
from slidedrop.twenty48.engine.expectimax import has_network
from slidedrop.twenty48.exact.values import Exact, check_solvable, exact_for, sums
from slidedrop.twenty48.notation import read_board, read_position


@click.command("2048")
@click.argument("position")
@weights_option
def hint(position: str, weights: Path | None) -> None:
    """Show the best move in POSITION, and why.

    POSITION is the rows of a board, tiles separated by commas and rows by slashes, or a board file.
    """
    file = "," not in position
    start = State(*read_board(read_text(Path(position), "board file"))) if file else State(read_position(position))
    missing = "" if has_network() else f"This hint was made without the network. {GET_ENGINES}"
    print_hint(Game(start=start, seed=0), missing, weights)


@click.command("2048")
@click.argument("position", default="")
@click.option("--size", help="Cells along each side, 2 or 3 (3).")
@click.option("--for", "goal", metavar="score|tile:512", default="score", help="Goal: the score, or a tile (score).")
def solve(position: str, size: str | None, goal: str) -> None:
    """Print the value of every move on a 2x2 or 3x3 board.

    The first run solves all boards of this size: 3x3 takes a minute or two and 0.8 GB in the cache folder. POSITION is
    the rows of a board, such as 2,4/0,2. Without it you see the value of a new game.
    """
    board = read_position(position) if position else None
    side = size or (str(board.size) if board else "3")
    if side not in {"2", "3"} or (board and str(board.size) != side):
        raise RulesError("boards of 2x2 and 3x3 can be solved: write --size 2 or --size 3, or rows of that length")
    rules, tile = Rules(size=int(side)), _tile(goal)
    check_solvable(rules, tile)
    exact = exact_for(rules, tile) or _solved(rules, tile)
    if board is None:
        what = f"the chance of {tile}" if tile else "the expected score"
        click.echo(f"{side}x{side} with best play: {what} is {exact.start:.10f}.")
        return
    click.echo(str(board))
    slides = exact.slides(board)
    for direction, worth in slides.items():
        best = " (best)" if worth > max(slides.values()) - 1e-9 else ""
        click.echo(f"  {direction.value}: {worth:.10f}{best}")


def _tile(goal: str) -> int:
    """Return the target tile, 0 for points."""
    tile = goal.removeprefix("tile:")
    if goal != "score" and not (goal.startswith("tile:") and tile.isascii() and tile.isdecimal() and len(tile) < 6):
        raise NotationError(f"'{goal:.40}' is not a goal; write score, or a tile such as tile:512")
    return 0 if goal == "score" else int(tile)


def _solved(rules: Rules, tile: int) -> Exact:
    from slidedrop.twenty48.exact.solve import solve as solve_all

    bar = Bar(2 * len(sums(rules)), "layers")
    exact = solve_all(rules, tile, tell=lambda done, _of: bar.reach(done))
    bar.clear()
    return exact


def picture(position: Position) -> Picture:
    """Return the picture of a position."""
    return display.picture(position.board, position.rules.base)
