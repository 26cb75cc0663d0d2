r"""A journal: one line a record, each with its own checksum, on disk before anyone is told.

    5c1b03d2 {"version": 1, "game": "2048", ...}\n      the header
    90a3c1f4 {"move": "left"}\n                         one line a command
    1f22ab07 "undo"\n

A reader stops at the first line that is torn or flipped and keeps exactly what stands before it. Nothing is ever
lost: a damaged file is copied whole under another name before its valid part goes on.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, Self
from zlib import crc32

from slidedrop.core.errors import RecordError
from slidedrop.records.files import reason, sync_folder
from slidedrop.records.lock import lock

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_LINE: Final = re.compile(rb"([0-9a-f]{8}) (.*)", re.DOTALL)
_durable: Final = getattr(os, "fdatasync", os.fsync)


class Contents(NamedTuple):
    """What a journal's bytes hold."""

    entries: tuple[object, ...]
    valid: int
    """How many bytes from the start are valid."""
    damaged: bool
    """Whether anything stands after them."""


def write_entry(entry: object) -> bytes:
    """Return the line of one entry."""
    body = json.dumps(entry, separators=(",", ":"), ensure_ascii=True).encode()
    return b"%08x %s\n" % (crc32(body), body)


def read_entries(content: bytes) -> Contents:
    """Return the valid entries from the start."""
    entries: list[object] = []
    valid = 0
    while (end := content.find(b"\n", valid)) >= 0:
        entry = _entry(content[valid:end])
        if entry is None:
            break
        entries.append(entry[0])
        valid = end + 1
    return Contents(tuple(entries), valid, valid < len(content))


def _entry(line: bytes) -> tuple[object] | None:
    match = _LINE.fullmatch(line)
    if match is None or int(match[1], 16) != crc32(match[2]):
        return None
    try:
        return (json.loads(match[2]),)
    except (ValueError, RecursionError):
        return None


class Journal:
    """A file that only grows, open for one writer."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle = handle
        self._end = os.fstat(handle).st_size

    @classmethod
    def create(cls, path: Path, *entries: object) -> Journal:
        """Begin a new file with these entries; one that exists is refused, never overwritten."""
        try:
            return cls._begun(path, entries)
        except FileExistsError:
            raise
        except OSError as error:
            message = f"cannot keep the game in '{path}': {reason(error)}"
            raise RecordError(message) from error

    @classmethod
    def _begun(cls, path: Path, entries: tuple[object, ...]) -> Journal:
        _make_folder(path.parent)
        journal = cls(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644))
        try:
            lock(journal._handle, path)
            journal._grow(entries)
            sync_folder(path.parent)
        except BaseException:
            journal.close()
            path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def hold(cls, path: Path) -> Journal:
        """Take a file for this process alone, whatever it holds."""
        try:
            handle = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            message = f"cannot open '{path}': {reason(error)}"
            raise RecordError(message) from error
        try:
            lock(handle, path)
            _check_still_there(handle, path)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle)

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, Contents, Path | None]:
        """Open a file to go on with it; a damaged one is set aside first, and where it went is the third answer."""
        journal = cls.hold(path)
        try:
            return journal, *journal.mend()
        except OSError as error:
            journal.close()
            message = f"cannot go on with '{path}': {reason(error)}"
            raise RecordError(message) from error

    def mend(self) -> tuple[Contents, Path | None]:
        """Return what the file holds; a damaged one is cut after its valid part, once a copy of the whole is safe."""
        contents = read_entries(self.path.read_bytes())
        aside = set_aside(self.path) if contents.damaged else None
        self._end = contents.valid
        self._drop_torn()
        return contents, aside

    def append(self, *entries: object) -> None:
        """Add entries; when this returns they are on disk, and when it raises none of them stands in the way."""
        try:
            self._grow(entries)
        except OSError as error:
            with suppress(OSError):
                self._drop_torn()
            message = f"the last move could not be kept in '{self.path}': {reason(error)}; all before it is there"
            raise RecordError(message) from error

    def _grow(self, entries: tuple[object, ...]) -> None:
        rest = lines = b"".join(map(write_entry, entries))
        self._drop_torn()
        while rest:
            rest = rest[os.write(self._handle, rest) :]
        _durable(self._handle)
        self._end += len(lines)

    def _drop_torn(self) -> None:
        """Cut off what a failed write left: no reader would look past it."""
        if os.fstat(self._handle).st_size > self._end:
            os.ftruncate(self._handle, self._end)
            os.fsync(self._handle)

    def close(self) -> None:
        """Let another program use the file."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def set_aside(path: Path) -> Path:
    """Keep a copy of a damaged file under a name of its own and return that name."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.damaged-{number}")
        try:
            with aside.open("xb") as file:
                file.write(path.read_bytes())
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            number += 1
        else:
            sync_folder(path.parent)
            return aside


def _make_folder(folder: Path) -> None:
    """Make the folder; a file in its place is not the same as a journal that is there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(error.errno, "its folder is a file") from error


def _check_still_there(handle: int, path: Path) -> None:
    """Refuse a file that was removed between opening and locking: what it kept would be lost."""
    if not path.exists() or not os.path.samestat(os.fstat(handle), path.stat()):
        message = f"'{path}' was removed by another slidedrop just now"
        raise RecordError(message)
