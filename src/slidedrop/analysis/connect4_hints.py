"""A hint for Connect-4, explained from the position: what the move wins, blocks, threatens or avoids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from slidedrop.connect4.evaluation import evaluate
from slidedrop.connect4.game import COLOURS
from slidedrop.connect4.notation import write_move
from slidedrop.core.estimate import largest_levels
from slidedrop.core.search import SearchResult, search
from slidedrop.core.worth import WIN, is_decided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slidedrop.connect4.layout import Move
    from slidedrop.connect4.position import Position

_NODES: Final = 20_000
_MOST_LEVELS: Final = 8


def best_and_why(position: Position) -> tuple[Move, str]:
    """Return the move to make, and the reason in words."""
    levels = min(_MOST_LEVELS, largest_levels(position, _NODES, pruned=True))
    result: SearchResult[Any] = search(position, evaluate, levels)
    move = _least_bad(position) if result.value <= -WIN + 2 else result.move
    return move, _reason(position, move, result.value)


def _least_bad(position: Position) -> Move:
    """Return a move that meets one of several threats, where the next one loses anyway."""
    return next(iter(winning_moves(_passed(position))))


def _reason(position: Position, move: Move, value: float) -> str:
    parts = []
    if position.play(move).outcome is not None:
        return _ending(position, move)
    if move in winning_moves(_passed(position)):
        parts.append(f"blocks {COLOURS[1 - position.turn]}'s {position.rules.goal}")
    parts.append(_promise(value, position))
    parts.append(_threats(position, move))
    parts.append(_risk(position, move, value))
    return "; ".join(part for part in parts if part) or _quiet(position, move)


def _ending(position: Position, move: Move) -> str:
    after = position.play(move).outcome
    return f"wins with {position.rules.goal}" if after and after.winner is not None else "fills the board for a draw"


def _quiet(position: Position, move: Move) -> str:
    """Say how many lines the disc could still complete: what a quiet move is for."""
    after = position.play(move)
    cell = after.last_cell
    other = after.bitboards[1 - position.turn]
    windows = [line for line in position.rules.windows() if cell in line]
    open_lines = sum(not other & position.layout.mask(line) for line in windows)
    lines = "line" if open_lines == 1 else "lines"
    return f"takes part in {open_lines} {lines} that can still become {position.rules.goal}"


def _promise(value: float, position: Position) -> str:
    if not is_decided(value):
        return ""
    steps = int(WIN - abs(value))
    own_moves = (steps + 1) // 2
    if value > 0:
        return f"wins by force in {own_moves} moves"
    theirs = "with the next move" if steps <= 2 else f"in {steps // 2} moves"
    return f"holds out longest; {COLOURS[1 - position.turn]} wins {theirs}"


def _threats(position: Position, move: Move) -> str:
    """Say how many wins the move threatens for the next turn."""
    count = len(winning_moves(_passed(position.play(move))))
    if count >= 2:
        return f"makes {count} threats at once"
    return "threatens to win next" if count else ""


def _risk(position: Position, move: Move, value: float) -> str:
    """Say which other moves lose at once, where this one does not."""
    if is_decided(value) and value < 0:
        return ""
    losing = [other for other in position.legal_moves() if winning_moves(position.play(other))]
    if not losing or len(losing) > 3 or move in losing:
        return ""
    names = " or ".join(write_move(other) for other in losing)
    return f"{names} would let {COLOURS[1 - position.turn]} win at once"


def winning_moves(position: Position | None) -> Sequence[Move]:
    """Return the moves that win at once for the player to move; none where the game is over."""
    if position is None:
        return []
    wins = []
    for move in position.legal_moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner is not None:
            wins.append(move)
    return wins


def _passed(position: Position) -> Position | None:
    """Return the position as if the player to move let the other play twice; None after the end."""
    return None if position.outcome is not None else position.passed()
