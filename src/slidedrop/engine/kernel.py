"""Decorators that compile kernels (`compiled`, `lean`, `inlined`), and the cache folder of the compiled code.

Numba's own cache does not notice an edited helper in another file or a changed global. So the folder is named by a hash
of every kernel source: any edit triggers a recompilation.

    @compiled
    def slid(board: int, lines: Lines) -> int: ...

A user's program that compiles with numba keeps its own cache folder (`NUMBA_CACHE_DIR`). Every file with kernels
imports this module, `slidedrop.engine.kernel`, which is how such files are found.
"""

import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from slidedrop.core.errors import MissingExtra
from slidedrop.engine.exports import signed
from slidedrop.places import cache_folder

if TYPE_CHECKING:
    import numpy.typing as npt

_ROOT: Final = Path(__file__).parents[1]
COMPILING: Final = "Compiling for this processor; only the first use takes this long ..."
Function = TypeVar("Function", bound="Callable[..., Any]")


def kernel_folder() -> Path:
    """Return the cache folder of these sources on this Python and numba."""
    digest = hashlib.sha256(sys.version.encode())
    for path in kernel_sources():
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return cache_folder() / "kernels" / digest.hexdigest()[:16]


@cache
def when_compiling(tell: Callable[[str], object]) -> None:
    """Call `tell` once when something is about to be compiled; never if everything is in the cache."""
    event = importlib.import_module("numba.core.event")

    class Teller(event.Listener):  # type: ignore[misc, name-defined] # numba has no types of its own
        told = False

        def on_start(self, _event: object) -> None:
            if not self.told:
                self.told = True
                tell(COMPILING)

        def on_end(self, _event: object) -> None:
            return

    event.register("numba:compile", Teller())


def kernel_sources() -> list[Path]:
    """Return every file that may contain kernels: this one, and all that import it."""
    return [path for path in sorted(_ROOT.rglob("*.py")) if b"slidedrop.engine.kernel" in path.read_bytes()]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _numba_or_missing() -> ModuleType:
    try:
        return importlib.import_module("numba")
    except ImportError as error:
        what = "a compiled player"
        raise MissingExtra(what, "ai") from error


def _jitted(function: Function, **options: bool) -> Function:
    """Compile with our cache. Numba reads the cache folder at decoration, so the user's own is restored afterwards.

    Without a writable folder the function is compiled in each process, without an error.
    """
    users = _numba.config.CACHE_DIR
    _numba.config.CACHE_DIR = str(_FOLDER) if _KEEP else users
    try:
        jitted: Function = _numba.njit(cache=_KEEP, nogil=True, **options)(function)
    finally:
        _numba.config.CACHE_DIR = users
    return jitted


_FOLDER: Final = kernel_folder()
_KEEP: Final = _writable(_FOLDER)
_numba: Final = _numba_or_missing()
_zeros: Final = importlib.import_module("numpy").zeros


def compiled(function: Function) -> Function:
    """Compile a function that releases the interpreter lock and is cached on disk."""
    return _jitted(function)


def inlined(function: Function) -> Function:
    """Compile a small function into each of its callers; like `lean`, without NRT."""
    return _jitted(function, forceinline=True, _nrt=False)


def lean(function: Function) -> Function:
    """Compile a function without NRT (numba's runtime): no allocation, no reference counts.

    Reference counting costs 0.1 µs per call if many arrays are passed, and threads wait for each other's counts.
    """
    return _jitted(function, _nrt=False)


class NativeBackend:
    """Kernels compiled for this processor, and their memory: a `Backend` of `exports.py`."""

    def __init__(self, memory: tuple[object, ...], kernels: Iterable[Callable[..., Any]]) -> None:
        self.memory: Any = memory
        self._kernels = {kernel.__name__: kernel for kernel in kernels}

    def call(self, function: str, *numbers: int) -> int:
        """Call a kernel and return its result as a signed number."""
        return int(self._kernels[function](self.memory, *map(signed, numbers)))

    def read(self, array: str, count: int) -> list[Any]:
        """Return the first elements of an array."""
        elements: list[Any] = self._flat(array)[:count].tolist()
        return elements

    def write(self, array: str, data: bytes | bytearray, at: int = 0) -> None:
        """Write bytes into an array, starting at an element."""
        self._flat(array)[at:].view("u1")[: len(data)] = memoryview(data)

    def grow(self, array: str, count: int) -> None:
        """Replace an array by one of this length."""
        self.memory = self.memory._replace(**{array: _zeros(count, self._flat(array).dtype)})

    def length(self, array: str) -> int:
        """Return the number of elements of an array."""
        return len(self._flat(array))

    def _flat(self, array: str) -> "npt.NDArray[Any]":
        flat: npt.NDArray[Any] = attrgetter(array)(self.memory).reshape(-1)
        return flat
