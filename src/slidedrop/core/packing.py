"""Whole numbers as few bytes, for codes in links.

number   300     AC 02                  seven bits a byte, the lowest first; the high bit says that more follow
signed    -1     FF FF FF FF FF FF FF FF    always eight bytes
choices  0 3 2   03 38                  how many there are, then each in a few bits: 00 11 10 and zeros
"""

from collections.abc import Sequence
from typing import Final

from slidedrop.core.errors import NotationError

LARGEST: Final = (1 << 63) - 1
"""The largest number that is written; every language has integers for it."""
_SIGNED_BYTES: Final = 8


class Packing:
    """Writes values to bytes, one after the other."""

    def __init__(self) -> None:
        self._content = bytearray()

    def number(self, value: int) -> None:
        """Write a whole number from 0 to LARGEST."""
        if not 0 <= value <= LARGEST:
            raise NotationError(f"a share code holds numbers from 0 to {LARGEST}, not {value:#x}")
        while value > 0x7F:
            self._content.append(value & 0x7F | 0x80)
            value >>= 7
        self._content.append(value)

    def signed(self, value: int) -> None:
        """Write a signed number of 64 bits."""
        self._content += value.to_bytes(_SIGNED_BYTES, "big", signed=True)

    def choices(self, values: Sequence[int], bits: int) -> None:
        """Write the count, then each value in that many bits."""
        self.number(len(values))
        digits = "".join(f"{value:0{bits}b}" for value in values)
        digits += "0" * (-len(digits) % 8)
        self._content += bytes(int(digits[start : start + 8], 2) for start in range(0, len(digits), 8))

    def __bytes__(self) -> bytes:
        return bytes(self._content)


class Unpacking:
    """Reads the same bytes in the same order."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0

    @property
    def rest(self) -> int:
        """The number of unread bytes."""
        return len(self._content) - self._place

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self._take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 and value <= LARGEST:
                return value
            if shift > 63:
                raise NotationError(f"a number is larger than {LARGEST}")

    def signed(self) -> int:
        return int.from_bytes(self._take(_SIGNED_BYTES), "big", signed=True)

    def choices(self, bits: int) -> list[int]:
        count = self.number()
        content = self._take((count * bits + 7) // 8)
        digits = "".join(f"{byte:08b}" for byte in content)
        return [int(digits[start : start + bits], 2) for start in range(0, count * bits, bits)]

    def _take(self, count: int) -> bytes:
        if count > self.rest:
            raise NotationError(f"{count} more bytes should follow and only {self.rest} do")
        self._place += count
        return self._content[self._place - count : self._place]
