"""How a game ended: who won, and why."""

from typing import NamedTuple

Cell = tuple[int, int]
"""A row and a column, both from 0; row 0 is on top."""


class Outcome(NamedTuple):
    """The end of a game."""

    winner: int | None
    """0 for the player who moved first, 1 for the second, None where nobody won."""
    reason: str
    """Why it ended, as a short phrase: "four in a row", "board full", "no move left", "resigned"."""
    lines: tuple[tuple[Cell, ...], ...] = ()
    """The lines that decided it, each as its cells; empty where no line did."""
