"""A network as a built program plays it: its file is unpacked straight into the program's memory, without NumPy.

    file ── gzip ──> gaps and codes ── "scatter" ──> units, two bytes a weight (`quantise.py` says more)

A built program knows one shape of network: `2048.wasm` the eight tuples of the network that ships, `2048-small.wasm`
four. One of another shape is compiled here, by `weights.py` and the extra `ai`.
"""

import struct
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from slidedrop.core.errors import RecordError
from slidedrop.engine.program import Program
from slidedrop.engine.wasm import PortableProgram, is_portable
from slidedrop.twenty48.engine.sealed import read_sealed

MAGIC: Final = b"SLDNET01"
SHIPPED: Final = "2048-4x4.weights"
SMALL: Final = "2048-small.weights"
"""Read in a tenth of the time, and nearly as good a judge: who is in a hurry asks it until the other is there."""
WHAT: Final = "the weights of a 2048 network"
UNITS: Final = 32767
"""The units in the largest weight."""
FRAME: Final = 1 << 18
"""How many scattered weights the program takes at once."""
GAPS: Final = "gaps"
TURNED: Final = "scattered"
"""How weights are packed, as the header of a file names it: in their own order, or turned as the small network's."""
_PIECE: Final = 1 << 16
GZIP: Final = 31
"""What zlib calls a gzip stream."""
_PROGRAMS: Final = {8: "2048", 4: "2048-small"}
"""The built program for networks of so many tuples."""


class Learned(ABC):
    """A trained network, described by the header of its file, as whoever searches with it sees it."""

    about: dict[str, Any]
    """Plan, moves trained, learning curve, the command that made it."""

    @property
    def size(self) -> int:
        """The size of the board that it knows."""
        return int(self.about["plan"]["size"])

    @property
    def largest_known(self) -> int:
        """The largest rank that its training met often enough to know it."""
        return int(self.about["largest_known"])

    @abstractmethod
    def program(self, table_bits: int) -> Program:
        """Return the questions about this network."""


class PortableNetwork(Learned):
    """A network in the memory of a built program."""

    def __init__(self, about: dict[str, Any], program: PortableProgram) -> None:
        self.about = about
        self._program = program

    def program(self, table_bits: int) -> Program:  # noqa: ARG002 - the size of its tables was fixed when it was built
        """Return the program; all that ask this network share it."""
        return self._program


def read_portable(path: Path) -> PortableNetwork | None:
    """Return the network of a file, or None where no built program has its shape, or nothing runs it."""
    if not is_portable():
        return None
    about, data = read_sealed(path, MAGIC, WHAT)
    plan, packing = about["plan"], about["packing"]
    name = _PROGRAMS.get(len(plan["tuples"]))
    if name is None:
        return None
    program = PortableProgram(name)
    if [plan["tuples"], plan["stages"]] != [program.about["tuples"], program.about["stages"]]:
        return None
    program.call("set_up")
    program.write("unit", struct.pack("<f", about["scale"] / UNITS))
    program.call("read_codes", int(about["steps"]), 1)
    _scatter(program, data, path, turned=packing == TURNED)
    return PortableNetwork(about, program)


def ships_network(name: str = SHIPPED) -> bool:
    """Tell whether this installation has a network that ships."""
    return (files("slidedrop") / "data" / name).is_file()


@lru_cache(maxsize=2)
def shipped_network(name: str = SHIPPED) -> PortableNetwork | None:
    """Return a network that ships with slidedrop, read once; None where it is not there, or nothing runs it."""
    if not ships_network(name):
        return None
    with as_file(files("slidedrop") / "data" / name) as path:
        return read_portable(path)


def frames_of(data: memoryview, path: Path) -> Iterator[bytearray]:
    """Yield the frames of a gzip stream, each of three bytes for FRAME weights."""
    unpacker, frames = zlib.decompressobj(GZIP), bytearray()
    try:
        for start in range(0, len(data), _PIECE):
            frames += unpacker.decompress(data[start : start + _PIECE])
            while len(frames) >= 3 * FRAME:
                yield frames[: 3 * FRAME]
                del frames[: 3 * FRAME]
    except zlib.error as error:
        raise RecordError(f"{path} holds weights that cannot be unpacked ({error})") from error
    if frames or not unpacker.eof:
        raise RecordError(f"{path} holds weights that are cut short")


def _scatter(program: PortableProgram, data: memoryview, path: Path, *, turned: bool) -> None:
    """Unpack scattered weights and have each written where it belongs."""
    place, count = 0, int(program.about["arrays"]["units"][2])
    for frame in frames_of(data, path):
        program.write("planes", frame)
        place = program.call("scatter", place, int(turned))
    if place >= count:
        raise RecordError(f"{path} does not hold weights of a network of {count}")
