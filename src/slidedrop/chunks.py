"""A long task in chunks: distributed as `Work`, and saved in a log as each one finishes.

The log, from which an interrupted task resumes:

header                          what the task is; the log of another task is refused
| number | body | CRC-32 |      blocks of one size, or lines with checksums of their own;
| number | body | CRC-32 |      a block that is torn or damaged counts as not written
"""

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from slidedrop.core.errors import RecordError
from slidedrop.durable import Appender, lock, reason, sync_folder

Chunk = TypeVar("Chunk")
Done = TypeVar("Done")
Record = TypeVar("Record")
Block = tuple[int, bytes]
"""The number of a chunk, and its result."""


class Work(Protocol):
    """Runs chunks in any order and yields each result once; a chunk is drawn when a worker is free.

    `map` itself is the work of one process. The caller that draws the results is the only writer.
    """

    def __call__(self, task: Callable[[Chunk], Done], chunks: Iterable[Chunk], /) -> Iterator[Done]:
        """Yield the task's result for every chunk."""


class ChunkLog(Generic[Record]):
    """A file that one process appends to; `split` divides what follows the header into records and their length."""

    def __init__(
        self, path: Path, what: str, header: bytes, split: Callable[[bytes], tuple[Sequence[Record], int]]
    ) -> None:
        self.path, self._what, self._header, self._split = path, what, header, split
        self._file: Appender | None = None

    def read(self) -> Sequence[Record]:
        """Return the records of the file."""
        return self._parts()[0]

    def _parts(self) -> tuple[Sequence[Record], int]:
        content, header = self.path.read_bytes() if self.path.exists() else b"", self._header
        if not header.startswith(content[: len(header)]):
            message = f"'{self.path}' holds another {self._what}; move it away, or choose another folder"
            raise RecordError(message, offset=0)
        records, valid = self._split(content[len(header) :])
        return records, len(header) + valid if len(content) >= len(header) else 0

    @contextmanager
    def open(self) -> Iterator[Sequence[Record]]:
        """Lock the file for this process, and return what was written so far; a second writer is refused."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            message = f"cannot keep the {self._what} in '{self.path}': {reason(error)}; choose another folder"
            raise RecordError(message) from error
        try:
            lock(handle, f"the {self._what} in '{self.path}' is being worked on by another slidedrop; let it end first")
            self._file = Appender(handle)
            yield self._with_header(self._file)
        finally:
            self._file = None
            os.close(handle)

    def _with_header(self, file: Appender) -> Sequence[Record]:
        """Remove a partial record, and write the header of a new file."""
        records, valid = self._parts()
        file.cut(valid)
        if not valid:
            self._append(file, self._header)
            sync_folder(self.path.parent)
        return records

    def append(self, data: bytes) -> None:
        """Add a record; once this returns it is on disk."""
        if self._file is None:
            raise RecordError(f"'{self.path}' is not open")
        self._append(self._file, data)

    def _append(self, file: Appender, data: bytes) -> None:
        try:
            file.append(data)
        except OSError as error:
            kept = f"the {len(self.read())} before are" if self.path.exists() else "it was removed"
            raise RecordError(f"a result could not be saved in '{self.path}': {reason(error)}; {kept}") from error


class BlockLog(ChunkLog[Block]):
    """A log of numbered blocks, all of one size."""

    def __init__(self, path: Path, what: str, header: bytes, size: int) -> None:
        super().__init__(path, what, header, partial(_blocks_in, size + 8))

    def write(self, number: int, body: bytes) -> None:
        """Add a block; once this returns it is on disk."""
        data = number.to_bytes(4, "little") + body
        self.append(data + zlib.crc32(data).to_bytes(4, "little"))


def _blocks_in(size: int, content: bytes) -> tuple[list[Block], int]:
    whole = range(0, len(content) - size + 1, size)
    blocks = [(content[at : at + size - 4], content[at + size - 4 : at + size]) for at in whole]
    sound = [data for data, checksum in blocks if zlib.crc32(data) == int.from_bytes(checksum, "little")]
    return [(int.from_bytes(data[:4], "little"), data[4:]) for data in sound], len(whole) * size
