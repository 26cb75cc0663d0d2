"""`slidedrop dataset`: positions with the proven value of every move, for training."""

import sys
from pathlib import Path

import click

from slidedrop.cli.errors import check_output
from slidedrop.cli.options import SEED, number, whole_number, work_options
from slidedrop.cli.progress import Bar
from slidedrop.connect4.notation import rules_of_size
from slidedrop.core.errors import RulesError
from slidedrop.lab.work.place import working


@click.command("dataset")
@click.argument("game", type=click.Choice(["connect4"]), expose_value=False)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--positions", type=number(1, 1e9), default=10_000, show_default=True, help="Number of positions.")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="Size of the board.")
@click.option(
    "--first-ply", type=whole_number(0, 10**9), default=14, show_default=True, help="Fewest discs on a board."
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the positions.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@work_options()
def command(
    file: Path, positions: float, size: str, first_ply: int, seed: int, jobs: int, on: str, *, force: bool
) -> None:
    """Write random positions, and the proven value of every move, to FILE (.npz).

    If it is stopped, run the same command to resume. With few discs on the board a position takes seconds.

    $ slidedrop dataset connect4 --positions 10000 values.npz
    $ slidedrop dataset connect4 --size 6x5 --positions 1e6 small.npz
    """
    rules = rules_of_size(size)
    if first_ply >= rules.cells:
        raise RulesError(
            f"a board of {size} has {rules.cells} cells, so --first-ply is less than that, not {first_ply}"
        )
    check_output(file, force=force)
    from slidedrop.connect4.engine.perfect import solver_for
    from slidedrop.lab.dataset import BLOCK, Plan, grow

    solver_for(rules)
    with working(on, jobs) as work:
        progress = grow(file, Plan(rules.columns, rules.rows, seed, first_ply), int(positions), work)
        bar = Bar(-(-int(positions) // BLOCK), f"blocks of {BLOCK} positions", next(progress))
        try:
            for _ in progress:
                bar.advance()
        except KeyboardInterrupt:
            bar.clear()
            click.echo("Stopped. Run the same command to resume.")
            sys.exit(130)
    bar.clear()
    click.echo(f"{int(positions):,} positions: '{file}'.")
