"""The same questions for the small network: another shape, so a built program of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.twenty48.engine.network import FOUR_TUPLES
from tools.portable.large_2048 import GROWING, QUESTIONS, desk_of_shape

if TYPE_CHECKING:
    from slidedrop.twenty48.engine.questions import Desk

__all__ = ["ABOUT", "GROWING", "QUESTIONS", "portable_desk"]

ABOUT: Final = {"tuples": FOUR_TUPLES, "stages": ()}


def portable_desk() -> Desk:
    """Return a desk as it lies in the memory of the built program."""
    return desk_of_shape(FOUR_TUPLES, ())
