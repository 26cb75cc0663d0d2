"""`slidedrop review`: every move of a Connect-4 game graded, where it turned, and what would have been better."""

import json

import click

from slidedrop.analysis.connect4.review import review
from slidedrop.cli.compiling import missing_solver
from slidedrop.cli.examples import examples
from slidedrop.cli.options.game import found_game
from slidedrop.cli.progress import Bar
from slidedrop.cli.review_text import reviewed
from slidedrop.connect4.game import Game
from slidedrop.core.errors import NotationError


@click.command(
    "review",
    epilog=examples(
        "slidedrop review 3",
        "slidedrop review 'Sunday game'",
        "slidedrop review sunday.game",
        "slidedrop review C1BgADbQAAALsYTaU --seconds 10",
        "slidedrop review 4443254462223 --json",
    ),
)
@click.argument("game")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The board of typed moves.")
@click.option("--free", is_flag=True, help="Typed moves are row.column, on any free cell.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), default=2.0, show_default=True, help="Time for each move."
)
@click.option("--json", "as_json", is_flag=True, help="Print the review as JSON.")
def command(game: str, size: str, seconds: float, *, free: bool, as_json: bool) -> None:
    """Grade every move of GAME.

    GAME is a kept game (its number or name), an exported file, a share code or link, or the moves themselves, such as
    44455. What cannot be proven in the time given is marked as not proven.
    """
    what, played = found_game(game, size, free=free)
    if not isinstance(played, Game):
        raise NotationError(f"{what} is a game of {played.kind}; a review looks at games of Connect-4")
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
