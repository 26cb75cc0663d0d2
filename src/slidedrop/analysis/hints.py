"""A hint: the move to make, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from slidedrop.core.game import Game


@dataclass(frozen=True, slots=True)
class Hint:
    """A move as a person types it, and the reason in words."""

    move: str
    reason: str

    def __str__(self) -> str:
        return f"{self.move.capitalize()}: {self.reason}."


def hint_for(game: Game, *, weights: Path | None = None, tell: Callable[[str], object] | None = None) -> Hint | None:
    """Return a hint for the player to move, or None where there is no move.

    `weights` is a 2048 network of one's own; `tell` is called with a sentence if something must be compiled first.
    """
    if game.outcome is not None or not game.position.legal_moves():
        return None
    if game.kind == "2048":
        from slidedrop.analysis.twenty48_hints import best_and_why

        direction, why = best_and_why(game.position, weights, tell)
        return Hint(direction.value, why)
    return _hint_connect4(game.position, tell)


def _hint_connect4(position: Any, tell: Callable[[str], object] | None) -> Hint:  # noqa: ANN401 - of Connect-4
    from slidedrop.analysis.connect4_hints import best_and_why
    from slidedrop.connect4.notation import write_move

    move, reason = best_and_why(position, tell)
    return Hint(write_move(move), reason)
