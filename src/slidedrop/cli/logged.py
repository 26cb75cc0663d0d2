"""A game that a key log follows: `--record` begins one, `--replay` plays one again and goes on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.records.keylog import LogFile
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.notation import KeyLog
from slidedrop.twenty48.rules import Rules

if TYPE_CHECKING:
    from pathlib import Path

    from slidedrop.session import Event, Session
    from slidedrop.terminal.plain.console import Console
    from slidedrop.terminal.plain.dialogue import Dialogue


class LoggedGame:
    """A session and the log of its keys."""

    def __init__(self, session: Session, log: LogFile, console: Console) -> None:
        self.session = session
        self._log = log
        self._console = console

    def begin(self) -> None:
        """Let the log follow from now on: each key is appended, a take-back rewrites it."""
        self.session.on_event(self._follow)

    def _follow(self, event: Event) -> None:
        if event.command.verb == "move":
            self._log.append(Direction.from_text(event.command.move).key)
        elif event.command.verb in {"undo", "redo"}:
            self._log.rewrite("".join(Direction.from_text(move).key for move in self.session.game.line()))

    def replay(self, dialogue: Dialogue, *, delay: float, seed: int) -> None:
        """Play what the log holds again; then it follows, under the seed of this game."""
        keys = self._log.log.keys
        dialogue.replay([Direction.from_text(key).value for key in keys], delay)
        try:
            self._log.rewrite(keys, seed=seed)
        except RecordError as error:
            self._console.say(f"The log does not go on: {error}.")
        else:
            self.begin()

    def stay(self, following: Session) -> None:  # noqa: ARG002 - whichever game follows
        """Leave the log with its own game when another is begun: nothing is overwritten unasked."""
        self._console.say(f"The log '{self._log.path}' stays with the game before; this one is not logged.")


def begun_log(game: Game, path: Path) -> LogFile:
    """Begin the log of a new game, over what the file held."""
    return LogFile.begin(path, KeyLog(game.rules.size, "", game.seed, game.rules.name))


def logged_game(path: Path) -> tuple[Game, LogFile]:
    """Return the game that a log is of, before its first key, and the log."""
    try:
        log = LogFile.read(path)
    except NotationError as error:
        message = str(error) if str(path) in str(error) else f"'{path}': {error}"
        raise NotationError(message) from error
    return Game(Rules.preset(log.log.rules, log.log.size), seed=log.log.seed), log
