"""One game stepped by an environment, in plain Python or by an equivalent kernel.

Plain steppers support all rules and are the reference. Random numbers are computed from a 64-bit counter, as in
`engine/bitboard.py`; a seed sets its start.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.core.position import Position

GOLDEN: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1

Seen = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]
Values = npt.NDArray[np.float64]


def drawn(counter: int) -> int:
    """Return 64 random bits for a counter: SplitMix64, the same as the kernels' `drawn`."""
    counter &= _MASK
    mixed = ((counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)


def aligned(count: int) -> Words:
    """Return new words aligned to 64 bytes, which JAX can use without a copy."""
    room = np.empty(count + 7, dtype=np.uint64)
    first = -(room.__array_interface__["data"][0] // 8) % 8
    return room[first : first + count]


Buffers = Callable[..., tuple[npt.NDArray[Any], npt.NDArray[Any]]]
"""A function that makes buffers, new or from given words: as words for the kernel and as observations."""


class Kernel(NamedTuple):
    """The compiled functions of a game, its tables, and the layout of its buffers."""

    step: Callable[..., int]
    begin: Callable[..., None]
    step_one: Callable[..., tuple[float, bool, bool]]
    tables: Words
    words: Callable[[Any], tuple[int, int]]
    """A function that returns the two words of a start."""
    position: Callable[[int, int], Position[Any]]
    """A function that returns the position of two words."""
    seen: Buffers
    legal: Buffers


def checked_options(options: dict[str, Any] | None, *known: str) -> dict[str, Any]:
    """Return the options of a reset, or raise an error for unknown ones."""
    for name in {} if options is None else require_type(options, dict, "a dict of options"):
        if name not in known:
            raise NotationError(f"the options of reset are {', '.join(known)}, not {name!r:.40}")
    return options or {}


class HasKernel(Protocol):
    """A game that may have a kernel."""

    def kernel(self) -> Kernel | None:
        """Return the compiled game, or None if only plain Python supports the rules."""


class CompiledStepper:
    """One game stepped by a kernel; it is pickled as its game and its state."""

    def __init__(self, game: HasKernel, kernel: Kernel, words: Words | None = None) -> None:
        self._game, self._kernel = game, kernel
        self._words = np.zeros(4, dtype=np.uint64) if words is None else words
        self._seen_words, (self._seen,) = kernel.seen(1)
        self._legal_words, (self._legal,) = kernel.legal(1)
        self._begin(chosen=False)

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self._game, self._words)

    @property
    def counter(self) -> int:
        """The counter from which all random numbers are computed."""
        return int(self._words[2])

    @counter.setter
    def counter(self, counter: int) -> None:
        self._words[2] = counter

    @property
    def position(self) -> Position[Any]:
        """The current position."""
        return self._kernel.position(*self._words[:2].tolist())

    def begin(self, start: object = None) -> None:
        """Start a new episode; a given start is used for this episode only."""
        if start is not None:
            self._words[:2] = self._kernel.words(start)
        self._begin(chosen=start is None)

    def _begin(self, *, chosen: bool) -> None:
        """Write the observation; if `chosen`, start a new episode first."""
        self._kernel.begin(np.array([chosen]), self._words, self._seen_words, self._legal_words, self._kernel.tables)

    def step(self, action: int) -> tuple[float, bool, bool]:
        """Make a move; return its reward, whether it was legal, and whether the game is over."""
        kernel = self._kernel
        return kernel.step_one(self._words, self._seen_words, self._legal_words, action, kernel.tables)

    def seen(self) -> Seen:
        """Return a new array of the observation."""
        seen: Seen = self._seen.copy()
        return seen

    def legal(self) -> Mask:
        """Return a new array with 1 for each legal action."""
        legal: Mask = self._legal.copy()
        return legal


def _restored(game: HasKernel, words: Words) -> CompiledStepper:
    kernel = game.kernel()
    if kernel is None:
        raise NotationError("an environment of these rules cannot be restored here")
    return CompiledStepper(game, kernel, words)
