"""The rules of Reversi.

. . . . . .      A disc must enclose a straight line of the opponent's discs, which all turn over.
. . * . . .      * are the moves of black (X) at the start.
. * O X . .      A player without such a move passes ("pass"); the game is over when neither has one.
. . X O * .
. . . * . .      More discs win.
. . . . . .
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Literal

from slidedrop.core.errors import IllegalMove, RulesError
from slidedrop.core.position import Cell, Outcome, Termination

Move = Cell | Literal["pass"]
PASS: Final = "pass"  # noqa: S105 - a move, not a password
_AROUND: Final = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
_SIZES: Final = range(4, 17, 2)


@dataclass(frozen=True, slots=True)
class Rules:
    """The size of the board."""

    kind: ClassVar[str] = "reversi"

    size: int = 8

    def __post_init__(self) -> None:
        if self.size not in _SIZES:
            raise RulesError(f"a Reversi board has an even size from 4 to 16, not {self.size!r:.20}")

    def to_json(self) -> dict[str, Any]:
        """Return the rules as plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Position:
    """The discs of both players, by their cells, and the player to move."""

    kind: ClassVar[str] = "reversi"

    rules: Rules
    discs: tuple[frozenset[Cell], frozenset[Cell]]
    turn: int = 0

    @classmethod
    def first(cls, rules: Rules) -> "Position":
        """Return the four discs of the start; black (player 0) moves."""
        low, high = rules.size // 2 - 1, rules.size // 2
        return cls(rules, (frozenset({(low, high), (high, low)}), frozenset({(low, low), (high, high)})))

    @cached_property
    def outcome(self) -> Outcome | None:
        """The player with more discs wins once neither can move."""
        if self.placements or replace(self, turn=1 - self.turn).placements:
            return None
        first, second = map(len, self.discs)
        return Outcome(None if first == second else int(second > first), Termination.COUNT)

    @cached_property
    def placements(self) -> dict[Cell, frozenset[Cell]]:
        """Each cell where the player to move may place a disc, with the discs that it turns over."""
        other, cells = self.discs[1 - self.turn], range(self.rules.size)
        near = {(row + down, column + right) for row, column in other for down, right in _AROUND}
        empty = [cell for cell in near if cell not in self.discs[0] | self.discs[1]]
        found = {cell: self._turned(cell) for cell in sorted(empty) if cell[0] in cells and cell[1] in cells}
        return {cell: turned for cell, turned in found.items() if turned}

    def _turned(self, cell: Cell) -> frozenset[Cell]:
        own, other = self.discs[self.turn], self.discs[1 - self.turn]
        turned: set[Cell] = set()
        for down, right in _AROUND:
            line, (row, column) = list[Cell](), (cell[0] + down, cell[1] + right)
            while (row, column) in other:
                line.append((row, column))
                row, column = row + down, column + right
            turned.update(line if (row, column) in own else ())
        return frozenset(turned)

    def legal_moves(self) -> list[Move]:
        """Return the cells in reading order, or the pass if there is none; nothing after the end."""
        return list(self.placements) or ([] if self.outcome else [PASS])

    def play(self, move: Move) -> "Position":
        """Return the position after a move."""
        if move not in self.legal_moves():
            raise IllegalMove(f"{move!r:.20} is not a legal move here")
        if move == PASS:
            return replace(self, turn=1 - self.turn)
        turned = self.placements[move]
        own, other = self.discs[self.turn] | turned | {move}, self.discs[1 - self.turn] - turned
        return Position(self.rules, (other, own) if self.turn else (own, other), 1 - self.turn)

    def chance_outcomes(self) -> Iterable[tuple["Position", float]]:
        """Return nothing: Reversi has no chance."""
        return ()
