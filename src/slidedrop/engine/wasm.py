"""Run a prebuilt WebAssembly engine with wasmtime; no other file uses that library.

    data/connect4.wasm     code, and a custom section "slidedrop" with the addresses of the declared arrays:
                           {"arrays": {"low": [4096, "q", 1024], ...}, "growing": {"keys": [64, "Q"]}, ...}

wasmtime has a new major version every month, so little of it is used: compile, instantiate, call, memory.
"""

import ctypes
import json
import struct
import weakref
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, Protocol

from slidedrop.core.errors import MissingEngine, RecordError
from slidedrop.engine.exports import signed

PAGE: Final = 1 << 16
SECTION: Final = b"slidedrop"
_MAGIC: Final = b"\0asm"
_SLOT: Final = struct.Struct("<QQ")
"""The address and length of a growing array."""


def is_portable() -> bool:
    """Return whether WebAssembly can run here, without importing anything."""
    return find_spec("wasmtime") is not None


class WasmBackend:
    """One instance of a built engine, with its own memory: a `Backend` of `exports.py`."""

    def __init__(self, name: str) -> None:
        wasmtime, module = _wasmtime(), _compiled(name)
        self.about = module.about
        """The addresses of the arrays, and the other facts that the builder recorded."""
        self._store = wasmtime.Store(module.engine)
        _close_in_time(self, self._store)
        self._exports = wasmtime.Instance(self._store, module.code, []).exports(self._store)
        self._memory = self._exports["memory"]
        self._functions: dict[str, Any] = {}

    def call(self, function: str, *numbers: int) -> int:
        """Call a kernel and return its result as a signed number; a call takes about 0.1 ms."""
        if function not in self._functions:
            self._functions[function] = self._exports[function]
        result: int = self._functions[function](self._store, *map(signed, numbers))
        return result

    def read(self, array: str, count: int) -> list[Any]:
        at, kind, _ = self._place(array)
        size = count * struct.calcsize(kind)
        return list(struct.unpack(f"<{count}{kind}", ctypes.string_at(self._base + at, size)))

    def write(self, array: str, data: bytes | bytearray, at: int = 0) -> None:
        start, kind, _ = self._place(array)
        source = (ctypes.c_char * len(data)).from_buffer(data) if isinstance(data, bytearray) else data
        ctypes.memmove(self._base + start + at * struct.calcsize(kind), source, len(data))

    def grow(self, array: str, count: int) -> None:
        """Put an array of this length at the end of the memory, which is enlarged for it."""
        slot, kind = self.about["growing"][array]
        start = self._memory.data_len(self._store)
        self._memory.grow(self._store, -(-count * struct.calcsize(kind) // PAGE))
        ctypes.memmove(self._base + slot, _SLOT.pack(start, count), _SLOT.size)

    def length(self, array: str) -> int:
        return self._place(array)[2]

    @property
    def _base(self) -> int:
        """The address of the memory in this process; it may change when the memory grows."""
        return ctypes.addressof(self._memory.data_ptr(self._store).contents)

    def _place(self, array: str) -> tuple[int, str, int]:
        if array in self.about["arrays"]:
            at, kind, length = self.about["arrays"][array]
        else:
            slot, kind = self.about["growing"][array]
            at, length = _SLOT.unpack(ctypes.string_at(self._base + slot, _SLOT.size))
        return at, kind, length


def manifest(code: bytes) -> dict[str, Any]:
    """Return the custom section of a built engine, the last section of the file."""
    _, name, about = code.rpartition(SECTION)
    if not name or not code.startswith(_MAGIC):  # wasmtime would parse it as text
        raise ValueError(
            "this file was not built by tools/portable: it has no section with the addresses of its arrays"
        )
    found = json.loads(about)
    if not isinstance(found, dict) or not isinstance(found.get("arrays"), dict):
        raise ValueError("its last section does not name its arrays")  # noqa: TRY004 - the same as any other damage
    return found


class _Module:
    """A compiled engine, shared by all its instances."""

    def __init__(self, name: str) -> None:
        code = (files("slidedrop") / "data" / f"{name}.wasm").read_bytes()
        self.engine, self.code, self.about = checked_module(code, f"{name}.wasm")
        _close_in_time(self, self.code, self.engine)


def checked_module(code: bytes, name: str) -> tuple[Any, Any, dict[str, Any]]:
    """Return a wasmtime engine, the compiled module and its addresses; raise an error for a damaged file."""
    wasmtime = _wasmtime()
    engine = wasmtime.Engine()
    try:
        about = manifest(code)
        return engine, wasmtime.Module(engine, code), about
    except (ValueError, RecursionError, wasmtime.WasmtimeError) as error:
        reason = " ".join(str(error).split())[:80].encode("unicode_escape").decode()
        raise RecordError(f"the engine {name} is damaged ({reason}); install slidedrop again") from error


class _Closing(Protocol):
    def close(self) -> None: ...


def _close_in_time(owner: object, *things: _Closing) -> None:
    """Close objects with their owner, at the latest before the interpreter exits."""
    for thing in things:
        weakref.finalize(owner, thing.close)


_compiled: Final = lru_cache(maxsize=4)(_Module)


def _wasmtime() -> ModuleType:
    try:
        import wasmtime
    except ImportError as error:
        raise MissingEngine from error
    return wasmtime
