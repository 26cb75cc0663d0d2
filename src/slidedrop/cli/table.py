"""Sitting down to play: the session, its record, its ending; shared by every command that plays.

A game is kept before its first board is shown. Whatever ends the program (q, the end of input, Ctrl-C, a closed
terminal), the journal already holds every move that was shown.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from slidedrop.cli.trouble import told
from slidedrop.core.errors import RecordError
from slidedrop.players import HUMAN
from slidedrop.records.shelf import Shelf
from slidedrop.session import Session
from slidedrop.terminal.plain.dialogue import Dialogue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from slidedrop.core.command import Command
    from slidedrop.core.game import Game
    from slidedrop.players.player import Player
    from slidedrop.records.shelf import Opened
    from slidedrop.terminal.plain.console import Console
    from slidedrop.terminal.plain.face import Face, Margin


def new_session(game: Game, seats: Sequence[Player | None] = (None,), done: Sequence[Command] = ()) -> Session:
    """Begin to keep a game, with all that was done in it; where that is impossible, say so and let the person play."""
    try:
        opened = Shelf().put(game, [player.name if player else HUMAN for player in seats])
        if done:
            opened.journal.append(*(command.to_json() for command in done))
    except (RecordError, OSError) as error:
        click.echo(f"This game will not be kept: {told(error)}.", err=True)
        return Session(game, seats=seats)
    return resumed_session(opened, seats)


def resumed_session(opened: Opened, seats: Sequence[Player | None] = (None,)) -> Session:
    """Go on with a kept game."""
    if opened.notice:
        click.echo(opened.notice, err=True)
    return Session(opened.game, opened.journal, seats, opened.number)


def kept_game_to_resume(console: Console, kind: str, *, resume: str | None, new: bool) -> Opened | None:
    """Return the game that the options or the person choose to go on with, or None for a new one."""
    shelf = Shelf()
    if resume is not None:
        return _of_kind(shelf.take(_resumed_number(shelf, kind, resume)), kind)
    kept = None if new or not console.interactive else shelf.unfinished(kind)
    if kept is None or kept.summary is None:
        return None
    question = f"Continue game {kept.number} ({kept.summary.standing}, move {kept.summary.moves})?"
    return shelf.take(kept.number) if console.confirm(question, default=True) else None


def _of_kind(opened: Opened, kind: str) -> Opened:
    if opened.game.kind != kind:
        opened.journal.close()
        other = f"slidedrop {opened.game.kind} --resume {opened.number}"
        message = f"game {opened.number} is a game of {opened.game.kind}; go on with it by '{other}'"
        raise RecordError(message)
    return opened


def _resumed_number(shelf: Shelf, kind: str, resume: str) -> int:
    if resume:
        return shelf.find(resume)
    kept = shelf.unfinished(kind)
    if kept is None:
        message = f"there is no unfinished game of {kind}; start one with 'slidedrop {kind}'"
        raise RecordError(message)
    return kept.number


def play(
    console: Console,
    face: Face,
    session: Session,
    *,
    speak: bool = False,
    margin: Margin | None = None,
    listen: Callable[[Session], object] | None = None,
    opening: Callable[[Dialogue], object] | None = None,
) -> Session:
    """Hold the dialogue and return the session that was open when it ended.

    `listen` hears of every game that is begun after the first; `opening` goes before the first question.
    """
    dialogue = Dialogue(
        console,
        face,
        session,
        follow=lambda last, swapped: _next(face, last, listen, swapped=swapped),
        speak=speak,
        margin=margin,
    )
    interrupted = False
    try:
        dialogue.run(opening)
    except KeyboardInterrupt:
        interrupted = True
        console.say("")
    last = dialogue.session
    last.close()
    say_goodbye(console, last)
    if interrupted:
        sys.exit(130)
    return last


def _next(face: Face, last: Session, listen: Callable[[Session], object] | None, *, swapped: bool) -> Session:
    last.close()
    session = new_session(face.again(last), last.seats[::-1] if swapped else last.seats)
    if listen is not None:
        listen(session)
    return session


def say_goodbye(console: Console, session: Session) -> None:
    """Say where the game is kept."""
    if not session.number:
        return
    if session.game.outcome is not None:
        console.say(f"Kept as game {session.number}.")
    else:
        console.say(
            f"Kept as game {session.number}; go on with: slidedrop {session.game.kind} --resume {session.number}"
        )
