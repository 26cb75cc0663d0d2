"""Every question about 2048 by its name: what is built ahead, and what a native program answers too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from slidedrop.kernel import NativeProgram
from slidedrop.twenty48.engine.network import EIGHT_TUPLES, Evaluator
from slidedrop.twenty48.engine.questions.desk import (
    Desk,
    desk_of_shape,
    forget,
    new_desk,
    read_codes,
    scatter,
    set_up,
)
from slidedrop.twenty48.engine.questions.slides import falls, look, look_on, put_board, slides

GROWING: Final = ()
ABOUT: Final = {"tuples": EIGHT_TUPLES, "stages": ()}
"""The shape that a built program knows."""
QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "set_up": set_up,
    "forget": forget,
    "read_codes": read_codes,
    "scatter": scatter,
    "slides": slides,
    "put_board": put_board,
    "look": look,
    "look_on": look_on,
    "falls": falls,
}


def portable_desk() -> Desk:
    """Return a desk as it lies in the memory of a built program: for the network that ships."""
    return desk_of_shape(EIGHT_TUPLES, ())


def native_program(evaluator: Evaluator, table_bits: int) -> NativeProgram:
    """Return the questions compiled for this processor and this network."""
    return NativeProgram(new_desk(evaluator, table_bits), QUESTIONS)
