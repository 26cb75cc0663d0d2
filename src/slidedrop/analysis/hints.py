"""A hint: the move to make, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slidedrop.core.game import Game
    from slidedrop.twenty48.board import Board, Slide


@dataclass(frozen=True, slots=True)
class Hint:
    """A move as a person types it, and the reason in words."""

    move: str
    reason: str

    def __str__(self) -> str:
        return f"{self.move.capitalize()}: {self.reason}."


def hint_for(game: Game) -> Hint | None:
    """Return a hint for the player to move, or None where there is no move."""
    if game.outcome is not None or not game.position.legal_moves():
        return None
    return _hint_2048(game.position) if game.kind == "2048" else _hint_connect4(game.position)


def _hint_2048(position: Any) -> Hint:  # noqa: ANN401 - a position of 2048
    from slidedrop.players.registry import player_called

    direction = player_called("greedy", "2048").choose(position)
    return Hint(direction.value, slide_reason(position.board.slide(direction)))


def _hint_connect4(position: Any) -> Hint:  # noqa: ANN401 - a position of Connect-4
    from slidedrop.analysis.connect4_hints import best_and_why
    from slidedrop.connect4.notation import write_move

    move, reason = best_and_why(position)
    return Hint(write_move(move), reason)


def slide_reason(slide: Slide) -> str:
    """Say what a slide does: what it makes, the room it leaves, and whether the corner is kept."""
    free = slide.board.tiles.count(0)
    parts = [_made(slide.made), f"leaves {free} {'cell' if free == 1 else 'cells'} free"]
    if _corner(slide.board):
        verb = "keeps" if _corner(slide.before) and slide.before.largest == slide.board.largest else "brings"
        parts.append(f"{verb} the {slide.board.largest} {'in' if verb == 'keeps' else 'into'} a corner")
    return _sentence([part for part in parts if part])


def _made(made: tuple[int, ...]) -> str:
    return f"makes {_sentence([str(value) for value in made])} ({sum(made)} points)" if made else ""


def _corner(board: Board) -> bool:
    from slidedrop.players.simple import corner_kept

    return corner_kept(board)


def _sentence(parts: list[str]) -> str:
    """Return the parts with commas and a final "and"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
