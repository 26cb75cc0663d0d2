"""Layers on disk: a file for each sum of tiles, numbers of 8 bytes and their CRC-32.

    cache folder/exact/3x3-9-1/boards/4, 6, 8, ... 2044      canonical words, sorted
    cache folder/exact/3x3-9-1/score/4, 6, 8, ... 2044       what each of these boards is worth

A file is written whole or not at all, and always with the same bytes. So work that was killed goes on where a file is
missing, and two programs at the same work do no harm.
"""

import zlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from slidedrop.core.errors import RecordError
from slidedrop.durable import write_whole

_CHECKSUM: Final = 4
_IN_MEMORY: Final = 8


class Layers:
    """The layers of a folder, by the sum of their tiles."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.layer = lru_cache(_IN_MEMORY)(self._read)

    def __contains__(self, total: int) -> bool:
        return (self._folder / str(total)).exists()

    def _read(self, total: int) -> memoryview:
        """Return the bytes of a layer, none where it is not there; a damaged file is said, and taken away."""
        path = self._folder / str(total)
        if not path.exists():
            return memoryview(b"")
        data = memoryview(path.read_bytes())
        if zlib.crc32(data[:-_CHECKSUM]).to_bytes(_CHECKSUM, "little") != data[-_CHECKSUM:]:
            path.unlink()
            raise RecordError(f"'{path}' was damaged and is removed; solve the board again, which makes it again")
        return data[:-_CHECKSUM]

    def write(self, total: int, numbers: bytes) -> None:
        """Keep a layer; it is on disk when this returns."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._folder / str(total), numbers + zlib.crc32(numbers).to_bytes(_CHECKSUM, "little"))
        self.layer.cache_clear()
