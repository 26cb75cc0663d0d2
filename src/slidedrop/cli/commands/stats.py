"""`slidedrop stats`: statistics of the saved games."""

import json
from typing import Final

import click

from slidedrop.cli.saved_games import open_library
from slidedrop.core.game import counted
from slidedrop.games import game_spec
from slidedrop.records.statistics import GameStatistics, statistics
from slidedrop.records.summaries import NotCounted

NOT_COUNTED: Final = {
    NotCounted.REPLAY: "replayed",
    NotCounted.IMPORT: "imported",
    NotCounted.COPY: "shared",
    NotCounted.BOARD: "from a given board",
    NotCounted.COMPUTER: "played by the computer",
    NotCounted.TAKEN_OVER: "taken over by the computer",
}


@click.command("stats")
@click.option("--json", "as_json", is_flag=True, help="Print the statistics as JSON.")
def command(*, as_json: bool) -> None:
    """Show one line of statistics for each game and its rules.

    Games that you played here from their start count. Replayed, imported and shared games, games from a given board,
    and games in which the computer made more than a tenth of your moves are counted separately.

    $ slidedrop stats
    $ slidedrop stats --json
    """
    games = open_library().games()
    found = statistics(games)
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=1))
        return
    if not games:
        click.echo("No games yet; start one with 'slidedrop 2048'.")
    for group in found.groups:
        click.echo(f"{group.game} {group.rules}: {_line(group)}")
    if found.not_counted:
        others = [f"{number} {NOT_COUNTED[reason]}" for reason, number in found.not_counted.items()]
        click.echo(f"Not counted: {', '.join(others)}.")


def _line(group: GameStatistics) -> str:
    parts = [counted(group.games, "game"), f"{group.finished} finished"]
    if group.scores:
        parts += [f"best {group.best}", f"mean {group.mean:.0f}", f"largest tile {group.tiles[-1][0]}"]
        parts.append(f"{group.won} won")
    elif group.finished:
        colours = zip(game_spec(group.game).colours, group.seats, strict=True)
        parts += [*(f"{colour} won {wins}" for colour, wins in colours), f"drawn {group.drawn}"]
    parts.append(counted(group.moves, "move"))
    return ", ".join(parts)
