"""Layers on disk: a header, then block after block, each with its own checksum, then a mark that all is there.

    header (256 bytes, JSON and spaces) | sum, count, crc32 | count numbers of 8 bytes | sum, ... | 0, 0, crc32

A file only grows. One that was cut short by a kill or a full disk is read up to its last whole block, and goes on from
there to the very same bytes. A reader maps the file: only what it asks for is read, and checked when it is.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.core.errors import RecordError
from slidedrop.durable import Appender, lock, reason

_HEADER: Final = 256
_NAMED: Final = struct.Struct("<II")
_BLOCK: Final = struct.Struct("<III")
NUMBER: Final = 8


class _Block(NamedTuple):
    start: int
    size: int
    checksum: int


class Layers:
    """The layers of a file as far as they are whole, by the sum of their tiles, in the order in which they stand."""

    def __init__(self, path: Path, about: dict[str, Any], *, verify: bool = False) -> None:
        """Look into a file; where it is missing or holds something else, there are no layers."""
        self.path = path
        self.is_complete = False
        self.end = 0
        """Where the next block would stand."""
        self._blocks: dict[int, _Block] = {}
        self._checked: set[int] = set()
        self._data = _mapped(path)
        if self._data[:_HEADER] == _header(about):
            self._find(verify=verify)

    def _find(self, *, verify: bool) -> None:
        self.end = _HEADER
        while self.end + _BLOCK.size <= len(self._data) and not self.is_complete:
            total, count, checksum = _BLOCK.unpack_from(self._data, self.end)
            block = _Block(self.end + _BLOCK.size, NUMBER * count, checksum)
            if block.start + block.size > len(self._data) or (verify and not self._is_whole(total, block)):
                return
            self.end = block.start + block.size
            self.is_complete = total == 0
            if total:
                self._blocks[total] = block

    def __iter__(self) -> Iterator[int]:
        return iter(self._blocks)

    @property
    def count(self) -> int:
        """How many numbers there are in all layers."""
        return sum(block.size for block in self._blocks.values()) // NUMBER

    def layer(self, total: int) -> memoryview:
        """Return the bytes of a layer, empty where there is none; damage is said the first time they are read."""
        block = self._blocks.get(total)
        if block is None:
            return memoryview(b"")
        if total not in self._checked and not self._is_whole(total, block):
            raise RecordError(f"'{self.path}' is damaged; solve the board again, which mends it")
        self._checked.add(total)
        return memoryview(self._data)[block.start : block.start + block.size]

    def _is_whole(self, total: int, block: _Block) -> bool:
        part = memoryview(self._data)[block.start : block.start + block.size]
        return _checksum(total, part) == block.checksum


class LayerWriter:
    """A file of layers that is being written."""

    def __init__(self, appender: Appender) -> None:
        self._appender = appender

    def add(self, total: int, numbers: bytes) -> None:
        """Write a layer; it is on disk when this returns. The sum 0 ends the file."""
        named = _NAMED.pack(total, len(numbers) // NUMBER)
        self._appender.append(named + _checksum(total, numbers).to_bytes(4, "little") + numbers)


@contextmanager
def writing_layers(path: Path, about: dict[str, Any]) -> Iterator[tuple[LayerWriter, Layers]]:
    """Open a file to go on with it, with the layers that it has; every byte of these is checked first."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            lock(handle, f"'{path}' is being written by another slidedrop; wait for it")
            found = Layers(path, about, verify=True)
            appender = Appender(handle)
            appender.cut(found.end)
            if not found.end:
                appender.append(_header(about))
            yield LayerWriter(appender), found
        finally:
            os.close(handle)
    except OSError as error:
        raise RecordError(f"'{path}' could not be written ({reason(error)}); what is there is kept") from error


def _checksum(total: int, numbers: bytes | memoryview) -> int:
    return zlib.crc32(numbers, zlib.crc32(_NAMED.pack(total, len(numbers) // NUMBER)))


def _header(about: dict[str, Any]) -> bytes:
    return json.dumps({"what": "slidedrop layers", "version": 1, **about}).encode().ljust(_HEADER - 1) + b"\n"


def _mapped(path: Path) -> mmap.mmap | bytes:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (FileNotFoundError, ValueError):  # an empty file cannot be mapped
        return b""
    except OSError as error:
        raise RecordError(f"'{path}' could not be read ({reason(error)})") from error
