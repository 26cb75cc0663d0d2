r"""The scoresheet of a match: one line a finished game, each with its own checksum, on disk before the next is counted.

    5c1b03d2 {"version": 1, "game": "2048", "entrants": [...], "seed": 1, ...}\n
    90a3c1f4 {"round": 0, "seat": 0, "moves": 9132, "score": 201344, ...}\n

Killed at any moment, a match loses the games that were under way and no other. A last line that was torn is dropped.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from slidedrop.core.errors import RecordError
from slidedrop.durable import Appender, lock, reason, sync_folder
from slidedrop.lab.arena.match import Result
from slidedrop.records.journal import read_entries, write_entry

NAME: Final = "match.journal"


class Scoresheet:
    """The results of a match so far, open for one writer."""

    def __init__(self, path: Path, file: Appender, results: list[Result]) -> None:
        self.path = path
        self.results = results
        self._file = file

    @classmethod
    def open(cls, folder: Path, header: dict[str, Any]) -> Scoresheet:
        """Go on with the scoresheet of a folder, or begin one; that of another match is refused."""
        path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise _unwritable(path, error) from error
        try:
            lock(handle, f"the match in '{path}' is being played by another slidedrop; let it end there first")
            file = Appender(handle)
            results = _begun(path, file, header)
        except OSError as error:
            os.close(handle)
            raise _unwritable(path, error) from error
        except BaseException:
            os.close(handle)
            raise
        return cls(path, file, results)

    def add(self, result: Result) -> None:
        """Write down how a game ended."""
        try:
            self._file.append(write_entry(result.to_json()))
        except OSError as error:
            kept = f"the {len(self.results)} before are"
            raise RecordError(f"a result could not be kept in '{self.path}': {reason(error)}; {kept}") from error
        self.results.append(result)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def results_in(folder: Path) -> list[Result]:
    """Return the results that a folder holds; none where no match was begun."""
    try:
        entries = read_entries((folder / NAME).read_bytes()).entries
    except OSError:
        return []
    return _results(entries[1:], folder / NAME)


def _begun(path: Path, file: Appender, header: dict[str, Any]) -> list[Result]:
    """Return the results so far; where there is not even a header, write it."""
    contents = read_entries(path.read_bytes())
    file.cut(contents.valid)
    if not contents.entries:
        file.append(write_entry(header))
        sync_folder(path.parent)
        return []
    if contents.entries[0] != header:
        raise RecordError(f"'{path}' holds another match (other players, seed or rules); choose another --folder")
    return _results(contents.entries[1:], path)


def _results(entries: tuple[object, ...], path: Path) -> list[Result]:
    try:
        return [Result(**entry) for entry in entries]  # type: ignore[arg-type] # what is not a result raises
    except TypeError as error:
        raise RecordError(f"'{path}' holds lines that are not results of a match") from error


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(f"cannot keep the match in '{path}': {reason(error)}; choose another --folder")
