"""Build a late-game table layer by layer, from the largest sum to the smallest.

    name.part      the header and the codes of the layers so far
    name.resume    the progress, and the chances of the last two layers, from which the next follows

The second file is written every few seconds, after the first is on disk. An interrupted build resumes from there and
produces the same bytes.
"""

import os
import shutil
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np

from slidedrop.core.errors import RecordError
from slidedrop.durable import folder_lock, reason, sync_folder
from slidedrop.twenty48.engine.sealed import read_sealed, write_sealed
from slidedrop.twenty48.tables.files import checksums_of, header_of, path_of, tables_folder
from slidedrop.twenty48.tables.kernels import (
    Chances,
    Codes,
    Starts,
    boards_in,
    fill_starts,
    grid_of,
    levels,
    size_of_layer,
    solve_layer,
)
from slidedrop.twenty48.tables.layout import Layout

Tell = Callable[[int, int], object]
"""A callback that receives the number of boards solved and the total."""
_MAGIC: Final = b"SLDROPR1"
_CHUNK: Final = 1 << 24


class Layer(NamedTuple):
    """A solved layer: the start index of each upper part, and the chance of each board."""

    starts: Starts
    chances: Chances


class Solver:
    """Solves a layout layer by layer; `two` and `four` are the layers after a new tile of 2 and of 4."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.grid = grid_of(layout)
        self._levels = levels()
        beyond = Layer(np.zeros(layout.sizes[0], np.uint32), np.zeros(layout.sizes[1] + 1, np.uint16))
        self.two, self.four = beyond, beyond

    def solve(self, total: int) -> Codes:
        """Solve the next layer, and return its codes."""
        size = size_of_layer(self.grid, total)
        chances, codes = np.zeros(size, np.uint16), np.zeros(size, np.uint8)
        starts = (self.two.starts, self.four.starts)
        solve_layer(total // 2, self.grid, starts, (self.two.chances, self.four.chances), self._levels, chances, codes)
        self.take(total, chances)
        return codes

    def take(self, total: int, chances: Chances) -> None:
        """Continue from a layer whose chances are known."""
        starts = np.zeros(self.layout.sizes[0], np.uint32)
        fill_starts(starts, total // 2, self.grid)
        self.two, self.four = Layer(starts, chances), self.two


def build(
    layout: Layout, folder: Path | None = None, tell: Tell = lambda _done, _of: None, *, every: float = 10.0
) -> Path:
    """Build a table, resuming if possible, and return its file; return an existing file unchanged."""
    place = folder or tables_folder()
    path = path_of(layout, place)
    try:
        with folder_lock(place, f"another program is building tables in '{place}'; wait for it"):
            if not path.exists():
                _Building(layout, path, every).run(tell)
    except OSError as error:
        raise RecordError(f"cannot build a table in '{place}': {reason(error)}") from error
    return path


class _Building:
    def __init__(self, layout: Layout, path: Path, every: float) -> None:
        self._solver = Solver(layout)
        self._path, self._part, self._resume = path, path.with_suffix(".part"), path.with_suffix(".resume")
        self._size = boards_in(self._solver.grid)
        self._header = header_of(layout, self._size)
        self._every = every

    def run(self, tell: Tell) -> None:
        """Solve the remaining layers, then write the checksums and rename the file."""
        self._check_room()
        with self._part.open("r+b" if self._part.exists() else "w+b") as file:
            sums = self._solver.layout.sums
            done, crc = self._resumed(file)
            saved = time.monotonic()
            for total in sums[done:]:
                codes = self._solver.solve(total).data
                file.write(codes)
                crc, done = zlib.crc32(codes, crc), done + 1
                tell(file.tell() - len(self._header), self._size)
                if time.monotonic() - saved > self._every:
                    self._save(file, done, crc)
                    saved = time.monotonic()
            file.flush()
            content = np.memmap(self._part, np.uint8, "r", len(self._header), (self._size,))
            file.write(checksums_of(content.data, self._header))
            _to_disk(file)
        self._part.replace(self._path)
        sync_folder(self._path.parent)
        self._resume.unlink(missing_ok=True)

    def _check_room(self) -> None:
        have = shutil.disk_usage(self._path.parent).free
        begun = self._part.stat().st_size if self._part.exists() else 0
        if have + begun < self._size + (64 << 20):
            raise RecordError(f"'{self._path.parent}' has {have / 1e9:.1f} GB free; {self._size / 1e9:.1f} are needed")

    def _save(self, file: IO[bytes], done: int, crc: int) -> None:
        """Save the progress, once the codes are on disk."""
        _to_disk(file)
        two, four = self._solver.two.chances, self._solver.four.chances
        told = {"crc": crc, "done": done, "size": file.tell(), "table": self._header.hex(), "two": len(two)}
        write_sealed(self._resume, _MAGIC, told, (two.tobytes(), four.tobytes()))

    def _resumed(self, file: IO[bytes]) -> tuple[int, int]:
        """Resume a stopped build if its files are intact; return the number of finished layers and their checksum."""
        try:
            told, content = read_sealed(self._resume, _MAGIC, "an unfinished table")
            if told["table"] == self._header.hex() and _crc_of(file, told["size"], len(self._header)) == told["crc"]:
                self._take_up(told, np.frombuffer(content, np.uint16))
                file.truncate(told["size"])
                file.seek(told["size"])
                return told["done"], told["crc"]
        except (RecordError, KeyError, ValueError, IndexError):
            pass  # there is no earlier build, or it is damaged: build from the start
        file.seek(0)
        file.truncate()
        file.write(self._header)
        return 0, 0

    def _take_up(self, told: dict[str, Any], chances: Chances) -> None:
        total = self._solver.layout.sums[told["done"] - 1]
        if told["done"] > 1:
            self._solver.take(total + 2, chances[told["two"] :])
        self._solver.take(total, chances[: told["two"]])


def _to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def _crc_of(file: IO[bytes], size: int, start: int) -> int:
    """Return the checksum of a file from an offset; -1 if the file is too short."""
    file.seek(start)
    crc, left = 0, size - start
    while left > 0:
        data = file.read(min(left, _CHUNK))
        if not data:
            return -1
        crc, left = zlib.crc32(data, crc), left - len(data)
    return crc
