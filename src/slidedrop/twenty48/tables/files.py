"""The files of late-game tables: written once, mapped into memory, and checked block by block as they are read.

    magic (8 bytes) | length of the header (4) | header, JSON | codes, layer by layer | CRC-32 of each block (4 each)
                                                                | CRC-32 of header and block checksums (4)

A block is 64 KB of codes. It is checked when one of its codes is first read, so opening a file does not read gigabytes.
All numbers are little endian.
"""

import json
import mmap
import zlib
from functools import cached_property
from pathlib import Path
from typing import IO, Final

from slidedrop.core.errors import RecordError
from slidedrop.places import cache_folder
from slidedrop.twenty48.tables.layout import SETS, Layout

MAGIC: Final = b"SLDROPT1"
BLOCK: Final = 1 << 16
_NUMBER: Final = 4


def tables_folder() -> Path:
    """Return the folder of the tables."""
    return cache_folder() / "tables"


def path_of(layout: Layout, folder: Path | None = None) -> Path:
    """Return the path of a table's file."""
    return (folder or tables_folder()) / f"{layout.name}.table"


def header_of(layout: Layout, size: int) -> bytes:
    """Return the bytes before the codes; they depend on the layout's cells, goals and limits."""
    goals = [[list(map(list, goal.ranks)), goal.move.name] for goal in layout.goals]
    told = {"caps": layout.text, "goals": goals, "limit": layout.limit, "name": layout.name, "size": size}
    text = json.dumps(told, sort_keys=True).encode()
    return MAGIC + len(text).to_bytes(_NUMBER, "little") + text


def checksums_of(codes: memoryview, header: bytes) -> bytes:
    """Return the bytes after the codes."""
    blocks = b"".join(
        zlib.crc32(codes[start : start + BLOCK]).to_bytes(_NUMBER, "little") for start in range(0, len(codes), BLOCK)
    )
    return blocks + zlib.crc32(blocks, zlib.crc32(header)).to_bytes(_NUMBER, "little")


class TableFile:
    """A table on disk. Raises an error for an incomplete file or a damaged block."""

    def __init__(self, layout: Layout, size: int, folder: Path | None = None) -> None:
        self.layout = layout
        self.path = path_of(layout, folder)
        header = header_of(layout, size)
        blocks = -(-size // BLOCK)
        try:
            with self.path.open("rb") as file:
                self._map = self._mapped(file, len(header) + size + _NUMBER * (blocks + 1))
        except (OSError, ValueError) as error:
            raise RecordError(f"the table '{self.path}' cannot be read ({error})") from error
        data = memoryview(self._map)
        self.codes = data[len(header) : len(header) + size]
        """The code of each board, by its index."""
        self._blocks = data[len(header) + size : -_NUMBER]
        seal = zlib.crc32(self._blocks, zlib.crc32(header)).to_bytes(_NUMBER, "little")
        if data[: len(header)] != header or data[-_NUMBER:] != seal:
            raise RecordError(f"'{self.path}' is damaged or not this version's table; {REBUILD}")

    def _mapped(self, file: IO[bytes], size: int) -> mmap.mmap:
        if file.seek(0, 2) != size:
            raise RecordError(f"'{self.path}' is cut short or not this version's table; {REBUILD}")
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def _checked(self) -> bytearray:
        return bytearray(len(self._blocks) // _NUMBER)

    def check(self, place: int) -> None:
        """Raise an error if the block at this position is damaged; each block is checked once."""
        block = place // BLOCK
        if not self._checked[block]:
            found = zlib.crc32(self.codes[block * BLOCK : (block + 1) * BLOCK]).to_bytes(_NUMBER, "little")
            if found != self._blocks[_NUMBER * block : _NUMBER * (block + 1)]:
                raise RecordError(f"'{self.path}' is damaged at board {block * BLOCK:,}; {REBUILD}")
            self._checked[block] = 1

    def check_all(self) -> None:
        for place in range(0, len(self.codes), BLOCK):
            self.check(place)


REBUILD: Final = "run 'slidedrop tables remove' and build it again"


def built_set(folder: Path | None = None) -> str:
    """Return the largest set whose tables are all built; empty if there is none."""
    for name in ("full", "small"):
        if all(path_of(layout, folder).is_file() for layout in SETS[name]):
            return name
    return ""


def files_of_tables(folder: Path | None = None) -> list[Path]:
    """Return all table files, including unfinished ones."""
    place = folder or tables_folder()
    endings = {".table", ".part", ".resume"}
    return sorted(path for path in place.glob("*") if path.suffix in endings) if place.is_dir() else []
