"""Sitting down to play: the session, its record, its ending; shared by every command that plays.

A game is kept before its first board is shown. Whatever ends the program (q, the end of input, Ctrl-C, a closed
terminal), the journal already holds every move that was shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from slidedrop.cli.options.numbers import several
from slidedrop.cli.saved_games import open_library
from slidedrop.core.errors import NotationError, RecordError, SlidedropError
from slidedrop.core.spec import AnyGame
from slidedrop.places import config_folder
from slidedrop.records.library import Library, Opened
from slidedrop.session import Session, new_session
from slidedrop.terminal.plain.dialogue import Dialogue

if TYPE_CHECKING:
    from slidedrop.terminal.plain.console import Console
    from slidedrop.terminal.plain.face import Face
    from slidedrop.terminal.plain.scores import ScoresMargin

common_options: Final = several(
    click.option("--speak", is_flag=True, help="Tell every move in a sentence."),
    click.option("--lines", is_flag=True, help="Read lines instead of single keys."),
    click.option("--plain", is_flag=True, expose_value=False, help="Play in plain text, without the full screen."),
    click.option("--new", is_flag=True, help="Begin a new game without asking."),
    click.option(
        "--resume", is_flag=False, flag_value="", metavar="[ID]", help="Go on with a kept game, the newest or ID."
    ),
    click.option("--from", "code", metavar="CODE", help="Go on with a game that somebody shared."),
)
"""The options that both games share."""
_PLAIN_ONLY: Final = ("plain", "lines", "speak", "shapes", "record", "replay", "output_file")
"""The options that only plain play knows."""


def check_common(given: Mapping[str, Any], *, wants_new: bool, wants_rules: bool) -> None:
    """Refuse what cannot go together: a kept or shared game, and options that describe another."""
    if given["resume"] is not None and (wants_new or given["new"] or given["code"] is not None):
        raise click.UsageError("--resume goes on with a kept game, so no option that makes a new one can go with it")
    if given["code"] is not None and wants_rules:
        message = "--from brings the rules and the board along, so no option that asks for others can go with it"
        raise click.UsageError(message)


def shared_game(code: str, kind: str) -> AnyGame:
    """Return the game of a share code, or say what is wrong with the code."""
    from slidedrop.records.share import read_code

    game = read_code(code)
    if game.kind != kind:
        message = f"the code holds a game of {game.kind}; go on with it by 'slidedrop {game.kind} --from CODE'"
        raise NotationError(message)
    return game


def game_to_resume(console: Console, kind: str, *, resume: str | None, new: bool) -> Opened | None:
    """Return the game that the options or the person choose to go on with, or None for a new one."""
    library = open_library()
    if resume is not None:
        return _resumed(library, kind, resume)
    kept = None if new or not console.interactive else library.unfinished(kind)
    if kept is None or kept.summary is None:
        return None
    if library.in_use(kept.number):
        played = f"game {kept.number} is being played by another slidedrop"
        if not console.confirm(f"{played.capitalize()}. Begin a new game?", default=True):
            raise RecordError(f"{played}; finish there first")
        return None
    question = f"Continue game {kept.number} ({kept.summary.standing}, move {kept.summary.moves})?"
    return library.take(kept.number) if console.confirm(question, default=True) else None


def _resumed(library: Library, kind: str, resume: str) -> Opened:
    kept = None if resume else library.unfinished(kind)
    if kept is None and not resume:
        raise RecordError(f"there is no unfinished game of {kind}; start one with 'slidedrop {kind}'")
    opened = library.take(library.find(resume) if kept is None else kept.number)
    if opened.game.kind != kind:
        opened.journal.close()
        other = f"slidedrop {opened.game.kind} --resume {opened.number}"
        raise RecordError(f"game {opened.number} is a game of {opened.game.kind}; go on with it by '{other}'")
    return opened


def play(
    console: Console,
    face: Face,
    session: Session,
    *,
    speak: bool = False,
    margin: ScoresMargin | None = None,
    listen: Callable[[Session], object] | None = None,
    opening: Callable[[Dialogue], object] | None = None,
) -> Session:
    """Hold the dialogue and return the session that was open when it ended.

    `listen` hears of every game that is begun after the first; `opening` goes before the first question.
    """

    def follow(last: Session, swapped: bool) -> Session:  # noqa: FBT001 - the dialogue hands it over by position
        last.close()
        following = new_session(face.again(last), last.seats[::-1] if swapped else last.seats)
        _say_first(console, following)
        if listen is not None:
            listen(following)
        return following

    if _opens_full_screen(console):
        return _play_full(console, session)
    _say_first(console, session)
    dialogue = Dialogue(console, face, session, follow=follow, speak=speak, margin=margin, keys=_own_keys(console))
    interrupted = False
    try:
        dialogue.run(opening)
    except KeyboardInterrupt:
        interrupted = True
        console.say("")
    last = dialogue.session
    missing = dialogue.keeping.must_choose
    if missing:  # once more at the end
        with suppress(RecordError):
            last.keep_again()
            missing = False
    last.close()
    say_goodbye(console, last)
    if interrupted or missing:
        sys.exit(130 if interrupted else 1)
    return last


def _opens_full_screen(console: Console) -> bool:
    """Tell whether a game opens the full screen: on a terminal with the extra, unless an option or setting says no."""
    context = click.get_current_context(silent=True)
    if context is None or not console.keys or find_spec("textual") is None:
        return False
    if any(context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in _PLAIN_ONLY):
        return False
    from slidedrop.terminal.full.settings import Settings

    return Settings.read().interface == "full"


def _play_full(console: Console, session: Session) -> Session:
    from slidedrop.terminal.full.app import run

    code = run(session=session)
    session.close()
    say_goodbye(console, session)
    if code:
        sys.exit(code)
    return session


def _own_keys(console: Console) -> dict[str, str]:
    """Return the keys of the config file; reading it costs time only where there is one."""
    if not (config_folder() / "config.toml").exists():
        return {}
    from slidedrop.terminal.full.settings import Settings

    settings = Settings.read()
    if settings.problem:
        console.say(f"{settings.problem} The usual settings are used.")
    return settings.keys


def _say_first(console: Console, session: Session) -> None:
    """Say what a screen that is redrawn would hide; on a pipe a game that cannot be kept is played all the same."""
    if session.notice and not console.keys:
        click.echo(session.notice, err=True)
    if session.journal is not None and not session.journal.begun and not console.interactive:
        click.echo(f"This game will not be kept: {session.journal.problem}.", err=True)
        session.stop_keeping()


def say_goodbye(console: Console, session: Session) -> None:
    """Say where the game is kept, and never of what is not on disk that it is."""
    journal, number = session.journal, session.number
    if journal is None or session.unkept or not journal.path.exists():
        console.say(*_what_is_missing(session))
    elif not number:
        console.say(f"Kept in '{journal.path}'; bring it back with: slidedrop games import '{journal.path}'")
    elif session.game.outcome is not None:
        console.say(f"Kept as game {number}.")
    else:
        console.say(f"Kept as game {number}; go on with: slidedrop {session.game.kind} --resume {number}")


def _what_is_missing(session: Session) -> list[str]:
    """Say how much of the game is on disk, as the disk says itself; nothing of a game that never was kept."""
    if not session.number:
        return ["This game is not kept."] if session.journal is not None else []
    try:
        moves = Library().game(session.number).summary().moves
    except SlidedropError:
        return [f"Nothing of game {session.number} is kept any more."]
    return [f"Game {session.number} is kept up to move {moves}; what came after that is not kept."]
