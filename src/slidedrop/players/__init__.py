"""Players: whoever chooses a move for a position. Interfaces do not know which kind sits at the board."""

from typing import Final

HUMAN: Final = "human"
"""The name that marks a person's seat."""
