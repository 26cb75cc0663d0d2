"""`slidedrop match`: players against each other on the same games."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from slidedrop.cli.board_options import board_options, rules_asked
from slidedrop.cli.compiling import say_compiling, tell
from slidedrop.cli.counting import counted
from slidedrop.cli.examples import examples
from slidedrop.cli.numbers import WholeNumber
from slidedrop.cli.progress import Bar
from slidedrop.core.errors import RecordError
from slidedrop.lab.arena.match import Entrant, Match
from slidedrop.lab.arena.report import as_csv, report
from slidedrop.lab.arena.scoresheet import NAME, Scoresheet, results_in
from slidedrop.lab.arena.workers import played
from slidedrop.places import data_folder
from slidedrop.players.registry import is_compiled
from slidedrop.players.spec import PlayerSpec
from slidedrop.records.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from slidedrop.lab.arena.match import Result

_SHIPPED = "shipped"


class Options(NamedTuple):
    """What was asked for on the command line."""

    game: str
    player: tuple[str, ...]
    games: int
    seed: int
    size: str | None
    rules: str | None
    free: bool
    weights: tuple[str, ...]
    jobs: int
    csv: Path | None
    folder: Path | None
    resume: bool
    new: bool


@click.command(
    "match",
    epilog=examples(
        "slidedrop match 2048 --player network:2 --player greedy --games 200",
        "slidedrop match 2048 --player network@5ms --games 50 --csv games.csv",
        "slidedrop match 2048 --player network --player greedy --weights my.weights",
        "slidedrop match connect4 --player search:4 --player greedy --games 40",
        "slidedrop match connect4 --size 6x5 --player perfect --player teacher:5",
    ),
)
@click.argument("game", type=click.Choice(["2048", "connect4"]))
@click.option("--player", multiple=True, required=True, metavar="PLAYER", help="Who plays; repeat it for each.")
@click.option("--games", type=WholeNumber(1, 1_000_000), default=100, show_default=True, help="Games of each player.")
@click.option(
    "--seed",
    type=WholeNumber(-(1 << 62), 1 << 62),
    default=1,
    show_default=True,
    help="The same games for the same number.",
)
@board_options
@click.option(
    "--weights",
    multiple=True,
    metavar="FILE",
    help="The network that 'network' players go by: once for all, or once for each ('shipped' is ours).",
)
@click.option("--jobs", type=WholeNumber(1, 256), default=min(2, os.cpu_count() or 1), help="Games at the same time.")
@click.option("--csv", type=click.Path(path_type=Path), help="Write every game to a file.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the match is kept while it is played.")
@click.option("--resume", is_flag=True, help="Go on with a match that was interrupted, or play more games of it.")
@click.option("--new", is_flag=True, help="Begin anew, whatever is kept of such a match.")
def command(**options: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Let players play the same games, and count.

    In 2048 every player plays the games of the same seeds, which are drawn from --seed and named in the CSV; in
    Connect-4 each opening is played with both colours. Every game is kept as it ends: after an interruption the same
    command with --resume goes on.
    """
    _play(Options(**options))


def _play(options: Options) -> None:
    match = _match(options)
    folder = options.folder or _folder(match)
    rounds = _rounds(options)
    _check_kept(options, folder, rounds * len(match.entrants))
    if any(map(is_compiled, options.player)):
        say_compiling()
    for remark in match.prepare():
        tell(remark)
    with Scoresheet.open(folder, match.header()) as sheet:
        try:
            _play_rest(match, sheet, rounds, options.jobs)
        except KeyboardInterrupt:
            kept = counted(len(results_in(folder)), "game")  # of the file: the last may not have been counted yet
            tell(f"\nStopped with {kept} kept; the same command with --resume goes on.")
            sys.exit(130)
        _tell_all(match, [result for result in sheet.results if result.round < rounds], options.csv)


def _rounds(options: Options) -> int:
    """Return how many rounds make so many games: in Connect-4 each opening is two."""
    return options.games if options.game == "2048" else max(1, options.games // 2)


def _play_rest(match: Match, sheet: Scoresheet, rounds: int, jobs: int) -> None:
    """Play what is not on the sheet yet."""
    done = {result.unit for result in sheet.results}
    units = [unit for unit in match.units(rounds) if unit not in done]
    bar = Bar(rounds * len(match.entrants), "games", rounds * len(match.entrants) - len(units))
    for result in _closing(played(match, units, min(jobs, max(1, len(units))))):
        sheet.add(result)
        bar.advance()
    bar.clear()


def _closing(results: Iterator[Result]) -> Iterator[Result]:
    """Yield everything, and have the processes ended whatever happens."""
    try:
        yield from results
    finally:
        results.close()  # type: ignore[attr-defined] # a generator


def _tell_all(match: Match, results: Sequence[Result], csv: Path | None) -> None:
    click.echo(report(match, results))
    if csv is not None:
        write_whole(csv, as_csv(match, results).encode())
        click.echo(f"Every game is in '{csv}'.")


def _match(options: Options) -> Match:
    weights = options.weights or (_SHIPPED,)
    if len(weights) not in {1, len(options.player)}:
        message = f"--weights is given once for all players or once for each of the {len(options.player)}"
        raise click.UsageError(message)
    files = weights * len(options.player) if len(weights) == 1 else weights
    entrants = tuple(_entrant(*pair) for pair in zip(options.player, files, strict=True))
    rules = rules_asked(options.game, options.size, options.rules, free=options.free)
    return Match(rules, entrants, options.seed)


def _entrant(player: str, weights: str) -> Entrant:
    spec = PlayerSpec.read(player)
    if spec.name != "network":
        return Entrant(str(spec))
    from slidedrop.players.learned import seal_of

    own = "" if weights == _SHIPPED else weights
    return Entrant(str(spec), own, seal_of(Path(own) if own else None))


def _folder(match: Match) -> Path:
    """Return where a match is kept if nobody says where: the same match in the same folder."""
    digest = hashlib.sha256(json.dumps(match.header(), sort_keys=True).encode()).hexdigest()[:12]
    return data_folder() / "matches" / digest


def _check_kept(options: Options, folder: Path, games: int) -> None:
    """Refuse to forget games that were played, unless somebody says so."""
    kept = len(results_in(folder))
    if options.new or (kept == games and not options.resume and options.folder is None):
        (folder / NAME).unlink(missing_ok=True)
    elif kept and not options.resume:
        message = f"{kept} games of this match are kept in '{folder}'; add --resume to go on, or --new to begin anew"
        raise RecordError(message)
