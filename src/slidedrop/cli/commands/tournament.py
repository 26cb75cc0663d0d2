"""`slidedrop tournament`: players ranked by games against each other."""

import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from slidedrop.chunks import Work
from slidedrop.cli.commands.match import entrant_called, play_rest, usual_folder
from slidedrop.cli.errors import check_output
from slidedrop.cli.options import FILE, board_options, complete_player, rules_asked, whole_number, work_options
from slidedrop.core.errors import RulesError
from slidedrop.durable import write_whole
from slidedrop.games import game_names, game_spec
from slidedrop.lab.arena.match import Match, Result, worker_files
from slidedrop.lab.arena.report import table
from slidedrop.lab.arena.scoresheet import Scoresheet
from slidedrop.lab.arena.tournament import Tournament, as_csv
from slidedrop.lab.work.place import working


@click.command("tournament", context_settings={"ignore_unknown_options": True})  # a player may be a program: '-- ./bot'
@click.argument("game", type=click.Choice(game_names()))
@click.argument("players", nargs=-1, required=True, metavar="PLAYER ...", shell_complete=complete_player)
@click.option(
    "--games",
    type=whole_number(2, 100_000),
    default=20,
    show_default=True,
    help="Number of games per pair (2048: per player).",
)
@click.option("--gauntlet", is_flag=True, help="Play only the first player against each of the others.")
@board_options
@click.option(
    "--seed",
    type=whole_number(-(1 << 62), 1 << 62),
    default=1,
    show_default=True,
    help="Seed of the openings or tiles.",
)
@work_options()
@click.option("--csv", type=FILE, help="Write the table to a file.")
@click.option("--folder", type=FILE, help="Folder of the games.")
def command(players: tuple[str, ...], **given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Run a tournament and rank the players, with 95% intervals.

    In Connect-4 each pair plays the same openings with both colours; players are ranked by Elo. In 2048 all players get
    the same tiles; they are ranked by points. Every finished game is saved with its moves, and the last line of the
    output names the folder. To resume, run the same command again.

    $ slidedrop tournament connect4 random greedy search:2 search:4 --games 20
    $ slidedrop tournament connect4 bot.py:Bot search:4 perfect --gauntlet
    $ slidedrop tournament 2048 bot.py:Bot greedy '-- ./other-bot' --games 50
    """
    if len(players) < 2 or len(set(players)) < len(players):
        raise RulesError("a tournament needs two players or more, each named once")
    options = SimpleNamespace(**given)
    if options.csv is not None:
        check_output(options.csv, own=b"place,")
    spec = game_spec(options.game)
    if options.gauntlet and spec.by_points:
        raise click.UsageError(f"--gauntlet is for games of two; in {spec.title} everyone plays alone")
    rules = rules_asked(options.game, vars(options))
    entrants = tuple(entrant_called(options.game, name) for name in players)
    tournament = Tournament(rules, entrants, options.seed, options.gauntlet)
    matches = tournament.matches()
    rounds = next(iter(matches.values())).rounds_of(options.games)
    headers = [match.header() for match in matches.values()]
    place = options.folder or usual_folder("tournaments", [options.game, headers])
    results = {}
    with working(options.on, options.jobs, partial(worker_files, entrants)) as work:
        for pair, match in matches.items():
            results[pair] = _play_match(match, place / f"{pair[0] + 1}-{pair[1] + 1}", rounds, work)
    rows = tournament.standings(results)
    click.echo(table(rows))
    for fault in {result.fault for found in results.values() for result in found if result.fault}:
        click.echo(f"Fault: {fault}.")
    if options.csv is not None:
        write_whole(options.csv, as_csv(rows).encode())
    click.echo(f"The games are in '{place}'.", err=True)


def _play_match(match: Match, folder: Path, rounds: int, work: Work) -> list[Result]:
    match.prepare()
    click.echo(" against ".join(entrant.label for entrant in match.entrants), err=True)
    with Scoresheet.open(folder, match.header()) as sheet:
        try:
            play_rest(match, sheet, rounds, work)
        except KeyboardInterrupt:
            click.echo("\nStopped. Every finished game is saved; run the same command to resume.", err=True)
            sys.exit(130)
        return [result for result in sheet.results if result.round < rounds]
