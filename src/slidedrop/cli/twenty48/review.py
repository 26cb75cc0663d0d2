"""`slidedrop hint 2048` and `slidedrop review` for 2048."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from slidedrop.cli.compiling import GET_ENGINES
from slidedrop.cli.hint_text import print_hint
from slidedrop.cli.options.weights import weights_option
from slidedrop.cli.progress import Bar
from slidedrop.core.errors import NotationError
from slidedrop.records.files import read_text
from slidedrop.twenty48.engine.searcher import has_network
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.notation import read_board, read_position
from slidedrop.twenty48.position import State


@click.command("2048")
@click.argument("position")
@weights_option
def hint(position: str, weights: Path | None) -> None:
    """Name the move to make in POSITION, and say why.

    POSITION is the rows of a board, tiles apart by commas and rows by slashes, or a board file.
    """
    file = "," not in position
    start = State(*read_board(read_text(Path(position), "board file"))) if file else State(read_position(position))
    missing = "" if has_network() else f"This hint was made without the network. {GET_ENGINES}"
    print_hint(Game(start=start, seed=0), missing, weights)


def review(what: str, game: Game, options: Mapping[str, Any]) -> None:
    """Print luck, skill and the costliest moves; with --tiles what the tile after one move could have been."""
    from slidedrop.analysis.twenty48.review import Review
    from slidedrop.cli.twenty48.review_text import reviewed, tiles_after

    tiles = options["tiles"]
    if tiles is not None and tiles > len(game.turns):
        raise NotationError(f"{what} has {len(game.turns)} slides, so none has the number {tiles}")
    found = Review(game)
    bar = Bar(len(game.turns), "slides")
    if tiles is not None:
        click.echo("\n".join(tiles_after(found, tiles)))
    elif options["as_json"]:
        for slide in found.grow():
            bar.reach(slide.number)
        click.echo(json.dumps({"game": what, **found.to_json()}, indent=1))
    else:
        for line in reviewed(what, found, options["rollouts"] or 0):
            bar.clear()
            click.echo(line)
            bar.reach(len(found.slides))
    bar.clear()
