"""A game that a key log follows: `--record` begins one, `--replay` plays one again and goes on with it."""

from pathlib import Path

from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError, RecordError
from slidedrop.records.keylog import LogFile
from slidedrop.session import Event, Session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.dialogue import Dialogue
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.notation import KeyLog, read_rules, write_rules


class LoggedGame:
    """A session and the log of its keys."""

    def __init__(self, session: Session, log: LogFile, console: Console) -> None:
        self.session = session
        self._log = log
        self._console = console
        self._typed: list[tuple[str, bool]] = []
        """Every key of the game, and whether it moved something."""
        self._follows = False
        session.on_event(self._hear)
        session.on_unmoved(self._hear_unmoved)

    def begin(self) -> None:
        """Let the log follow from now on: each key is appended, a take-back rewrites it."""
        self._follows = True

    def _hear(self, event: Event) -> None:
        verb, line = event.command.verb, self.session.game.line()
        if verb == "undo":
            while not self._typed.pop()[1]:  # keys that moved nothing go with the move before them
                pass
            if self._follows:
                self._log.rewrite("".join(key for key, _ in self._typed))
        elif verb in {"move", "redo"}:
            self._add(line[-1], moved=True)

    def _hear_unmoved(self, command: Command) -> None:
        if command.verb == "move" and self.session.game.outcome is None:
            self._add(command.move, moved=False)

    def _add(self, move: str, *, moved: bool) -> None:
        self._typed.append((Direction.from_text(move).key, moved))
        if self._follows:
            self._log.append(self._typed[-1][0])

    def replay(self, dialogue: Dialogue, *, delay: float, seed: int) -> None:
        """Play what the log holds again; then it follows, under the seed of this game."""
        keys = self._log.log.keys
        if not dialogue.replay([Direction.from_text(key) for key in keys], delay):
            self._console.say(f"The log '{self._log.path}' stays as it is; this game is not logged.")
            return
        try:
            self._log.rewrite(keys, seed=seed)
        except RecordError as error:
            self._console.say(f"The log does not go on: {error}.")
        else:
            self.begin()

    def leave_log(self, following: Session) -> None:  # noqa: ARG002 - whichever game follows
        """Leave the log with its own game when another is begun: nothing is overwritten unasked."""
        self._console.say(f"The log '{self._log.path}' stays with the game before; this one is not logged.")


def start_log(game: Game, path: Path) -> LogFile:
    """Begin the log of a new game, over what the file held."""
    return LogFile.begin(path, KeyLog(game.rules.size, "", game.seed, write_rules(game.rules)))


def read_logged_game(path: Path) -> tuple[Game, LogFile]:
    """Return the game that a log is of, before its first key, and the log."""
    try:
        log = LogFile.read(path)
    except NotationError as error:
        raise NotationError(str(error) if str(path) in str(error) else f"'{path}': {error}") from error
    return Game(read_rules(log.log.rules, log.log.size), seed=log.log.seed), log
