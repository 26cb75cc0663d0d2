"""`slidedrop 2048`: play in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from slidedrop.cli.examples import examples
from slidedrop.cli.numbers import Seconds, WholeNumber
from slidedrop.cli.table import kept_game_to_resume, new_session, play, resumed_session
from slidedrop.cli.table_options import TableOptions, shared_game, table_options
from slidedrop.core.errors import RecordError
from slidedrop.records.shelf import Shelf
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.rules import LARGEST_SIZE, PRESETS, Rules

if TYPE_CHECKING:
    from slidedrop.session import Session
    from slidedrop.terminal.plain.dialogue import Dialogue


class Options(NamedTuple):
    """What was asked for on the command line."""

    size: int | None
    input_file: Path | None
    output_file: Path | None
    force: bool
    record: Path | None
    replay: Path | None
    delay: float
    seed: int | None
    rules: str | None
    table: TableOptions

    @property
    def wants_new(self) -> bool:
        """Whether the options describe a game of their own, so that no kept one is offered."""
        given = (self.size, self.input_file, self.seed, self.rules, self.record, self.replay)
        return any(option is not None for option in given)


@click.command(
    "2048",
    epilog=examples(
        "slidedrop 2048",
        "slidedrop 2048 --seed 7 -s 5",
        "slidedrop 2048 -i start.board -o end.board",
        "slidedrop 2048 --record game.log",
        "slidedrop 2048 --replay game.log --delay 0.1",
        "slidedrop 2048 --from T1DQAEAAAAAAAAACoAAADxsfz-",
        "printf 'left\\nup\\nq\\n' | slidedrop 2048 --seed 7 --speak",
    ),
)
@click.option("-s", "--size", type=WholeNumber(2, LARGEST_SIZE), help="Cells along each side, 2 to 64 (4).")
@click.option("-i", "--input", "input_file", type=click.Path(path_type=Path), help="Start from a board file.")
@click.option(
    "-o", "--output", "output_file", type=click.Path(path_type=Path), help="Write the board there at the end."
)
@click.option("--force", is_flag=True, help="Let -o and --record replace a file that exists.")
@click.option("--record", type=click.Path(path_type=Path), help="Log the keys to a file.")
@click.option("--replay", type=click.Path(path_type=Path), help="Play a log again, then go on with it.")
@click.option("--delay", type=Seconds(), default=0.5, show_default=True, help="Pause between replayed keys.")
@click.option("--seed", type=WholeNumber(-(1 << 63), (1 << 63) - 1), help="The seed of the tiles.")
@click.option("--rules", type=click.Choice(list(PRESETS)), help="How tiles come (classic).")
@table_options
def command(**options: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Play 2048.

    On a terminal single keys move the tiles: w a s d, h j k l or the arrows; ? shows all keys. On a pipe, or with
    --lines, type a word or letter a line. Every game is kept from its first move.
    """
    table = TableOptions.taken_from(options)
    _play(Options(**options, table=table))


def _play(options: Options) -> None:
    console = Console(lines=options.table.lines)
    if options.replay is not None:
        _play_again(console, options, options.replay)
        return
    _check(options)
    if options.record is not None:
        _play_recorded(console, options, options.record)
        return
    session, best = _session(console, options)
    last = play(console, Twenty48Face(best), session, speak=options.table.speak)
    if options.output_file is not None:
        from slidedrop.cli.board_files import write_last

        write_last(options.output_file, last, force=options.force)
        console.say(f"Board written to '{options.output_file}'.")


def _check(options: Options) -> None:
    """Refuse what cannot go together before anything is shown or written."""
    if options.record is not None and (options.output_file or options.input_file):
        message = "--record keeps a log, so -i and -o cannot go with it; leave them out"
        raise click.UsageError(message)
    options.table.check(wants_new=options.wants_new, wants_rules=options.wants_new)
    for path in (options.output_file, options.record):
        if path is not None:
            _check_output(path, force=options.force)


def _check_output(path: Path, *, force: bool) -> None:
    if path.is_dir():
        message = f"'{path}' is a folder; name a file in it"
        raise RecordError(message)
    if path.exists() and not force:
        message = f"'{path}' exists already; add --force to replace it, or choose another name"
        raise RecordError(message)


def _session(console: Console, options: Options) -> tuple[Session, int]:
    """Return the game to play and the best score to beat in it."""
    table = options.table
    if table.code is not None:
        shared, done = shared_game(table.code, "2048")
        best = _best(shared)
        return new_session(shared, done=done), best
    opened = None
    if not options.wants_new:
        opened = kept_game_to_resume(console, "2048", resume=table.resume, new=table.new)
    if opened is not None:
        return resumed_session(opened), _best(opened.game, opened.number)
    game = _new_game(options)
    best = _best(game)
    return new_session(game), best


def _new_game(options: Options) -> Game:
    rules = Rules.preset(options.rules or "classic", options.size or 4)
    if options.input_file is None:
        return Game(rules, seed=options.seed)
    from slidedrop.cli.board_files import start_in

    return Game(rules, seed=options.seed, start=start_in(options.input_file, rules))


def _play_recorded(console: Console, options: Options, path: Path) -> None:
    """Play a new game and log its keys."""
    from slidedrop.cli.logged import LoggedGame, begun_log

    game = _new_game(options)
    log = begun_log(game, path)
    face = Twenty48Face(_best(game))
    logged = LoggedGame(new_session(game), log, console)
    logged.begin()
    play(console, face, logged.session, speak=options.table.speak, listen=logged.stay)


def _play_again(console: Console, options: Options, path: Path) -> None:
    """Play a log again and go on with it; no other option has a say in which game that is."""
    from slidedrop.cli.logged import LoggedGame, logged_game

    game, log = logged_game(path)
    if log.log.seed is None:
        console.say(f"'{path}' has no seed, so its keys are played on new tiles.")
    face = Twenty48Face(_best(game))
    logged = LoggedGame(new_session(game), log, console)

    def opening(dialogue: Dialogue) -> None:
        logged.replay(dialogue, delay=options.delay, seed=game.seed)

    play(console, face, logged.session, speak=options.table.speak, listen=logged.stay, opening=opening)


def _best(game: Any, number: int = 0) -> int:  # noqa: ANN401 - a game of the shelf, of whichever kind
    """Return the best score of the kept games by the same rules, other than the one of this number."""
    rules = game.summary().rules
    try:
        games = Shelf().games()
    except OSError:
        return 0
    others = [kept.summary for kept in games if kept.summary and kept.number != number]
    return max((other.score or 0 for other in others if other.rules == rules), default=0)
