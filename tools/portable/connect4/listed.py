"""Every question about Connect-4 by its name: what is built ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tools.portable.connect4.columns import ask, ask_columns, bound, go_on
from tools.portable.connect4.desk import GROWING, Desk, forget, new_desk, set_up
from tools.portable.connect4.opening_book import derive_level, open_level
from tools.portable.connect4.opponent import opponent

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GROWING", "QUESTIONS", "portable_desk"]

QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "set_up": set_up,
    "forget": forget,
    "open_level": open_level,
    "derive_level": derive_level,
    "ask": ask,
    "ask_columns": ask_columns,
    "bound": bound,
    "go_on": go_on,
    "opponent": opponent,
}


def portable_desk() -> Desk:
    """Return a desk as it lies in the memory of a built program."""
    return new_desk()
