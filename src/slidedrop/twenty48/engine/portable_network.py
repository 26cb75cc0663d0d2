"""A network in a built engine: its file is unpacked straight into the engine's memory, without NumPy.

    file ── gzip ──> gaps and codes ── write_weights ──> units, two bytes per weight (see `quantise.py`)

A built engine supports one network shape: `2048.wasm` the eight tuples of the large bundled network, `2048-small.wasm`
four tuples. For other shapes, `weights.py` compiles an engine (extra `ai`).
"""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from slidedrop.core.errors import RecordError
from slidedrop.engine.wasm import WasmBackend, is_portable
from slidedrop.twenty48.engine.exports import FRAME, UNITS, SearchExports
from slidedrop.twenty48.engine.sealed import read_sealed

MAGIC: Final = b"SLDNET01"
SHIPPED: Final = "2048-4x4.weights"
SMALL: Final = "2048-small.weights"
"""The small network: loads in a tenth of the time and plays nearly as well; used until the large one is loaded."""
WHAT: Final = "the weights of a 2048 network"
GAPS: Final = "gaps"
TURNED: Final = "scattered"
"""How weights are packed, as named in a file's header: in their own order, or turned like the small network's."""
MOST_STEPS: Final = 16383
"""The maximum number of codes on each side of 0."""
SIZES: Final = (2, 3, 4)
_PIECE: Final = 1 << 16
GZIP: Final = 31
"""The value that makes zlib read a gzip stream."""
_PROGRAMS: Final = {8: "2048", 4: "2048-small"}
"""The built engine for networks with this many tuples."""


class Learned(ABC):
    """A trained network, described by its file's header."""

    about: dict[str, Any]
    """The plan, the moves trained, the learning curve, and the training command."""

    @property
    def size(self) -> int:
        return int(self.about["plan"]["size"])

    @property
    def largest_known(self) -> int:
        """The largest rank that was frequent enough in training."""
        return int(self.about["largest_known"])

    @abstractmethod
    def engine(self, table_bits: int) -> SearchExports:
        """Return an engine with this network; its transposition table has 2^table_bits entries."""


class PortableNetwork(Learned):
    """A network in the memory of a built engine."""

    def __init__(self, about: dict[str, Any], engine: SearchExports) -> None:
        self.about = about
        self._engine = engine

    def engine(self, table_bits: int) -> SearchExports:  # noqa: ARG002 - the size of its tables was fixed when it was built
        return self._engine


def read_weights(path: Path) -> tuple[dict[str, Any], memoryview]:
    """Return the checked header of a weights file, and its contents."""
    about, data = read_sealed(path, MAGIC, WHAT)
    plan: Any = about.get("plan")
    numbers = [about.get("steps"), about.get("largest_known"), *_numbers(plan)]
    is_whole = all(type(number) is int for number in numbers)
    reals = (about.get("scale"), plan.get("four") if isinstance(plan, dict) else None)
    is_real = all(type(value) in (int, float) for value in reals)
    if not is_whole or not is_real or about.get("packing") not in (GAPS, TURNED):
        raise RecordError(f"{path} is not {WHAT}: a value of its header is missing or of another type")
    four, scale = plan["four"], about["scale"]
    if not (1 <= about["steps"] <= MOST_STEPS and plan["size"] in SIZES and 0 <= four <= 1 and 0 < scale < 1e9):
        raise RecordError(f"{path} is not {WHAT}: a value of its header is not possible")
    return about, data


def _numbers(plan: object) -> list[object]:
    """Return all whole numbers of a plan, or None if it has another form."""
    match plan:
        case {"size": size, "tuples": list() as tuples} if all(isinstance(cells, list) for cells in tuples):
            return [size, *(cell for cells in tuples for cell in cells)]
    return [None]


def read_portable(path: Path) -> PortableNetwork | None:
    """Return the network of a file; None if no built engine has its shape or WebAssembly cannot run."""
    if not is_portable():
        return None
    about, data = read_weights(path)
    plan = about["plan"]
    name = _PROGRAMS.get(len(plan["tuples"]))
    if name is None:
        return None
    backend = WasmBackend(name)
    if plan["tuples"] != backend.about["tuples"]:
        return None
    engine = SearchExports(backend)
    engine.set_up()
    engine.unit.write([about["scale"] / UNITS])
    engine.set_steps(int(about["steps"]))
    _write_weights(engine, data, path, turned=about["packing"] == TURNED)
    return PortableNetwork(about, engine)


def ships_network(name: str = SHIPPED) -> bool:
    """Return whether this bundled network is installed."""
    return (files("slidedrop") / "data" / name).is_file()


@lru_cache(maxsize=2)
def shipped_network(name: str = SHIPPED) -> PortableNetwork | None:
    """Return a bundled network, cached; None if it is missing or WebAssembly cannot run."""
    if not ships_network(name):
        return None
    with as_file(files("slidedrop") / "data" / name) as path:
        return read_portable(path)


def frames_of(data: memoryview, path: Path, count: int) -> Iterator[bytearray]:
    """Yield the frames of a gzip stream: three bytes for each of FRAME weights out of `count`."""
    unpacker, frames, left = zlib.decompressobj(GZIP), bytearray(), count // FRAME + 1
    try:
        for start in range(0, len(data), _PIECE):
            frames += unpacker.decompress(data[start : start + _PIECE])
            while len(frames) >= 3 * FRAME:
                yield frames[: 3 * FRAME]
                del frames[: 3 * FRAME]
                left -= 1
                if left < 0:
                    raise RecordError(f"{path} holds more weights than its network of {count}")
    except zlib.error as error:
        raise RecordError(f"{path} holds weights that cannot be unpacked ({error})") from error
    if frames or not unpacker.eof:
        raise RecordError(f"{path} holds weights that are cut short")


def _write_weights(engine: SearchExports, data: memoryview, path: Path, *, turned: bool) -> None:
    place, count = 0, engine.units.length
    for frame in frames_of(data, path, count):
        engine.planes.write_bytes(frame)
        place = engine.write_weights(place, turned=turned)
    if place >= count:
        raise RecordError(f"{path} does not hold weights of a network of {count}")
