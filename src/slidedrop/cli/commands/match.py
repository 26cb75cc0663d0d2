"""`slidedrop match`: players against each other on the same games."""

import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from slidedrop.chunks import Work
from slidedrop.cli.errors import check_output
from slidedrop.cli.options import FILE, PLAYER, board_options, number, rules_asked, whole_number, work_options
from slidedrop.cli.progress import Bar, say_compiling, tell
from slidedrop.core.errors import RecordError
from slidedrop.core.game import counted
from slidedrop.durable import write_whole
from slidedrop.games import game_names
from slidedrop.lab.arena.match import Entrant, Match, Result, worker_files
from slidedrop.lab.arena.report import as_csv, report
from slidedrop.lab.arena.scoresheet import NAME, Scoresheet, results_in
from slidedrop.lab.arena.sprt import answer, answered_after, round_scores
from slidedrop.lab.work.place import working
from slidedrop.places import data_folder
from slidedrop.players.external import is_own
from slidedrop.players.player import PlayerName
from slidedrop.players.registry import player_classes, player_type

_BUNDLED = "bundled"


@click.command("match")
@click.argument("game", type=click.Choice(game_names()))
@click.option("--player", **PLAYER, multiple=True, required=True, help="Player; repeat the option for each.")
@click.option(
    "--games", type=whole_number(1, 1_000_000), default=100, show_default=True, help="Number of games per player."
)
@click.option("--seed", type=whole_number(-(1 << 62), 1 << 62), default=1, show_default=True, help="Seed of the games.")
@board_options
@click.option(
    "--weights",
    multiple=True,
    metavar="FILE",
    help="Network file for 'network' players: one for all, or one for each ('bundled' is the built-in one).",
)
@work_options()
@click.option("--csv", type=FILE, help="Write every game to a file.")
@click.option("--folder", type=FILE, help="Folder of the match.")
@click.option("--resume", is_flag=True, help="Continue an interrupted match, or add more games to it.")
@click.option(
    "--sprt", type=number(1, 400), metavar="ELO", help="Stop when one player is shown to be stronger by ELO points."
)
@click.option("--new", is_flag=True, help="Start again, even if games of this match are saved.")
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Compare players on the same set of games.

    In 2048 all players get the same tiles; the CSV names the seed of each game. In Connect-4 each opening is played
    with both colours. Every finished game is saved: to resume, run the same command with --resume.

    $ slidedrop match 2048 --player network:2 --player greedy --games 200
    $ slidedrop match 2048 --player network@5ms --games 50 --csv games.csv
    $ slidedrop match 2048 --player network --player greedy --weights my.weights
    $ slidedrop match connect4 --player search:4 --player greedy --games 40
    $ slidedrop match connect4 --size 6x5 --player perfect --player master
    $ slidedrop match connect4 --player my_bot.py:Bot --player '-- ./other-bot'
    $ slidedrop match 2048 --player new.py:Bot --player old.py:Bot --sprt 20
    $ slidedrop match 2048 --player network:3 --on tcp://10.0.0.1:8786
    """
    options = SimpleNamespace(**given)
    match = _match(options)
    if options.csv is not None:
        check_output(options.csv, own=b"round,seed,")
    folder = options.folder or usual_folder("matches", match.header())
    rounds = match.rounds_of(options.games)
    _check_saved(options, folder, rounds * len(match.entrants))
    if any(player_type(name, options.game).needs_engine for name in options.player if not is_own(name)):
        say_compiling()
    for remark in match.prepare():
        tell(remark)
    work_place = working(options.on, options.jobs, partial(worker_files, match.entrants))
    with work_place as work, Scoresheet.open(folder, match.header()) as sheet:
        try:
            play_rest(match, sheet, rounds, work, lambda: bool(_answered(options, match, sheet.results)))
        except KeyboardInterrupt:
            saved = counted(len(results_in(folder)), "game")  # of the file: the last may not have been counted yet
            tell(f"\nStopped with {saved} saved. Run the same command with --resume to continue.")
            sys.exit(130)
        answered = _answered(options, match, sheet.results)
        results = [result for result in sheet.results if result.round < min(rounds, answered or rounds)]
        click.echo(report(match, results))
        if options.csv is not None:
            write_whole(options.csv, as_csv(match, results).encode())
            click.echo(f"Every game is in '{options.csv}'.")
        if options.sprt is not None:
            click.echo(_answer(options, match, results))


def _answered(options: SimpleNamespace, match: Match, results: Sequence[Result]) -> int:
    """Return the number of rounds after which the sequential test ended; 0 if it is open or not used."""
    return 0 if options.sprt is None else answered_after(round_scores(match, results), options.sprt)


def _answer(options: SimpleNamespace, match: Match, results: Sequence[Result]) -> str:
    first, second = (entrant.label for entrant in match.entrants)
    found = answer(round_scores(match, results), options.sprt)
    if not found:
        return f"Open after {len(results)} games: ask for more --games, with --resume, or for a larger --sprt."
    return f"Answered after {len(results)} games: {first} is {found} than {second} (5% error each way)."


def play_rest(
    match: Match, sheet: Scoresheet, rounds: int, work: Work, enough: Callable[[], bool] = lambda: False
) -> None:
    """Play the rounds that are not on the sheet, until `enough` says stop."""
    if enough():
        return
    done = {result.unit for result in sheet.results}
    units = [unit for unit in match.units(rounds) if unit not in done]
    bar = Bar(rounds * len(match.entrants), "games", rounds * len(match.entrants) - len(units))
    for result in work(match.play, units):
        sheet.add(result)
        bar.advance()
        if enough():
            break
    bar.clear()


def _match(options: SimpleNamespace) -> Match:
    weights = options.weights or (_BUNDLED,)
    if len(weights) not in {1, len(options.player)}:
        raise click.UsageError(f"--weights is given once for all players or once for each of the {len(options.player)}")
    files = weights * len(options.player) if len(weights) == 1 else weights
    if options.sprt is not None and len(options.player) != 2:
        raise click.UsageError(f"--sprt compares two players, not {len(options.player)}")
    entrants = tuple(entrant_called(options.game, *pair) for pair in zip(options.player, files, strict=True))
    return Match(rules_asked(options.game, vars(options)), entrants, options.seed)


def entrant_called(game: str, player: str, weights: str = _BUNDLED) -> Entrant:
    """Return the player named on the command line, with the fingerprint of its network."""
    if is_own(player):
        return Entrant(player)
    declared, asked = player_type(player, game), PlayerName.read(player)
    if not declared.takes_weights:
        return Entrant(str(asked))
    own = "" if weights == _BUNDLED else weights
    return Entrant(str(asked), own, player_classes(game)[asked.name].fingerprint(Path(own) if own else None))


def usual_folder(kind: str, header: object) -> Path:
    """Return the default folder: the same match or tournament always gets the same one."""
    return data_folder() / kind / hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()[:12]


def _check_saved(options: SimpleNamespace, folder: Path, games: int) -> None:
    """Refuse to replace saved games without --new."""
    saved = len(results_in(folder))
    if options.new or (saved == games and not options.resume and options.folder is None):
        (folder / NAME).unlink(missing_ok=True)
    elif saved and not options.resume:
        message = (
            f"'{folder}' has {counted(saved, 'game')} of this match; add --resume to continue, or --new to start again"
        )
        raise RecordError(message)
