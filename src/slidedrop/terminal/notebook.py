"""Which puzzle comes next, for `slidedrop puzzle` and the full screen: `puzzles.json` in the data folder."""

import json
from dataclasses import astuple
from typing import Any, Final

from slidedrop.analysis.puzzle import Puzzle, read_puzzles, shipped
from slidedrop.core.errors import RecordError
from slidedrop.durable import write_whole
from slidedrop.places import data_folder
from slidedrop.records.files import read_bytes

_LATER: Final = 3
"""A puzzle that was missed comes again after this many others, and each time it is solved twice as late."""


class Notebook:
    """The puzzles from your games, and when each puzzle is due."""

    def __init__(self) -> None:
        self._path = data_folder() / "puzzles.json"
        self._saved: dict[str, Any] = {"own": [], "asked": 0, "due": {}}
        if self._path.exists():
            try:
                self._saved |= json.loads(read_bytes(self._path, "notebook of puzzles", 1 << 24))
            except ValueError as error:
                raise RecordError(f"'{self._path}' is damaged; move it away to start a new one") from error
        self.own = read_puzzles(self._saved["own"])

    def add(self, puzzles: list[Puzzle]) -> None:
        self.own += [puzzle for puzzle in puzzles if puzzle not in self.own]
        self._save()

    def next(self, game: str | None) -> Puzzle | None:
        """Return the next puzzle: missed ones, then new ones, your own first; None when all are done."""
        every = [puzzle for puzzle in (*self.own, *shipped()) if game in (None, puzzle.game)]
        due = self._saved["due"]
        missed = [one for one in every if 0 < due.get(one.position, [0])[0] <= self._saved["asked"]]
        return next((one for one in (*missed, *(one for one in every if one.position not in due))), None)

    def note(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Record the result; a puzzle solved at once does not come again."""
        saved, asked = self._saved, self._saved["asked"] + 1
        _, step = saved["due"].get(puzzle.position, [0, 0])
        step = 2 * step if solved else _LATER
        saved["asked"], saved["due"][puzzle.position] = asked, [asked + step if 0 < step < 50 else 0, step]
        self._save()

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._saved["own"] = [list(astuple(puzzle)) for puzzle in self.own]
        write_whole(self._path, json.dumps(self._saved).encode())
