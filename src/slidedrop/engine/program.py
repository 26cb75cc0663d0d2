"""A compiled program as whoever asks it sees it: questions by name with whole numbers, and arrays by name.

    program.call("set_up", 7, 6)         every argument and every answer is one 64-bit number
    program.write("movers", bytes)       what is longer is written before, and read after the call
    program.read("low", 7)

The same questions run as WebAssembly (`slidedrop.engine`) or compiled for this processor (`slidedrop.engine.kernel`).
"""

from threading import Lock
from typing import Protocol


class Program(Protocol):
    """Questions and arrays by name; not for two threads at once: whoever shares it takes the lock."""

    lock: Lock
    asked_by: object
    """Who asked last: whoever has settings of its own writes them again when it was another."""

    def call(self, question: str, *numbers: int) -> int:
        """Ask, and return the answer as a signed number."""

    def read(self, array: str, count: int) -> list[int] | list[float]:
        """Return the first numbers of an array."""

    def write(self, array: str, data: bytes | bytearray, at: int = 0) -> None:
        """Write bytes into an array, from the item with this number on."""


def signed(number: int) -> int:
    """Return a 64-bit word as a signed number: both are the same bits."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)
