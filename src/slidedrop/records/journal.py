r"""A journal: one line per record, each with a checksum, on disk before the move is shown.

    5c1b03d2 {"version": 1, "game": "2048", ...}\n      the header
    90a3c1f4 {"move": "left"}\n                         one line per command
    1f22ab07 "undo"\n

In format 2 the checksum of a line covers the JSON of every line up to it, so removed, swapped or doubled lines are
noticed; in format 1 it covers only its own line. The second line shows which format a file has.

A reader stops at the first torn or wrong line and returns everything before it. A damaged file is copied under another
name before its valid part is continued.
"""

import json
import os
import re
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, NamedTuple, Self
from zlib import crc32

from slidedrop.core.errors import RecordError
from slidedrop.durable import Appender, lock, reason, sync_folder

_LINE: Final = re.compile(rb"([0-9a-f]{8}) (.*)", re.DOTALL)


class Contents(NamedTuple):
    """The contents of a journal."""

    entries: tuple[object, ...]
    valid: int
    """How many bytes from the start are valid."""
    damaged: bool
    """Whether more bytes follow them."""
    check: int | None
    """The checksum of the last line, from which that of the next one starts; None in format 1."""


def write_entry(entry: object, after: int = 0) -> bytes:
    """Return the line of one entry; `after` is the checksum of the line before it, 0 in format 1."""
    body = json.dumps(entry, separators=(",", ":"), ensure_ascii=True).encode()
    return b"%08x %s\n" % (crc32(body, after), body)


def write_entries(entries: Iterable[object], after: int = 0) -> bytes:
    """Return the lines of entries in format 2."""
    lines: list[bytes] = []
    for entry in entries:
        lines.append(write_entry(entry, after))
        after = int(lines[-1][:8], 16)
    return b"".join(lines)


def read_entries(content: bytes) -> Contents:
    """Return the valid entries from the start."""
    entries: list[object] = []
    valid = 0
    check: int | None = 0
    while (end := content.find(b"\n", valid)) >= 0:
        match = _LINE.fullmatch(content, valid, end)
        if match is None:
            break
        found = int(match[1], 16)
        if check is not None and found == crc32(match[2], check):
            check = found
        elif found == crc32(match[2]) and (check is None or len(entries) == 1):
            check = None  # the second line shows that this file has format 1
        else:
            break
        try:
            entries.append(json.loads(match[2]))
        except (ValueError, RecursionError):
            break
        valid = end + 1
    return Contents(tuple(entries), valid, valid < len(content), check)


class Journal(AbstractContextManager["Journal"]):
    """An append-only file for one writer; memory holds a copy, so that it can be saved elsewhere."""

    def __init__(self, path: Path, handle: int, entries: Sequence[object] = ()) -> None:
        self.path = path
        self.entries = list(entries)
        """The entries on disk, or those to write if the file could not be created."""
        self.problem = ""
        """The reason why the file could not be created."""
        self._file = Appender(handle) if handle >= 0 else None
        self._check: int | None = 0
        """The checksum of the last line, from which that of the next one starts; None in format 1."""

    @classmethod
    def not_begun(cls, path: Path, problem: str, *entries: object) -> Self:
        """Return a journal that could not be created; `rescue` tries again."""
        journal = cls(path, -1, entries)
        journal.problem = problem
        return journal

    @property
    def begun(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    @property
    def is_lost(self) -> bool:
        """Whether there is no file: it could not be created, or was removed."""
        return self._file is None or self._file.is_gone

    @classmethod
    def create(cls, path: Path, *entries: object) -> Self:
        """Create a new file with these entries; an existing file is refused, never overwritten."""
        try:
            return cls._begun(path, entries)
        except FileExistsError:
            raise
        except OSError as error:
            raise RecordError(f"cannot save the game in '{path}': {reason(error)}") from error

    @classmethod
    def _begun(cls, path: Path, entries: tuple[object, ...]) -> Self:
        _make_folder(path.parent)
        journal = cls(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644), entries)
        try:
            lock(journal._open.handle, _taken(path))
            journal._write(entries)
            sync_folder(path.parent)
        except BaseException:
            journal.close()
            path.unlink(missing_ok=True)
            raise
        return journal

    @property
    def _open(self) -> Appender:
        if self._file is None:
            raise RecordError(self.problem)
        return self._file

    @classmethod
    def hold(cls, path: Path) -> Self:
        """Lock a file for this process."""
        try:
            handle = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise RecordError(f"cannot open '{path}': {reason(error)}") from error
        try:
            lock(handle, _taken(path))
            _check_still_there(handle, path)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle)

    @classmethod
    def open(cls, path: Path) -> tuple[Self, Contents, Path | None]:
        """Open a file to continue it; a damaged one is copied first, and the third result is its copy."""
        journal = cls.hold(path)
        try:
            return journal, *journal.mend()
        except OSError as error:
            journal.close()
            raise RecordError(f"cannot continue '{path}': {reason(error)}") from error

    def mend(self) -> tuple[Contents, Path | None]:
        """Return the valid content; a damaged file is cut to it after it was copied."""
        contents = read_entries(self.path.read_bytes())
        aside = set_aside(self.path) if contents.damaged else None
        self._open.cut(contents.valid)
        self.entries, self._check = list(contents.entries), contents.check
        return contents, aside

    def append(self, *entries: object) -> None:
        """Append entries; they are on disk when this returns, and none is if it raises."""
        file = self._open
        try:
            self._write(entries)
        except OSError as error:
            message = (
                f"the last move could not be saved in '{self.path}': {reason(error)}; all moves before it are saved"
            )
            if file.is_gone:
                message = f"'{self.path}' was removed, and with it all that was saved of this game"
            raise RecordError(message) from error
        self.entries += entries

    def _write(self, entries: Sequence[object]) -> None:
        if self._check is None:
            self._open.append(b"".join(map(write_entry, entries)))
            return
        lines = write_entries(entries, self._check)
        self._open.append(lines)
        self._check = int(lines.splitlines()[-1][:8], 16) if entries else self._check

    def rescue(self, *entries: object) -> None:
        """Append entries after a failure; a missing file is written again."""
        if not self.is_lost:
            self.append(*entries)
            return
        try:
            again = Journal.create(self.path, *self.entries, *entries)
        except FileExistsError as error:
            message = f"'{self.path}' is there again, as another game; save this one in another file"
            raise RecordError(message) from error
        self.close()
        self._file, self.entries, self._check = again._file, again.entries, again._check  # noqa: SLF001 - our class

    def close(self) -> None:
        """Release the file for other programs."""
        if self._file is not None:
            self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()


def set_aside(path: Path) -> Path:
    """Copy a damaged file to a new name and return that name."""
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


def _taken(path: Path) -> str:
    return f"the game in '{path}' is being played by another slidedrop; finish there first"


def _make_folder(folder: Path) -> None:
    """Create the folder; a file in its place is a different error from an existing journal."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(error.errno, "its folder is a file") from error


def _check_still_there(handle: int, path: Path) -> None:
    """Refuse a file that was removed between opening and locking: its content would be lost."""
    if not path.exists() or not os.path.samestat(os.fstat(handle), path.stat()):
        raise RecordError(f"'{path}' was just removed by another slidedrop")
