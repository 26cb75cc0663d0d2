"""One game in play, as an environment steps it: by the plain rules, or by a kernel that does the same.

Plain steppers know all rules and define what is right. Random numbers follow from a counter of 64 bits, as in
`engine/bitboard.py`; a seed says where the counter begins.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

GOLDEN: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1

Seen = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]


def drawn(counter: int) -> int:
    """Return 64 random bits that follow from a counter: SplitMix64, the twin of the kernels' `drawn`."""
    counter &= _MASK
    mixed = ((counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)


class Kernel(NamedTuple):
    """The compiled functions of a game, its tables, and how its buffers are laid out."""

    step: Callable[..., None]
    begin: Callable[..., None]
    step_one: Callable[..., tuple[float, bool, bool]]
    tables: Any
    tables_at: Callable[[Any], Any]
    """The tables with another start."""
    position: Callable[[int, int], Any]
    """The position that two words mean."""
    seen: Callable[[int], tuple[Any, Any]]
    """New buffers for some environments: as words for the kernel, and as they are seen."""
    legal: Callable[[int], tuple[Any, Any]]


class CompiledStepper:
    """One game in play, by a kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._words = np.zeros(4, dtype=np.uint64)
        self._seen_words, (self._seen,) = kernel.seen(1)
        self._legal_words, (self._legal,) = kernel.legal(1)
        self._chosen = np.ones(1, dtype=np.bool_)

    @property
    def counter(self) -> int:
        """From what all random numbers to come follow."""
        return int(self._words[2])

    @counter.setter
    def counter(self, counter: int) -> None:
        self._words[2] = counter

    @property
    def position(self) -> Any:  # noqa: ANN401 - of either game
        """The position on the board."""
        return self._kernel.position(*self._words[:2].tolist())

    def begin(self, start: Any = None) -> None:  # noqa: ANN401 - a start of its own game
        """Begin a new episode; a start that is given counts for this one only."""
        tables = self._kernel.tables if start is None else self._kernel.tables_at(start)
        self._kernel.begin(self._chosen, self._words, self._seen_words, self._legal_words, tables)

    def step(self, action: int) -> tuple[float, bool, bool]:
        """Make a move; returns its reward, whether it was legal, and whether the game is over."""
        kernel = self._kernel
        return kernel.step_one(self._words, self._seen_words, self._legal_words, action, kernel.tables)

    def seen(self) -> Seen:
        """Return what is seen, in an array of its own."""
        seen: Seen = self._seen.copy()
        return seen

    def legal(self) -> Mask:
        """Return 1 for each legal action, in an array of its own."""
        legal: Mask = self._legal.copy()
        return legal
