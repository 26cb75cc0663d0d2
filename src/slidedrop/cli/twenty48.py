"""`slidedrop 2048`: play in the terminal."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from slidedrop.cli.examples import examples
from slidedrop.cli.table import kept_game_to_resume, new_session, play, resumed_session
from slidedrop.core.errors import NotationError, RecordError
from slidedrop.records.files import read_text, write_whole
from slidedrop.records.keylog import LogFile
from slidedrop.records.shelf import Shelf
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.notation import KeyLog, read_board, write_board
from slidedrop.twenty48.rules import LARGEST_SIZE, PRESETS, Rules
from slidedrop.twenty48.state import State

if TYPE_CHECKING:
    from slidedrop.session import Event, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for on the command line."""

    size: int | None
    input_file: Path | None
    output_file: Path | None
    force: bool
    record: Path | None
    replay: Path | None
    delay: float
    seed: int | None
    rules: str
    speak: bool
    lines: bool
    new: bool
    resume: str | None

    @property
    def wants_new(self) -> bool:
        """Whether the options describe a game of their own, so that no kept one is offered."""
        given = (self.size, self.input_file, self.seed, self.record, self.replay)
        return self.new or self.rules != "classic" or any(option is not None for option in given)


@click.command(
    "2048",
    epilog=examples(
        "slidedrop 2048",
        "slidedrop 2048 --seed 7 -s 5",
        "slidedrop 2048 -i start.board -o end.board",
        "slidedrop 2048 --record game.log",
        "slidedrop 2048 --replay game.log --delay 0.1",
        "printf 'left\\nup\\nq\\n' | slidedrop 2048 --seed 7 --speak",
    ),
)
@click.option("-s", "--size", type=click.IntRange(2, LARGEST_SIZE), help="Cells along each side (4).")
@click.option("-i", "--input", "input_file", type=click.Path(path_type=Path), help="Start from a board file.")
@click.option(
    "-o", "--output", "output_file", type=click.Path(path_type=Path), help="Write the board there at the end."
)
@click.option("--force", is_flag=True, help="Let -o and --record replace a file that exists.")
@click.option("--record", type=click.Path(path_type=Path), help="Log the keys to a file.")
@click.option("--replay", type=click.Path(path_type=Path), help="Play a log again, then go on with it.")
@click.option(
    "--delay", type=click.FloatRange(0, 60), default=0.5, show_default=True, help="Seconds between replayed keys."
)
@click.option("--seed", type=click.IntRange(-(1 << 63), (1 << 63) - 1), help="The seed of the tiles.")
@click.option("--rules", type=click.Choice(list(PRESETS)), default="classic", show_default=True, help="How tiles come.")
@click.option("--speak", is_flag=True, help="Tell every move in a sentence.")
@click.option("--lines", is_flag=True, help="Read lines instead of single keys.")
@click.option("--new", is_flag=True, help="Begin a new game without asking.")
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[ID]", help="Go on with a kept game, the newest or ID."
)
def command(**options: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Play 2048.

    On a terminal single keys move the tiles: w a s d, h j k l or the arrows; ? shows all keys. On a pipe, or with
    --lines, type a word or letter a line. Every game is kept from its first move.
    """
    _play(Options(**options))


def _play(options: Options) -> None:
    _check(options)
    console = Console(lines=options.lines)
    session, listener = _session(console, options)
    face = Twenty48Face(_best(session))
    last = play(console, face, session, speak=options.speak, listen=listener)
    if options.output_file is not None:
        _write_board(options, last, console)


def _check(options: Options) -> None:
    """Refuse what cannot go together before anything is shown or written."""
    if options.replay is None and options.record is not None and (options.output_file or options.input_file):
        message = "--record keeps a log, so -i and -o cannot go with it; leave them out"
        raise click.UsageError(message)
    for path in (options.output_file, options.record):
        if options.replay is None and path is not None and path.exists() and not options.force:
            message = f"'{path}' exists already; add --force to replace it, or choose another name"
            raise RecordError(message)


def _session(console: Console, options: Options) -> tuple[Session, Any]:
    if options.replay is not None:
        return _replayed(console, options, options.replay)
    if options.resume is not None or not options.wants_new:
        opened = kept_game_to_resume(console, "2048", resume=options.resume, new=options.wants_new)
        if opened is not None:
            return resumed_session(opened), None
    session = new_session(_new_game(options))
    return (session, None) if options.record is None else _recorded(session, options.record)


def _new_game(options: Options) -> Game:
    rules = Rules.preset(options.rules, options.size or 4)
    start = None
    if options.input_file is not None:
        try:
            board, score = read_board(read_text(options.input_file, "board file"))
        except NotationError as error:
            raise _in_file(error, options.input_file) from error
        start = State(board, score, won=board.largest >= rules.winning_tile)
    return Game(rules, seed=options.seed, start=start)


def _in_file(error: NotationError, path: Path) -> NotationError:
    return error if str(path) in str(error) else NotationError(f"'{path}': {error}")


def _recorded(session: Session, path: Path) -> tuple[Session, Any]:
    game = session.game
    if not isinstance(game, Game):  # pragma: no cover - this command plays nothing else
        raise TypeError
    log = LogFile.begin(path, KeyLog(game.rules.size, "", game.seed, game.rules.name))
    return _logged(session, log), lambda following: _logged_anew(following, log)


def _logged(session: Session, log: LogFile) -> Session:
    """Let the log follow the game: each key is appended, a take-back rewrites it."""

    def follow(event: Event) -> None:
        if event.command.verb == "move":
            log.append(Direction.from_text(event.command.move).key)
        elif event.command.verb in {"undo", "redo"}:
            log.rewrite("".join(Direction.from_text(move).key for move in session.game.line()))

    session.on_event(follow)
    return session


def _logged_anew(session: Session, log: LogFile) -> Session:
    """Begin the log again for the next game; the one before it is kept on the shelf."""
    game = session.game
    fresh = LogFile.begin(log.path, KeyLog(log.log.size, "", getattr(game, "seed", None), log.log.rules))
    return _logged(session, fresh)


def _replayed(console: Console, options: Options, path: Path) -> tuple[Session, Any]:
    """Play a log again key by key, then go on with it."""
    try:
        log = LogFile.read(path)
    except NotationError as error:
        raise _in_file(error, path) from error
    game = Game(Rules.preset(log.log.rules, log.log.size), seed=log.log.seed)
    if log.log.seed is None:
        console.say(f"'{path}' has no seed, so its keys are played on new tiles.")
    session = new_session(game)
    _play_keys(console, session, log.log.keys, options.delay)
    log.rewrite(log.log.keys, seed=game.seed)
    return _logged(session, log), lambda following: _logged_anew(following, log)


def _play_keys(console: Console, session: Session, keys: str, delay: float) -> None:
    face = Twenty48Face()
    console.show(face.board(session, colour=console.colour).splitlines())
    for key in keys:
        time.sleep(delay)
        session.play(Direction.from_text(key).value)
        console.show([f"Replaying: {key}", *face.board(session, colour=console.colour).splitlines()])


def _best(session: Session) -> int:
    """Return the best score of the kept games by the same rules, other than this one."""
    rules = session.game.summary().rules
    scores = [
        kept.summary.score or 0
        for kept in Shelf().games()
        if kept.summary and kept.summary.rules == rules and kept.number != session.number
    ]
    return max(scores, default=0)


def _write_board(options: Options, session: Session, console: Console) -> None:
    game, path = session.game, options.output_file
    if path is None or not isinstance(game, Game):  # pragma: no cover - the caller made sure
        return
    if path.exists() and not options.force:
        message = f"'{path}' appeared while you played and was left alone; the game is kept as game {session.number}"
        raise RecordError(message)
    try:
        write_whole(path, write_board(game.board, game.score).encode())
    except RecordError as error:
        message = f"{error}; the game is kept as game {session.number}: slidedrop 2048 --resume {session.number}"
        raise RecordError(message) from error
    console.say(f"Board written to '{path}'.")
