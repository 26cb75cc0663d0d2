"""Lines of the list of saved games, and their cache, so that a list need not replay every game.

The cache may be deleted at any time. An entry is valid while its journal has the same size and time.
"""

import json
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, Self

from slidedrop.core.errors import RecordError
from slidedrop.core.game import Summary
from slidedrop.durable import write_whole
from slidedrop.places import cache_folder
from slidedrop.players import HUMAN
from slidedrop.records.replay import Record

PLAYED = "played"


class NotCounted(StrEnum):
    """Why a game does not count."""

    REPLAY = "replay"
    IMPORT = "import"
    COPY = "copy"
    BOARD = "board"
    COMPUTER = "computer"
    TAKEN_OVER = "taken-over"


class SavedGame(NamedTuple):
    """One line of the list of games."""

    number: int
    name: str = ""
    began: str = ""
    summary: Summary | None = None
    """None if the record cannot be read."""
    trouble: str = ""
    """Why it cannot be read."""
    origin: str = PLAYED
    """Where it comes from: see `Record.origin`."""
    damaged: bool = False
    """Whether an unreadable part follows the part that is shown."""
    players: tuple[str, ...] = ()
    """The names of the players, in the order of their turns."""
    taken_over: bool = False
    """Whether a computer made more than a tenth of the moves in a person's place."""
    seed: int | None = None

    @classmethod
    def of(cls, number: int, record: Record, summary: Summary, *, damaged: bool) -> Self:
        """Return the line of a game."""
        return cls(
            number,
            record.name,
            record.began,
            summary,
            origin=record.origin,
            damaged=damaged,
            players=tuple(record.players),
            taken_over=record.taken_over,
            seed=record.seed,
        )

    @property
    def counts(self) -> bool:
        """Whether it counts for statistics: played here by a person from its start, at least one move."""
        return self.summary is not None and self.summary.moves > 0 and self.not_counted is None

    @property
    def not_counted(self) -> NotCounted | None:
        """Why it does not count for best, mean and won; None if it does."""
        if self.origin != PLAYED:
            return NotCounted(self.origin)
        if self.players and HUMAN not in self.players:
            return NotCounted.COMPUTER
        return NotCounted.TAKEN_OVER if self.taken_over else None


class SummaryCache:
    """The cached lines by path and stamp of their journals; unused ones are removed."""

    def __init__(self) -> None:
        """Read the cache; empty if the file is missing or invalid."""
        try:
            known = json.loads(_path().read_text())
        except (OSError, ValueError):
            known = {}
        self._before: dict[str, Any] = known if isinstance(known, dict) else {}
        self._now: dict[str, Any] = {}

    def get(self, path: Path, stamp: list[int], number: int) -> SavedGame | None:
        """Return the cached line of an unchanged journal."""
        entry: Any = self._before.get(str(path))
        try:
            if entry["stamp"] != stamp:
                return None
            line = {**entry["line"], "summary": Summary(**entry["line"]["summary"]), "number": number}
            saved = SavedGame(**{**line, "players": tuple(line["players"])})
        except (TypeError, ValueError, KeyError):
            return None
        self._now[str(path)] = entry
        return saved

    def put(self, path: Path, stamp: list[int], saved: SavedGame) -> None:
        """Add a line."""
        summary = None if saved.summary is None else saved.summary._asdict()
        self._now[str(path)] = {"stamp": stamp, "line": {**saved._asdict(), "summary": summary}}

    def write(self) -> None:
        """Write the changes; without a writable folder nothing is cached."""
        if self._now != self._before:
            self._before = dict(self._now)
            with suppress(OSError, RecordError):
                _path().parent.mkdir(parents=True, exist_ok=True)
                write_whole(_path(), json.dumps(self._now).encode())


def stamp_of(path: Path) -> list[int]:
    """Return the size and time of a file; empty if it was removed."""
    try:
        stat = path.stat()
    except OSError:
        return []
    return [stat.st_size, stat.st_mtime_ns]


def _path() -> Path:
    return cache_folder() / "saved-games.json"
