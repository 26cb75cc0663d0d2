"""Files of 2048 on the command line: `-i` starts from a board, `-o` writes one; `--record` and `--replay` log keys.

A file that begins with `{` is a gameState of assignment 002. One whose first line is a single number is a board file
of assignment 001. Anything else is the grid of assignment 004. Its base is the odd part that all its tiles share.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, cast

from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError, RecordError
from slidedrop.durable import write_whole
from slidedrop.editions.swipe import read_start
from slidedrop.records.files import read_text
from slidedrop.records.keylog import LogFile
from slidedrop.session import Event, Session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.dialogue import Dialogue
from slidedrop.twenty48 import Board, Direction, Game, State, notation


class Start(NamedTuple):
    """The content of a file, and its format."""

    state: State
    base: int
    kind: str


def start_in(path: Path, base: int | None) -> Start:
    """Return the start in a file; without a base it is the one that all tiles share."""
    text = read_text(path, "board file")
    try:
        return _start(text, base)
    except NotationError as error:
        raise NotationError(f"'{path}': {error}") from error


def _start(text: str, base: int | None) -> Start:
    lines = text.strip().splitlines() or [""]
    if text.lstrip().startswith("{"):
        state = State.from_json(text)
        base = base or _common_base(map(str, state.board.tiles))
        notation.read_position(state.board.to_text(), base=base)
        return Start(state, base, "a gameState of document 002")
    if len(lines[0].split()) == 1:
        base = base or _common_base(text.split()[2:])
        board, score = notation.read_board(text, base=base)
        return Start(State(board, score), base, "a board file of document 001")
    base = base or _common_base(text.split())
    return Start(State(Board.from_tiles(read_start(text, base))), base, "a grid of document 004")


def _common_base(words: Iterable[str]) -> int:
    """Return the base of the tiles: 2 if they are powers of two, otherwise their common odd factor."""
    tiles = {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 19} - {0}
    odd = sorted({tile // (tile & -tile) for tile in tiles})
    if len(odd) > 1:
        raise NotationError(f"its tiles have no base in common: some are {odd[0]} doubled and some {odd[1]} doubled")
    return 2 if not odd or (odd == [1] and 1 not in tiles) else odd[0]


def write_last(path: Path, session: Session, *, force: bool) -> None:
    """Write the current board; on failure say where the game is saved."""
    saved, game = "the game is not saved", cast("Game", session.game)
    if session.number:
        saved = f"the game is saved as game {session.number}: slidedrop 2048 --resume {session.number}"
    if path.exists() and not force:
        raise RecordError(f"'{path}' appeared while you played and was left alone; {saved}")
    try:
        write_whole(path, notation.write_board(game.board, game.score).encode())
    except RecordError as error:
        raise RecordError(f"{error}; {saved}") from error


class LoggedGame:
    """A session and the log of its keys."""

    def __init__(self, session: Session, log: LogFile, console: Console) -> None:
        self.session = session
        self._log = log
        self._console = console
        self._typed: list[tuple[str, bool]] = []
        """Every key of the game, and whether it moved something."""
        self._follows = False
        session.on_event(self._record_key)
        session.on_unmoved(self._on_unmoved)

    def begin(self) -> None:
        """Start the log: each key is appended, an undo rewrites it."""
        self._follows = True

    def _record_key(self, event: Event) -> None:
        verb, line = event.command.verb, self.session.game.line()
        if verb == "undo":
            while not self._typed.pop()[1]:  # keys that moved nothing belong to the move before them
                pass
            if self._follows:
                self._log.rewrite("".join(key for key, _ in self._typed))
        elif verb in {"move", "redo"}:
            self._add(line[-1], moved=True)

    def _on_unmoved(self, command: Command) -> None:
        if command.verb == "move" and self.session.game.outcome is None:
            self._add(command.move, moved=False)

    def _add(self, move: str, *, moved: bool) -> None:
        self._typed.append((Direction.from_text(move).key, moved))
        if self._follows:
            self._log.append(self._typed[-1][0])

    def replay(self, dialogue: Dialogue, *, delay: float, seed: int) -> None:
        """Replay the log; new keys then follow with the seed of this game."""
        keys = self._log.log.keys
        if not dialogue.replay([Direction.from_text(key) for key in keys], delay):
            self._console.say(f"The log '{self._log.path}' stays as it is; this game is not logged.")
            return
        try:
            self._log.rewrite(keys, seed=seed)
        except RecordError as error:
            self._console.say(f"The log ends here: {error}.")
        else:
            self.begin()

    def leave_log(self, following: Session) -> None:  # noqa: ARG002 - whichever game follows
        """Close the log when another game starts, so that nothing is overwritten."""
        self._console.say(f"The log '{self._log.path}' stays with the game before; this one is not logged.")


def start_log(game: Game, path: Path) -> LogFile:
    """Start the log of a new game, replacing the file."""
    return LogFile.begin(path, notation.KeyLog(game.rules.size, "", game.seed, notation.write_rules(game.rules)))


def read_logged_game(path: Path) -> tuple[Game, LogFile]:
    """Return the game of a log before its first key, and the log."""
    log = LogFile.read(path)
    return Game(notation.read_rules(log.log.rules, log.log.size), seed=log.log.seed), log
