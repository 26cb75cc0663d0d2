"""How many of something there are, in words."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """Return the number with its word, such as "1 move" or "2 moves"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
