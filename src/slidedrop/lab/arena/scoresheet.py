r"""The scoresheet of a match: one checksummed line per finished game, on disk before the next is counted.

    5c1b03d2 {"version": 1, "game": "2048", "entrants": [...], "seed": 1, ...}\n
    90a3c1f4 {"round": 0, "seat": 0, "moves": 9132, "score": 201344, ...}\n

A killed match loses only the games that were being played. A torn last line is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from slidedrop.chunks import ChunkLog
from slidedrop.core.errors import RecordError
from slidedrop.lab.arena.match import Result
from slidedrop.records.journal import read_entries, write_entry

NAME: Final = "match.journal"


class Scoresheet:
    """The results of a match so far, open for one writer."""

    def __init__(self, log: ChunkLog[object], results: list[Result]) -> None:
        self.results = results
        self._log = log

    @classmethod
    @contextmanager
    def open(cls, folder: Path, header: dict[str, Any]) -> Iterator[Scoresheet]:
        """Resume the scoresheet of a folder, or start one; another match's is refused."""
        log = ChunkLog(folder / NAME, "match", write_entry(header), lambda content: read_entries(content)[:2])
        with log.open() as entries:
            yield cls(log, _results(entries, folder / NAME))

    def add(self, result: Result) -> None:
        """Append a result."""
        self._log.append(write_entry(result.to_json()))
        self.results.append(result)


def results_in(folder: Path) -> list[Result]:
    """Return the results in a folder; none if no match was started."""
    try:
        entries = read_entries((folder / NAME).read_bytes()).entries
    except OSError:
        return []
    return _results(entries[1:], folder / NAME)


def _results(entries: Sequence[object], path: Path) -> list[Result]:
    try:
        return [Result(**entry) for entry in entries]  # type: ignore[arg-type] # what is not a result raises
    except TypeError as error:
        raise RecordError(f"'{path}' holds lines that are not results of a match") from error
