"""The one decorator that compiles, and the folder that keeps what was compiled.

Numba's own cache does not see that a helper in another file was edited, nor that a global changed. So the folder is
named by a hash of every kernel source: an edit anywhere compiles anew, and nothing stale is ever loaded.

    @compiled
    def slid(board: int, table: Table) -> int: ...

This module must be imported before numba is: it tells numba where to keep its cache.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from slidedrop.core.errors import MissingExtra
from slidedrop.places import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable

KERNEL_SOURCES: Final = (
    "kernel.py",
    "twenty48/*.py",
    "connect4/*.py",
    "lab/**/*.py",
)

COMPILING: Final = "Compiling for this processor; only the first use takes this long ..."
Function = TypeVar("Function", bound="Callable[..., Any]")


def kernel_folder() -> Path:
    """Return the cache folder of exactly these sources on this Python and numba."""
    return cache_folder() / "kernels" / _fingerprint()


@cache
def when_compiling(tell: Callable[[str], object]) -> None:
    """Have a person told, once, when something is about to be compiled; where all was compiled before, never."""
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


def _fingerprint() -> str:
    root = Path(__file__).parent
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(path for pattern in KERNEL_SOURCES for path in root.glob(pattern)):
        source = path.read_bytes()
        if b"slidedrop.kernel" in source or path.name == "kernel.py":
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _numba_with_our_cache() -> Any:  # noqa: ANN401 - numba has no types of its own
    """Import numba with its cache where we want it; without a writable folder it compiles each time, without error."""
    if _KEEP:
        os.environ["NUMBA_CACHE_DIR"] = str(_FOLDER)
    try:
        numba: Any = importlib.import_module("numba")
    except ImportError as error:
        what = "a compiled player"
        raise MissingExtra(what, "ai") from error
    if _KEEP:
        numba.config.CACHE_DIR = str(_FOLDER)
    return numba


_FOLDER: Final = kernel_folder()
_KEEP: Final = _writable(_FOLDER)
_numba: Final = _numba_with_our_cache()


def compiled(function: Function) -> Function:
    """Compile a function for the processor; it runs without the interpreter's lock and is kept on disk."""
    jitted: Function = _numba.njit(cache=_KEEP, nogil=True)(function)
    return jitted


def inlined(function: Function) -> Function:
    """Compile a small function into each of its callers; like a `lean` one it makes no array of its own."""
    jitted: Function = _numba.njit(cache=_KEEP, nogil=True, forceinline=True, _nrt=False)(function)
    return jitted


def lean(function: Function) -> Function:
    """Compile a function that makes no array of its own: it borrows its caller's and counts no references to them.

    Counting costs a tenth of a microsecond where many tables are handed on, and threads wait for each other's counts.
    """
    jitted: Function = _numba.njit(cache=_KEEP, nogil=True, _nrt=False)(function)
    return jitted
