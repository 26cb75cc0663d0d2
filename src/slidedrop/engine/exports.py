"""Typed access to a compiled engine. Its functions and arrays are declared once, as the methods and fields of a class.

    class Totals(Exports):
        sums = Array[int]("q", 16)                    sixteen signed 64-bit numbers in the engine's memory

        @export
        def add(self, number: int) -> bool:           a method without a body: it calls the kernel of the same name
            \"\"\"Add a number; True if it fits.\"\"\"

    totals = Totals(WasmBackend("totals"))            built ahead as WebAssembly (`wasm.py`)
    totals = Totals(NativeBackend(memory, EXPORTS))   or compiled for this processor (`kernel.py`)
    totals.add(3)
    totals.sums.read(2)

Arguments and results of a kernel are 64-bit numbers; longer data is in arrays. `tools/portable` builds the declared
functions, refuses kernels with other parameters, and writes the same class for JavaScript.
"""

import inspect
import struct
from collections.abc import Callable, Iterable
from functools import wraps
from threading import Lock
from typing import Annotated, Any, Final, Generic, Protocol, TypeVar, cast, overload

Word = Annotated[int, "unsigned"]
"""An unsigned 64-bit number, such as a bitboard."""
Number = TypeVar("Number", int, float)
Method = TypeVar("Method", bound=Callable[..., int | None])
_HALF: Final = 1 << 63


class Backend(Protocol):
    """A compiled engine and its memory. Only one thread may use it at a time."""

    def call(self, function: str, *numbers: int) -> int:
        """Call a kernel and return its result as a signed number."""

    def read(self, array: str, count: int) -> list[Any]:
        """Return the first elements of an array."""

    def write(self, array: str, data: bytes | bytearray, at: int = 0) -> None:
        """Write bytes into an array, starting at an element."""

    def grow(self, array: str, count: int) -> None:
        """Give an array of variable length room for this many elements."""

    def length(self, array: str) -> int:
        """Return the number of elements of an array."""


class Exports:
    """The base class of declarations: an engine with its functions and arrays."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.lock = Lock()
        """The lock for callers that need the memory to themselves."""
        self.last_caller: object = None
        """The last caller that wrote its settings into the memory."""

    @classmethod
    def functions(cls) -> dict[str, inspect.Signature]:
        """Return the declared functions by name."""
        methods = {name: method for name, method in vars(cls).items() if hasattr(method, "exported")}
        return {name: inspect.signature(method) for name, method in methods.items()}

    @classmethod
    def arrays(cls) -> "dict[str, Array[Any]]":
        """Return the declared arrays by name."""
        return {name: array for name, array in vars(cls).items() if isinstance(array, Array)}


def export(method: Method) -> Method:
    """Make a method call the kernel with its name and parameters; its result is converted."""
    name, result = method.__name__, method.__annotations__["return"]
    parameters = tuple(inspect.signature(method).parameters)[1:]

    @wraps(method)
    def call(self: Exports, *numbers: int, **named: int) -> int | None:
        number = self.backend.call(name, *numbers, *(named[each] for each in parameters[len(numbers) :]))
        return None if result is None else cast("int", result(number))

    call.exported = True  # type: ignore[attr-defined] # the mark by which `functions` knows it
    return cast("Method", call)


class Array(Generic[Number]):
    """The declaration of an array: its element type as in `struct`, and its length if that is constant.

    `field` is its path in `EngineMemory` if that is not its name. A growing array has no room until `grow`.
    """

    def __init__(self, kind: str, length: int | None = None, *, field: str = "", growing: bool = False) -> None:
        self.kind, self.length, self.field, self.growing = kind, length, field, growing

    def __set_name__(self, owner: type[Exports], name: str) -> None:
        self.field = self.field or name

    @overload
    def __get__(self, exports: None, owner: type[Exports]) -> "Array[Number]": ...
    @overload
    def __get__(self, exports: Exports, owner: type[Exports]) -> "View[Number]": ...
    def __get__(self, exports: Exports | None, owner: type[Exports]) -> "Array[Number] | View[Number]":
        return self if exports is None else View(exports.backend, self)


class View(Generic[Number]):
    """An array in the memory of one engine."""

    def __init__(self, backend: Backend, array: Array[Number]) -> None:
        self._backend = backend
        self._array: Array[Number] = array

    def read(self, count: int) -> list[Number]:
        """Return the first elements."""
        return self._backend.read(self._array.field, count)

    def write(self, numbers: Iterable[Number]) -> None:
        """Write the first elements."""
        numbers = tuple(numbers)
        self._backend.write(self._array.field, struct.pack(f"<{len(numbers)}{self._array.kind}", *numbers))

    def write_bytes(self, data: bytes | bytearray, at: int = 0) -> None:
        """Write elements that are bytes already, starting at an element."""
        self._backend.write(self._array.field, data, at)

    def grow(self, count: int) -> None:
        """Make room for this many elements; the previous contents are lost."""
        self._backend.grow(self._array.field, count)

    @property
    def length(self) -> int:
        """The number of elements."""
        return self._backend.length(self._array.field)


def signed(number: int) -> int:
    """Return the signed number with the same 64 bits."""
    return ((number + _HALF) & (2 * _HALF - 1)) - _HALF
