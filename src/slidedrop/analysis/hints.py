"""A hint: the move to make, and why."""

from dataclasses import dataclass
from pathlib import Path

from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.core.game import Game


@dataclass(frozen=True, slots=True)
class Hint:
    """A move as a person types it, and the reason in words."""

    move: str
    reason: str

    def __str__(self) -> str:
        return f"{self.move.capitalize()}: {self.reason}."


def hint_for(game: Game, *, weights: Path | None = None) -> Hint | None:
    """Return a hint for the player to move, or None where there is no move.

    `weights` is a 2048 network of one's own.
    """
    if getattr(game, "kind", None) not in ("2048", "connect4"):
        raise NotationError(f"a game of 2048 or Connect-4 is expected, not {game!r:.60}")
    weights = None if weights is None else require_type(weights, Path, "the path of a network")
    if game.outcome is not None or not game.position.legal_moves():
        return None
    if game.kind == "2048":
        from slidedrop.analysis.twenty48.hints import best_and_why as slide_and_why

        slide, why = slide_and_why(game.position, weights)
        return Hint(slide.value, why)
    from slidedrop.analysis.connect4.hints import best_and_why

    move, reason = best_and_why(game.position)
    return Hint(game.spell(move), reason)
