"""`slidedrop daily`: today's board, with the same tiles for everyone."""

import json
from typing import Any

import click

from slidedrop.cli.playing import play
from slidedrop.cli.saved_games import open_library
from slidedrop.core.game import counted
from slidedrop.games import game_spec, game_specs
from slidedrop.records.daily import Daily, daily
from slidedrop.session import new_session, resumed_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.face import face_of

_GAMES = [spec.name for spec in game_specs() if spec.by_points]


@click.command("daily")
@click.argument("game", type=click.Choice(_GAMES), default=_GAMES[0])
@click.option("--show", is_flag=True, help="Show how you did today instead of playing.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
@click.option("--speak", is_flag=True, help="Describe every move in a sentence.")
@click.option("--lines", is_flag=True, help="Read lines instead of single keys.")
def command(game: str, **given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Play today's board: the same tiles for everyone on one UTC date.

    A board that you have not finished is continued.

    $ slidedrop daily
    $ slidedrop daily --show
    $ slidedrop daily --json
    """
    spec, library = game_spec(game), open_library()
    today = daily(spec, library.games())
    if given["as_json"]:
        click.echo(json.dumps(today.to_json(), indent=1))
        return
    if given["show"]:
        click.echo(_shown(today))
        return
    console = Console(lines=given["lines"])
    console.say(_shown(today))
    if today.open is None:
        session = new_session(spec.new_game(seed=today.seed))
    else:
        session = resumed_session(library.take(today.open))
    play(console, face_of(spec.name, keys=console.keys, speak=given["speak"]), session, speak=given["speak"])


def _shown(today: Daily) -> str:
    best = "not played yet" if today.best is None else f"your best score {today.best}"
    streak = f", {counted(today.streak, 'day')} in a row" if today.streak else ""
    return f"{today.game} of {today.day}, seed {today.seed}: {best}{streak}."
