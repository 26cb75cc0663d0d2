"""The shelf of kept games: one journal a game in the data folder, numbered as they were begun."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.core.game import Summary
from slidedrop.places import cache_folder, data_folder
from slidedrop.records.files import read_bytes, reason
from slidedrop.records.journal import Contents, Journal, read_entries
from slidedrop.records.replay import Record, begin, do_all, header_of, is_name, read_record, record_from, replay

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from slidedrop.core.game import Game

_FILE: Final = re.compile(r"([1-9][0-9]{0,8})\.journal")
_LARGEST: Final = 1 << 26


class KeptGame(NamedTuple):
    """A line of the list of games."""

    number: int
    name: str
    began: str
    summary: Summary | None
    """None where the record cannot be read."""
    trouble: str = ""
    """Why it cannot be read."""


class Opened(NamedTuple):
    """A kept game taken from the shelf to go on with it."""

    number: int
    game: Game
    journal: Journal
    players: tuple[str, ...] = ()
    """Who sits at it, by name."""
    notice: str = ""
    """What the player should know, where the file was damaged."""


class Shelf:
    """All games of one player."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder() / "games"

    def path(self, number: int) -> Path:
        """Return where a game is kept."""
        return self.folder / f"{number}.journal"

    def numbers(self) -> list[int]:
        """Return the numbers of the kept games, oldest first."""
        try:
            names = [path.name for path in self.folder.iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            message = f"cannot look into the folder of games '{self.folder}': {reason(error)}"
            raise RecordError(message) from error
        return sorted(int(match[1]) for name in names if (match := _FILE.fullmatch(name)))

    def put(self, game: Game, players: Sequence[str] = ()) -> Opened:
        """Begin the journal of a game under the next free number."""
        return self._put(game, header_of(game, players))

    def _put(self, game: Game, *entries: object) -> Opened:
        number = max(self.numbers(), default=0) + 1
        while True:
            try:
                return Opened(number, game, Journal.create(self.path(number), *entries))
            except FileExistsError:
                number += 1

    def take(self, number: int) -> Opened:
        """Open a game to go on with it; what was damaged is set aside and said."""
        where = f"game {number}"
        _begin_of(read_entries(self._content(number)), where)
        journal, contents, aside = Journal.open(self.path(number))
        try:
            record = record_from(contents.entries, where)
            game = replay(record, where)
        except RecordError:
            journal.close()
            raise
        notice = f"The end of game {number} was damaged; it goes on after {_moves(game)}, and '{aside}' keeps the rest."
        return Opened(number, game, journal, tuple(record.players), notice if aside else "")

    def record(self, number: int) -> Record:
        """Return a game's record without opening it for writing."""
        return record_from(read_entries(self._content(number)).entries, f"game {number}")

    def _content(self, number: int) -> bytes:
        self._must_have(number)
        return read_bytes(self.path(number), "record", _LARGEST)

    def games(self) -> list[KeptGame]:
        """Return the list of games, oldest first; one that cannot be read says why."""
        known = _Remembered.read()
        games = [self._listed(number, known) for number in self.numbers()]
        known.write()
        return games

    def _listed(self, number: int, known: _Remembered) -> KeptGame:
        path = self.path(number)
        stamp = _stamp(path)
        remembered = known.get(path, stamp)
        if remembered is not None:
            return KeptGame(number, *remembered)
        try:
            record = self.record(number)
            summary = replay(record, f"game {number}").summary()
        except SlidedropError as error:
            return KeptGame(number, "", "", None, str(error))
        known.put(path, stamp, (record.name, record.began, summary))
        return KeptGame(number, record.name, record.began, summary)

    def unfinished(self, kind: str) -> KeptGame | None:
        """Return the newest game of that kind which goes on, or None."""
        for kept in reversed(self.games()):
            if kept.summary and kept.summary.game == kind and not kept.summary.finished:
                return kept
        return None

    def find(self, text: str) -> int:
        """Return the number of the game that a number or a name means."""
        if text.isdecimal() and len(text) < 10:
            self._must_have(int(text))
            return int(text)
        for kept in reversed(self.games()):
            if text and kept.name == text:
                return kept.number
        message = f"there is no game called {text!r:.60}; 'slidedrop games' lists them"
        raise RecordError(message)

    def rename(self, number: int, name: str) -> None:
        """Give a game a name of its own."""
        if not is_name(name):
            message = "a game's name has 1 to 60 printable characters and is not a number"
            raise RecordError(message)
        with self.take(number).journal as journal:
            journal.append({"name": name})

    def remove(self, number: int) -> None:
        """Delete a game for good; one that is being played is refused."""
        self._must_have(number)
        with Journal.hold(self.path(number)):
            self.path(number).unlink()

    def export(self, number: int) -> bytes:
        """Return the valid part of a game's journal, which is also its text form."""
        content = self._content(number)
        return content[: read_entries(content).valid]

    def bring(self, content: bytes, where: str) -> Opened:
        """Put a game from outside on the shelf after playing it through."""
        record = read_record(content, where)
        game = begin(record.header, where)
        do_all(game, record.commands, where)
        entries = read_entries(content).entries
        return self._put(game, *entries)

    def _must_have(self, number: int) -> None:
        if number not in self.numbers():
            message = f"there is no game {number}; 'slidedrop games' lists them"
            raise RecordError(message)


def _begin_of(contents: Contents, where: str) -> None:
    """Refuse a file whose very header is damaged before anything is done to it."""
    begin(record_from(contents.entries[:1], where).header, where)


def _moves(game: Game) -> str:
    moves = game.summary().moves
    return "1 move" if moves == 1 else f"{moves} moves"


def _stamp(path: Path) -> list[int]:
    """Return the size and the time of a file, by which a change is seen; nothing where it is gone by now."""
    try:
        stat = path.stat()
    except OSError:
        return []
    return [stat.st_size, stat.st_mtime_ns]


class _Remembered:
    """Summaries of journals by their path and stamp, so that a list need not play every game again.

    The size alone would not do: a number can be given again after its game was removed. The file may be deleted at
    any time.
    """

    def __init__(self, known: dict[str, Any]) -> None:
        self._known = known
        self._changed = False

    @classmethod
    def read(cls) -> _Remembered:
        try:
            known = json.loads(_memory_path().read_text())
        except (OSError, ValueError):
            known = {}
        return cls(known if isinstance(known, dict) else {})

    def get(self, path: Path, stamp: list[int]) -> tuple[str, str, Summary] | None:
        entry: Any = self._known.get(str(path))
        try:
            kept_stamp, name, began, summary = entry
            return (name, began, Summary(**summary)) if kept_stamp == stamp else None
        except (TypeError, ValueError):
            return None

    def put(self, path: Path, stamp: list[int], listed: tuple[str, str, Summary]) -> None:
        name, began, summary = listed
        self._known[str(path)] = [stamp, name, began, summary._asdict()]
        self._changed = True

    def write(self) -> None:
        if self._changed:
            try:
                _memory_path().parent.mkdir(parents=True, exist_ok=True)
                fresh = _memory_path().with_suffix(f".{os.getpid()}")
                fresh.write_text(json.dumps(self._known))
                fresh.replace(_memory_path())
            except OSError:
                return


def _memory_path() -> Path:
    return cache_folder() / "summaries.json"
