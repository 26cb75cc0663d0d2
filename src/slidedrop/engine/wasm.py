"""A built program, opened with wasmtime: the one file that knows that library.

    data/connect4.wasm     code, and a custom section "slidedrop" that says where the arrays lie:
                           {"sources": hash, "arrays": {"low": [4096, "q", 1024], ...}, "growing": {"keys": [64, "Q"]}}

wasmtime brings a new major version every month, so little of it is used: compile, instantiate, call, memory. A store
must not be used by two threads at once; whoever shares a program takes its `lock`.
"""

import ctypes
import json
import struct
import weakref
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from threading import Lock
from typing import Any, Final, cast

from slidedrop.core.errors import MissingEngine
from slidedrop.engine.program import signed

PAGE: Final = 1 << 16
SECTION: Final = b"slidedrop"
_PLACE: Final = struct.Struct("<QQ")


def is_portable() -> bool:
    """Tell whether built programs can run here; nothing is imported for it."""
    return find_spec("wasmtime") is not None


class PortableProgram:
    """One instance of a built program, with a memory of its own."""

    def __init__(self, name: str) -> None:
        wasmtime, module = _wasmtime(), _compiled(name)
        self.lock = Lock()
        self.asked_by: object = None
        self.about = module.about
        """Where the arrays lie, and whatever else was written down when it was built."""
        self._store = wasmtime.Store(module.engine)
        _close_in_time(self, self._store)
        exports = wasmtime.Instance(self._store, module.code, []).exports(self._store)
        self._memory = exports["memory"]
        self._exports = exports
        self._questions: dict[str, Any] = {}

    def call(self, question: str, *numbers: int) -> int:
        """Ask, and return the answer as a signed number; a call costs about a tenth of a millisecond."""
        if question not in self._questions:
            self._questions[question] = self._exports[question]
        answer: int = self._questions[question](self._store, *map(signed, numbers))
        return answer

    def read(self, array: str, count: int) -> list[int] | list[float]:
        """Return the first numbers of an array."""
        at, kind = self._place(array)
        size = count * struct.calcsize(kind)
        return list(struct.unpack(f"<{count}{kind}", ctypes.string_at(self._base + at, size)))

    def write(self, array: str, data: bytes | bytearray, at: int = 0) -> None:
        """Write bytes into an array, from the item with this number on."""
        start, kind = self._place(array)
        source = (ctypes.c_char * len(data)).from_buffer(data) if isinstance(data, bytearray) else data
        ctypes.memmove(self._base + start + at * struct.calcsize(kind), source, len(data))

    def grow(self, array: str, count: int) -> None:
        """Put an array of this length at the end of the memory, which is made larger for it."""
        slot, kind = self.about["growing"][array]
        start = self._memory.data_len(self._store)
        self._memory.grow(self._store, -(-count * struct.calcsize(kind) // PAGE))
        ctypes.memmove(self._base + slot, _PLACE.pack(start, count), _PLACE.size)

    @property
    def _base(self) -> int:
        """Where the memory begins in this process; it may move when it grows."""
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def _place(self, array: str) -> tuple[int, str]:
        if array in self.about["arrays"]:
            at, kind, _ = self.about["arrays"][array]
            return at, kind
        slot, kind = self.about["growing"][array]
        at, _ = _PLACE.unpack(ctypes.string_at(self._base + slot, _PLACE.size))
        return at, kind


def manifest(code: bytes) -> dict[str, Any]:
    """Return what a built program says of itself: the section of our name ends its file."""
    _, name, about = code.rpartition(SECTION)
    if not name:
        raise ValueError("this file was not built by tools/portable: it has no section that says where its arrays lie")
    return cast("dict[str, Any]", json.loads(about))


class _Module:
    """A compiled program, which all its instances share."""

    def __init__(self, name: str) -> None:
        code = (files("slidedrop") / "data" / f"{name}.wasm").read_bytes()
        wasmtime, self.about = _wasmtime(), manifest(code)
        self.engine = wasmtime.Engine()
        self.code = wasmtime.Module(self.engine, code)
        _close_in_time(self, self.code, self.engine)


def _close_in_time(owner: object, *things: Any) -> None:  # noqa: ANN401 - of wasmtime
    """Close things with their owner, at the latest before the interpreter ends: after that they complain."""
    for thing in things:
        weakref.finalize(owner, thing.close)


_compiled: Final = lru_cache(maxsize=4)(_Module)


def _wasmtime() -> Any:  # noqa: ANN401 - its types change from month to month
    try:
        import wasmtime
    except ImportError as error:
        raise MissingEngine from error
    return wasmtime
