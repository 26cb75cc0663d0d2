r"""The scoresheet of a match: one line a finished game, each with its own checksum, on disk before the next is counted.

    5c1b03d2 {"version": 1, "game": "2048", "entrants": [...], "seed": 1, ...}\n
    90a3c1f4 {"round": 0, "seat": 0, "moves": 9132, "score": 201344, ...}\n

Killed at any moment, a match loses the games that were under way and no other. A last line that was torn is dropped.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final, Self

from slidedrop.core.errors import RecordError
from slidedrop.lab.arena.match import Result
from slidedrop.records.files import reason, sync_folder
from slidedrop.records.journal import read_entries, write_entry
from slidedrop.records.lock import lock

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

NAME: Final = "match.journal"


class Scoresheet:
    """The results of a match so far, open for one writer."""

    def __init__(self, path: Path, handle: int, results: list[Result]) -> None:
        self.path = path
        self.results = results
        self._handle = handle

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
            _lock(handle, path)
            results = _begun(path, handle, header)
        except OSError as error:
            os.close(handle)
            raise _unwritable(path, error) from error
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle, results)

    def add(self, result: Result) -> None:
        """Write down how a game ended."""
        try:
            _write(self._handle, result.to_json())
        except OSError as error:
            message = (
                f"a result could not be kept in '{self.path}': {reason(error)}; the {len(self.results)} before are"
            )
            raise RecordError(message) from error
        self.results.append(result)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)


def results_in(folder: Path) -> list[Result]:
    """Return the results that a folder holds; none where no match was begun."""
    try:
        entries = read_entries((folder / NAME).read_bytes()).entries
    except OSError:
        return []
    return _results(entries[1:], folder / NAME)


def _begun(path: Path, handle: int, header: dict[str, Any]) -> list[Result]:
    """Return the results so far; where there is not even a header, write it."""
    contents = read_entries(path.read_bytes())
    if contents.damaged:
        os.ftruncate(handle, contents.valid)
    if not contents.entries:
        _write(handle, header)
        sync_folder(path.parent)
        return []
    if contents.entries[0] != header:
        message = f"'{path}' holds another match (other players, seed or rules); choose another --folder"
        raise RecordError(message)
    return _results(contents.entries[1:], path)


def _results(entries: tuple[object, ...], path: Path) -> list[Result]:
    try:
        return [Result(**entry) for entry in entries]  # type: ignore[arg-type] # what is no result raises
    except TypeError as error:
        message = f"'{path}' holds lines that are no results of a match"
        raise RecordError(message) from error


def _write(handle: int, entry: object) -> None:
    """Write a line whole and wait for the disk; one that cannot be written leaves nothing behind."""
    line, end = write_entry(entry), os.fstat(handle).st_size
    try:
        written = os.write(handle, line)
        if written < len(line):  # a disk that fills up takes a part; asking for the rest names the reason
            os.write(handle, line[written:])
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, end)
        raise


def _lock(handle: int, path: Path) -> None:
    try:
        lock(handle, path)
    except RecordError as error:
        message = f"the match in '{path}' is being played by another slidedrop; let it end there first"
        raise RecordError(message) from error


def _unwritable(path: Path, error: OSError) -> RecordError:
    return RecordError(f"cannot keep the match in '{path}': {reason(error)}; choose another --folder")
