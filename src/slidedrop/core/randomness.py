"""java.util.Random, bit for bit.

A linear congruential generator of 48 bits:

    state := (state * 0x5DEECE66D + 0xB) mod 2^48        next(bits) = the upper bits of the state

The documentation of Java's class specifies the algorithm, so a seed gives the same tiles in Java, here and in a
browser. That is why every seeded game uses it.
"""

from typing import Final, Protocol

from slidedrop.core.arguments import require_int
from slidedrop.core.errors import NotationError

_MULTIPLIER: Final = 0x5DEECE66D
_INCREMENT: Final = 0xB
_MASK: Final = (1 << 48) - 1
_STEP: Final = 0x9E3779B97F4A7C15
"""An odd step that spreads neighbouring plies over all states."""
SMALLEST_SEED: Final = -(1 << 63)
LARGEST_SEED: Final = (1 << 63) - 1


class RandomSource(Protocol):
    """A source of whole numbers: JavaRandom, or one that the caller brings."""

    def next_int(self, bound: int, /) -> int:
        """Return a number from 0 to bound - 1."""


class JavaRandom:
    """The generator of java.util.Random with a signed 64-bit seed."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = (checked_seed(seed) ^ _MULTIPLIER) & _MASK
        """The 48 bits from which everything to come follows; setting it back draws the same numbers again."""

    def next_int(self, bound: int | None = None) -> int:
        """Return a number from 0 to bound - 1, or without a bound any signed 32-bit number."""
        if bound is None:
            bits = self._next(32)
            return bits - (1 << 32) if bits >= 1 << 31 else bits
        bound = require_int(bound, "a bound")
        if not 0 < bound < 1 << 31:
            raise ValueError(f"a bound is a whole number from 1 to {(1 << 31) - 1}, not {bound}")
        if bound & (bound - 1) == 0:
            return (bound * self._next(31)) >> 31
        return self._below(bound)

    def _below(self, bound: int) -> int:
        """Draw until the number is below the largest multiple of the bound, so that all results are equally likely."""
        while True:
            bits = self._next(31)
            value = bits % bound
            if bits - value + bound - 1 < 1 << 31:
                return value

    def _next(self, bits: int) -> int:
        self.state = (self.state * _MULTIPLIER + _INCREMENT) & _MASK
        return self.state >> (48 - bits)


def state_for(seed: int, ply: int) -> int:
    """Return the generator's state for one move; it follows from the game's seed and the ply."""
    return ((seed + ply * _STEP) ^ _MULTIPLIER) & _MASK


def checked_seed(seed: int) -> int:
    """Return the seed, or raise an error that names the allowed range."""
    seed = require_int(seed, "a seed")
    if not SMALLEST_SEED <= seed <= LARGEST_SEED:
        raise NotationError(f"a seed is a whole number from {SMALLEST_SEED} to {LARGEST_SEED}, not {seed}")
    return seed


def fresh_seed() -> int:
    """Return an unpredictable seed."""
    import secrets

    return secrets.randbits(64) + SMALLEST_SEED
