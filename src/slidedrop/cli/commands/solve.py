"""`slidedrop solve`: what every move of a Connect-4 position or of a small 2048 board is worth, by proof."""

import click

from slidedrop.cli.errors import check_options
from slidedrop.cli.options.numbers import WholeNumber
from slidedrop.core.errors import NotationError, RulesError
from slidedrop.twenty48.exact.values import Exact, check_solvable, exact_for, sums
from slidedrop.twenty48.rules import Rules


@click.command("solve")
@click.argument("game", type=click.Choice(["connect4", "2048"]))
@click.argument("position", default="")
@click.option("--size", help="The board: COLUMNSxROWS (7x6) in Connect-4, 2 or 3 (3) in 2048.")
@click.option("--free", is_flag=True, help="Connect-4: discs are placed on any free cell.")
@click.option("--seconds", type=click.FloatRange(0.01, 86400), help="Connect-4: the time to think (30).")
@click.option("--threads", type=WholeNumber(1, 256), default=1, help="Connect-4: searches that think together (1).")
@click.option("--for", "goal", metavar="score|tile:512", help="2048: what is played for (score).")
def command(
    game: str, position: str, size: str | None, seconds: float | None, threads: int, goal: str | None, *, free: bool
) -> None:
    """Say what every move is worth.

    In Connect-4 POSITION is the columns played so far, counted from 1. Discs of both sides are counted until the end.
    When the time is over, what is proven by then is said, and what is not. Boards that the solver does not know are
    answered by full search where few cells are left, and otherwise by looking ahead. Several threads need the extra
    "ai", and pay from a few seconds on; without it one answers.

    A 2048 board of 2x2 or 3x3 is solved completely, once: 3x3 takes minutes and 0.8 GB in the cache folder. POSITION is
    its rows, such as 2,4/0,2; without one you are told what a game is worth.
    """
    drops = {"seconds": ("connect4", seconds is not None), "free": ("connect4", free)}
    check_options(game, **drops, threads=("connect4", threads > 1), **{"for": ("2048", goal is not None)})
    if game == "2048":
        _solve_2048(position, size, goal or "score")
    else:
        _solve_connect4(position, size or "7x6", 30.0 if seconds is None else seconds, threads, free=free)


def _solve_2048(position: str, size: str | None, goal: str) -> None:
    from slidedrop.twenty48.notation import read_position

    board = read_position(position) if position else None
    side = size or (str(board.size) if board else "3")
    if side not in {"2", "3"} or (board and str(board.size) != side):
        raise RulesError("boards of 2x2 and 3x3 can be solved: write --size 2 or --size 3, or rows of that length")
    rules, tile = Rules(size=int(side)), _tile(goal)
    check_solvable(rules, tile)
    exact = exact_for(rules, tile) or _solved(rules, tile)
    if board is None:
        what = f"the chance of {tile}" if tile else "the expected score"
        click.echo(f"{side}x{side}, played as well as can be: {what} is {exact.start:.10f}.")
        return
    click.echo(str(board))
    slides = exact.slides(board)
    for direction, worth in slides.items():
        best = " (best)" if worth > max(slides.values()) - 1e-9 else ""
        click.echo(f"  {direction.value}: {worth:.10f}{best}")


def _tile(goal: str) -> int:
    """Return the tile that is played for, 0 for points."""
    tile = goal.removeprefix("tile:")
    if goal != "score" and not (goal.startswith("tile:") and tile.isdecimal() and len(tile) < 6):
        raise NotationError(f"'{goal:.40}' is not a goal; write score, or a tile such as tile:512")
    return 0 if goal == "score" else int(tile)


def _solved(rules: Rules, tile: int) -> Exact:
    from slidedrop.cli.progress import Bar
    from slidedrop.twenty48.exact.solve import solve

    bar = Bar(2 * len(sums(rules)), "layers")
    exact = solve(rules, tile, tell=lambda done, _of: bar.reach(done))
    bar.clear()
    return exact


def _solve_connect4(moves: str, size: str, seconds: float, threads: int, *, free: bool) -> None:
    from slidedrop.analysis.connect4.scores import scores_for
    from slidedrop.cli.compiling import missing_solver, say_compiling
    from slidedrop.cli.options.sizes import rules_of_size
    from slidedrop.connect4.game import COLOURS, ending
    from slidedrop.connect4.position import Position

    position = Position.from_moves(moves, rules_of_size(size, gravity=not free))
    click.echo(str(position))
    if position.outcome is not None:
        click.echo(f"{ending(position.outcome).capitalize()}.")
        return
    if threads > 1:
        say_compiling()
    scores = scores_for(position, seconds=seconds, threads=threads)
    click.echo(f"{COLOURS[position.turn].capitalize()} to move:")
    for score in scores.moves:
        best = " (best)" if score.is_best and len(scores.best) < len(scores.moves) else ""
        click.echo(f"  {'' if free else 'column '}{score.move}: {score.words}{best}")
    if not scores.is_proven:
        click.echo(f"{scores.how.capitalize()}.")
    for notice in filter(None, (scores.notice, "" if scores.is_proven else missing_solver(position.rules))):
        click.echo(notice, err=True)
