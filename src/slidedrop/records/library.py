"""The library of saved games: one journal per game in the data folder, numbered in the order of their start."""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.core.game import Game, counted
from slidedrop.core.spec import AnyGame
from slidedrop.durable import reason, write_whole
from slidedrop.places import data_folder
from slidedrop.records.files import read_bytes
from slidedrop.records.journal import Journal, read_entries, write_entries
from slidedrop.records.replay import Record, begin, header_of, is_name, is_note, read_record, record_from, replay
from slidedrop.records.statistics import statistics
from slidedrop.records.summaries import SavedGame, SummaryCache, stamp_of

__all__ = ["Library", "Opened", "SavedGame"]

_FILE: Final = re.compile(r"([1-9][0-9]{0,8})\.journal")
_LARGEST: Final = 1 << 26
_LAST_NUMBER: Final = "last-number"
"""The file with the highest number of a removed game, so that no number is used twice."""
_SAVE_EVERY: Final = 5.0
"""Seconds between two saves of the cache while a long list is made."""


class Opened(NamedTuple):
    """A saved game that was opened to continue it."""

    number: int
    game: Game
    journal: Journal
    players: tuple[str, ...] = ()
    """The names of its players."""
    notice: str = ""
    """A message for the player if the file was damaged."""


class Library:
    """All games of one player."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        progress: Callable[[int, int], object] | None = None,
        warn: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Open a folder; `progress` gets the number of games read and the total, `warn` a message about damage."""
        self.folder = folder or data_folder() / "games"
        self._progress, self._warn = progress, warn

    def path(self, number: int) -> Path:
        """Return the file of a game."""
        return self.folder / f"{number}.journal"

    def numbers(self) -> list[int]:
        """Return the numbers of the saved games, oldest first."""
        try:
            names = [path.name for path in self.folder.iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise RecordError(f"cannot look into the folder of games '{self.folder}': {reason(error)}") from error
        return sorted(int(match[1]) for name in names if (match := _FILE.fullmatch(name)))

    def put(self, game: Game, players: Sequence[str] = (), *, origin: str = "") -> Opened:
        """Start the journal of a game with all its commands, under the next number.

        `origin` is for games that were not played here.
        """
        return self._put(game, *_first_entries(game, players, origin))

    def create_or_defer(self, game: Game, players: Sequence[str] = (), *, origin: str = "") -> Opened:
        """Do the same; if that fails, the journal has the reason, and there is no number until a retry succeeds."""
        entries, number = _first_entries(game, players, origin), 1
        try:
            number = self._last_number() + 1
            return self._put(game, *entries)
        except RecordError as error:
            problem = str(error)
        except OSError as error:
            problem = f"'{error.filename}': {reason(error)}"
        return Opened(0, game, Journal.not_begun(self.path(number), problem, *entries))

    def _put(self, game: Game, *entries: object) -> Opened:
        number = self._last_number() + 1
        while True:
            try:
                return Opened(number, game, Journal.create(self.path(number), *entries))
            except FileExistsError:
                number += 1

    def _last_number(self) -> int:
        """Return the highest number ever used; it is saved before a journal is removed."""
        highest = max(self.numbers(), default=0)
        with suppress(OSError, ValueError):
            highest = max(highest, int((self.folder / _LAST_NUMBER).read_text()[:12]))
        return highest

    def take(self, number: int) -> Opened:
        """Open a game to continue it; a damaged part is copied and reported."""
        where = f"game {number}"
        # A file with a damaged header is refused before anything is done to it.
        begin(record_from(read_entries(self._content(number)).entries[:1], where).header, where)
        journal, contents, aside = Journal.open(self.path(number))
        try:
            record = record_from(contents.entries, where)
            game = replay(record, where)
        except RecordError:
            journal.close()
            raise
        after = counted(game.summary().moves, "move")
        notice = f"The end of game {number} was damaged. It continues after {after}; '{aside}' has the whole file."
        return Opened(number, game, journal, tuple(record.players), notice if aside else "")

    def record(self, number: int) -> Record:
        """Return a game's record without opening it for writing."""
        return record_from(self._entries(number), f"game {number}")

    def game(self, number: int) -> AnyGame:
        """Return the current state of a game, without opening it for writing."""
        return replay(self.record(number), f"game {number}")

    def _entries(self, number: int) -> tuple[object, ...]:
        contents = read_entries(self._content(number))
        if contents.damaged:
            self._warn(f"The end of game {number} is damaged; only what comes before it can be read.")
        return contents.entries

    def _content(self, number: int) -> bytes:
        self._check_exists(number)
        return read_bytes(self.path(number), "record", _LARGEST)

    def games(self) -> list[SavedGame]:
        """Return the list of games, oldest first; an unreadable one carries the reason."""
        cache = SummaryCache()
        paths = {number: self.path(number) for number in self.numbers()}
        stamps = {number: stamp_of(path) for number, path in paths.items()}
        games = {number: cache.get(path, stamps[number], number) for number, path in paths.items()}
        missing = [number for number, saved in games.items() if saved is None]
        written = time.monotonic()
        for done, number in enumerate(missing):
            if self._progress is not None:
                self._progress(done, len(missing))
            games[number] = saved = self._read(number)
            if saved.summary is not None:
                cache.put(paths[number], stamps[number], saved)
            if time.monotonic() - written > _SAVE_EVERY:
                cache.write()
                written = time.monotonic()
        cache.write()
        return [saved for saved in games.values() if saved is not None]

    def _read(self, number: int) -> SavedGame:
        where = f"game {number}"
        try:
            contents = read_entries(read_bytes(self.path(number), "record", _LARGEST))
            record = record_from(contents.entries, where)
            return SavedGame.of(number, record, replay(record, where).summary(), damaged=contents.damaged)
        except SlidedropError as error:
            return SavedGame(number, trouble=str(error))

    def in_use(self, number: int) -> bool:
        """Tell whether another program has the game open."""
        try:
            Journal.hold(self.path(number)).close()
        except RecordError:
            return True
        return False

    def unfinished(self, kind: str) -> SavedGame | None:
        """Return the newest unfinished game of that kind that can be continued, or None."""
        for saved in reversed(self.games()):
            summary = saved.summary
            if summary and summary.game == kind and summary.moves and not summary.finished:
                return saved
        return None

    def best_score(self, rules: str, number: int = 0) -> int:
        """Return the best counted score by these rules, other than that of this number."""
        counted = statistics(saved for saved in self.games() if saved.number != number)
        return max((group.best or 0 for group in counted.groups if group.rules == rules), default=0)

    def find(self, text: str) -> int:
        """Return the number of a game by number or name."""
        if text.isascii() and text.isdecimal() and len(text) < 10:
            self._check_exists(int(text))
            return int(text)
        for saved in reversed(self.games()):
            if text and saved.name == text:
                return saved.number
        raise RecordError(f"there is no game called {text!r:.60}; 'slidedrop games' lists them")

    def rename(self, number: int, name: str) -> None:
        """Rename a game."""
        if not is_name(name):
            raise RecordError("a game's name has 1 to 60 printable characters and is not a number")
        with self.take(number).journal as journal:
            journal.append({"name": name})

    def remove(self, number: int) -> None:
        """Delete a game, but not its number; one that is being played is refused."""
        self._check_exists(number)
        last = self._last_number()
        with Journal.hold(self.path(number)):
            noted = self._note_last(last)
            self.path(number).unlink()
            if not noted:  # a full disk has room again
                self._note_last(last)

    def _note_last(self, number: int) -> bool:
        try:
            write_whole(self.folder / _LAST_NUMBER, f"{number}\n".encode())
        except RecordError:
            return False
        return True

    def export(self, number: int) -> bytes:
        """Return the valid part of a game's journal, which is its text form, without its origin."""
        return write_entries(entry for entry in self._entries(number) if not is_note(entry))

    def import_game(self, content: bytes, where: str) -> Opened:
        """Add a game from outside after replaying it."""
        record = read_record(content, where)
        game = replay(record, where)
        header, *entries = read_entries(content).entries
        return self._put(game, header, {"origin": "import"}, *(entry for entry in entries if not is_note(entry)))

    def _check_exists(self, number: int) -> None:
        if number not in self.numbers():
            raise RecordError(f"there is no game {number}; 'slidedrop games' lists them")


def _first_entries(game: Game, players: Sequence[str], origin: str) -> list[object]:
    done = [command.to_json() for command in game.commands]
    return [header_of(game, players), *([{"origin": origin}] if origin else []), *done]
