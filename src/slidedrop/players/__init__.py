"""Players choose a move for a position; interfaces do not know which kind of player it is."""

from typing import Final

HUMAN: Final = "human"
"""The name that marks a person's seat."""
