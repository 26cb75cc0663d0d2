"""`slidedrop review`: every move of a game graded: where Connect-4 turned, what was luck and what skill in 2048."""

import json

import click

from slidedrop.analysis.connect4.review import review
from slidedrop.analysis.twenty48.review import Review
from slidedrop.cli.compiling import missing_solver
from slidedrop.cli.options.game import found_game
from slidedrop.cli.progress import Bar
from slidedrop.cli.review_text import reviewed, reviewed_2048, tiles_after
from slidedrop.connect4.game import Game
from slidedrop.core.errors import NotationError
from slidedrop.twenty48.game import Game as Twenty48


@click.command("review")
@click.argument("game")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The board of typed moves.")
@click.option("--free", is_flag=True, help="Typed moves are row.column, on any free cell.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), default=2.0, show_default=True, help="Connect-4: time for a move."
)
@click.option("--rollouts", type=click.IntRange(2, 10_000), help="2048: play on so often from what cost most.")
@click.option("--tiles", type=click.IntRange(1), help="2048: what the tile after this slide could have been.")
@click.option("--json", "as_json", is_flag=True, help="Print the review as JSON.")
def command(
    game: str, size: str, seconds: float, rollouts: int | None, tiles: int | None, *, free: bool, as_json: bool
) -> None:
    """Grade every move of GAME.

    GAME is a kept game (its number or name), an exported file, a share code or link, or the moves themselves, such as
    44455. What cannot be proven in the time given is marked as not proven.

    A game of 2048 is told as expected score, luck and skill: by the solution on 2x2 and 3x3 ('slidedrop solve'), by the
    network four slides ahead on 4x4.
    """
    what, played = found_game(game, size, free=free)
    if isinstance(played, Twenty48):
        _review_2048(what, played, rollouts or 0, tiles, as_json=as_json)
    elif isinstance(played, Game):
        if rollouts or tiles:
            raise click.UsageError("--rollouts and --tiles are for 2048; leave them out here")
        _review_connect4(what, played, seconds, as_json=as_json)


def _review_2048(what: str, played: Twenty48, rollouts: int, tiles: int | None, *, as_json: bool) -> None:
    if tiles is not None and tiles > len(played.turns):
        raise NotationError(f"{what} has {len(played.turns)} slides, so none has the number {tiles}")
    review = Review(played)
    bar = Bar(len(played.turns), "slides")
    if tiles is not None:
        click.echo("\n".join(tiles_after(review, tiles)))
    elif as_json:
        for slide in review.grow():
            bar.reach(slide.number)
        click.echo(json.dumps({"game": what, **review.to_json()}, indent=1))
    else:
        for line in reviewed_2048(what, review, rollouts):
            bar.clear()
            click.echo(line)
            bar.reach(len(review.slides))
    bar.clear()


def _review_connect4(what: str, played: Game, seconds: float, *, as_json: bool) -> None:
    missing = missing_solver(played.rules)
    bar = Bar(len([turn for turn in played.turns if turn.move is not None]) + 1, "positions")
    result = review(played, seconds_a_move=seconds, tell=lambda _done, _of: bar.advance())
    bar.clear()
    if as_json:
        click.echo(json.dumps({"game": what, **result.to_json()}, indent=1))
    else:
        lines = reviewed(what, played, result)
        click.echo("\n".join(line for line in lines if not (missing and "more seconds" in line)))
    for notice in filter(None, (result.notice, missing)):
        click.echo(notice, err=True)
