"""`slidedrop review`: every move of a game graded: where it turned, what was luck and what skill."""

from typing import Any

import click

from slidedrop.cli.game_commands import commands_of
from slidedrop.cli.named_game import found_game, moves_option
from slidedrop.cli.saved_games import game_argument
from slidedrop.games import game_specs, spec_of


@click.command("review")
@game_argument
@click.option("--size", metavar="COLUMNSxROWS", help="The board of typed moves (7x6).")
@click.option("--free", is_flag=True, help="Read typed moves as row.column, on any free cell.")
@moves_option
@click.option("--json", "as_json", is_flag=True, help="Print the review as JSON.")
@click.pass_context
def command(ctx: click.Context, /, game: str, size: str | None, **given: Any) -> None:  # noqa: ANN401 - click's options
    """Grade every move of GAME.

    GAME is a saved game (its number or name), an exported file, a share code or link, or the moves themselves, such as
    44455. Values that were not proven within the time limit are marked.

    A review of 2048 splits the score into expected score, luck and skill. It is exact on 2x2 and 3x3 (after
    'slidedrop solve 2048'); on 4x4 the network estimates the values at search depth 4.

    $ slidedrop review 3
    $ slidedrop review 'Sunday game'
    $ slidedrop review sunday.game
    $ slidedrop review C1BgADbQAAALsYTaU --seconds 10
    $ slidedrop review 4443254462223 --json
    $ slidedrop review 7 --rollouts 50
    $ slidedrop review 7 --tiles 112
    """
    what, played = found_game(game, size=size, free=given["free"], moves=given.pop("moves"))
    spec = spec_of(played)
    own = {option.name for option in commands_of(spec).review_options}
    for other in game_specs():
        for option in commands_of(other).review_options:
            typed = ctx.get_parameter_source(option.name or "") is click.core.ParameterSource.COMMANDLINE
            if option.name not in own and typed:
                raise click.UsageError(f"--{option.name} is for {other.title}; leave it out for {spec.title}")
    spec.load(commands_of(spec).review, "review")(what, played, given)


command.params += [option for spec in game_specs() for option in commands_of(spec).review_options]
