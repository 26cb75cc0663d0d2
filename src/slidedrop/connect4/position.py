"""A position of Connect-4: the discs on the board, from which the turn follows.

     .  .  .  .  .  .  .        Position.from_moves("44334") with X to move first:
     .  .  .  X  .  .  .        X 4, O 4, X 3, O 3, X 4; now it is O's turn.
     .  .  O  O  .  .  .
     .  .  X  X  .  .  .        A position never changes; playing a move gives a new one.
     1  2  3  4  5  6  7

Here players are 0 (who moved first) and 1; rows and columns count from 0, row 0 on top. Only what people type and read
(`from_moves`, drawings, error messages) counts from 1. How discs become bits is drawn in layout.py.
"""

# ruff: noqa: SLF001 - a position fills in the slots of the position it makes

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import ClassVar, Final

from slidedrop.connect4 import notation
from slidedrop.connect4.layout import Layout, Move, check_discs, layout_of, rules_for
from slidedrop.connect4.rules import Rules
from slidedrop.core.arguments import require_type
from slidedrop.core.errors import GameOver, IllegalMove, NotationError
from slidedrop.core.position import Cell, Outcome, Termination

Disc = int | None
"""The content of a cell: a disc of player 0 or 1, or None."""

_NOWHERE: Final = (0, 0)


class Position:
    """An immutable state of the game; equal if the rules and all discs are equal, in any order of play.

    >>> position = Position.from_moves("443322")
    >>> position.turn, position.play(0).outcome.reason
    (0, <Termination.LINE: 'line'>)
    """

    # Plain slots behind read-only properties: a frozen dataclass takes twice as long to make, and search makes many.
    kind: ClassVar[str] = "connect4"
    __slots__ = ("_last", "_layout", "_mover", "_other", "_turn", "_won")

    def __init__(self, rules: Rules | None = None) -> None:
        self._layout: Layout = layout_of(
            Rules() if rules is None else require_type(rules, Rules, "the Rules of Connect-4")
        )
        self._turn = 0
        self._mover = 0
        """The discs of the player to move."""
        self._other = 0
        """The discs of the player who moved last."""
        self._last = 0
        """The last disc, or 0 if it is not known."""
        self._won = False

    @classmethod
    def from_moves(cls, text: str, rules: Rules | None = None) -> Position:
        """Return the position after moves as people write them, from 1: "4433", "10,4,12", free "2.3,1.1"."""
        position = cls(rules)
        moves = notation.read_moves(require_type(text, str, "a text of moves"), position.rules)
        for number, move in enumerate(moves, start=1):
            try:
                check_typed(position, move)
                position = position.play(move)
            except IllegalMove as error:
                raise type(error)(f"move {number} of {notation.shortened(text)} cannot be played: {error}") from None
        return position

    @classmethod
    def from_drawing(cls, drawing: str, rules: Rules | None = None, *, shapes: str = "XO") -> Position:
        """Return the position of a drawing such as str() gives; without rules, by the default ones of that size."""
        return cls.from_rows(notation.read_drawing(require_type(drawing, str, "a drawing as text"), shapes), rules)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[Disc]], rules: Rules | None = None) -> Position:
        """Return the position with these discs (0, 1 or None in each cell); an impossible one raises an error."""
        grid = _grid(rows)
        layout = layout_of(rules_for(grid, rules))
        first, second = (_gathered(layout, grid, player) for player in (0, 1))
        check_discs(layout, first, second)
        return cls._with_discs(layout, first, second)

    @classmethod
    def composed(cls, rows: Iterable[Iterable[Disc]], rules: Rules) -> Position:
        """Return a board set up by hand, also an impossible one; the player with fewer discs is to move."""
        grid = _grid(rows)
        layout = layout_of(rules_for(grid, require_type(rules, Rules, "the Rules of Connect-4")))
        return cls._with_discs(layout, *(_gathered(layout, grid, player) for player in (0, 1)))

    @classmethod
    def _with_discs(cls, layout: Layout, first: int, second: int, last: int = 0) -> Position:
        position = cls(layout.rules)
        position._last = last
        position._turn = int(first.bit_count() > second.bit_count())
        position._mover, position._other = (second, first) if position._turn else (first, second)
        position._won = any(position._other & line == line for line in layout.winning_lines)
        return position

    @property
    def rules(self) -> Rules:
        """The rules this position is played by."""
        return self._layout.rules

    @property
    def turn(self) -> int:
        """The player to move: 0 moved first. After the end, the player who would be next."""
        return self._turn

    @property
    def discs(self) -> int:
        """The number of discs on the board."""
        return (self._mover | self._other).bit_count()

    @property
    def is_full(self) -> bool:
        """Whether no cell is free."""
        return self._mover | self._other == self._layout.board

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; faster than `outcome`."""
        return self._won or self._mover | self._other == self._layout.board

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, with every line that won it, or None while it is in progress."""
        if self._won:
            return Outcome(1 - self._turn, Termination.LINE, self._winning_lines())
        return Outcome(None, Termination.BOARD_FULL) if self.is_full else None

    @property
    def winning_cells(self) -> frozenset[Cell]:
        """The cells of all lines that won; empty while there is no winner."""
        return frozenset(cell for line in self._winning_lines() for cell in line)

    @property
    def last_cell(self) -> Cell | None:
        """The cell of the last disc; None at the start, and if the position was not reached by playing."""
        return self._layout.cells.get(self._last)

    @property
    def last_move(self) -> Move | None:
        """The last move; None if `last_cell` is None."""
        cell = self.last_cell
        return cell[1] if cell and self.rules.gravity else cell

    @property
    def bitboards(self) -> tuple[int, int]:
        """The discs of player 0 and of player 1 as integers, by the layout of layout.py."""
        return (self._other, self._mover) if self._turn else (self._mover, self._other)

    @property
    def packed(self) -> int:
        """Both players' discs in one integer: those of the player to move below, the other's `span` bits higher."""
        return self._mover | self._other << self._layout.span

    @property
    def layout(self) -> Layout:
        """The tables of this board."""
        return self._layout

    def legal_moves(self) -> list[Move]:
        """Return the columns from left to right, or the free cells in reading order; none after the end."""
        if self._won:
            return []
        taken = self._mover | self._other
        return [move for move, gate in self._layout.gates if not taken & gate]

    def play(self, move: Move) -> Position:
        """Return the position after a move: a column from 0, in free placement a row and a column from 0."""
        layout = self._layout
        if type(move) is not int:
            move = notation.plain_move(move, self.rules)
        lowest, reach = layout.slots.get(move, _NOWHERE)
        disc = ((self._mover | self._other) + lowest) & reach
        if not disc or self._won:
            raise self._refusal(move, 0)
        after = _blank(Position)
        after._layout = layout
        after._turn = 1 - self._turn
        after._mover = self._other
        after._other = discs = self._mover | disc
        after._last = disc
        after._won = False
        for line in layout.through[disc]:
            if discs & line == line:
                after._won = True
        return after

    def passed(self) -> Position:
        """Return this position with the other player to move, to find threats; it cannot occur in a game."""
        after = _blank(Position)
        after._layout, after._last, after._won = self._layout, self._last, self._won
        after._turn = 1 - self._turn
        after._mover, after._other = self._other, self._mover
        return after

    def chance_outcomes(self) -> Sequence[tuple[Position, float]]:
        """Return no chance outcomes: Connect-4 has no randomness."""
        return ()

    def landing(self, move: Move) -> Cell:
        """Return the cell that a move would fill."""
        return self._layout.cells[self.play(move)._last]

    def disc_at(self, cell: Cell) -> Disc:
        """Return the disc in a cell, or None."""
        if not self.rules.on_board(cell):
            raise NotationError(f"{cell!r:.40} is not a row and a column on {self.rules.size}, both from 0")
        bit = self._layout.bit((index(cell[0]), index(cell[1])))
        first, second = self.bitboards
        return 0 if first & bit else 1 if second & bit else None

    def to_rows(self) -> tuple[tuple[Disc, ...], ...]:
        """Return the board as rows from the top; None is an empty cell."""
        (first, second), columns = self.bitboards, self.rules.columns
        discs = tuple(0 if first & bit else 1 if second & bit else None for bit in self._layout.cells)
        return tuple(discs[start : start + columns] for start in range(0, len(discs), columns))

    def mirror(self) -> Position:
        """Return the mirror image: left and right are swapped."""
        mirrored = self._layout.mirrored
        first, second = self.bitboards
        return Position._with_discs(self._layout, mirrored(first), mirrored(second), mirrored(self._last))

    def _winning_lines(self) -> tuple[tuple[Cell, ...], ...]:
        if not self._won:
            return ()
        layout = self._layout
        # A winning line runs through the last disc; if that is unknown, every line is checked.
        lines = layout.through[self._last] if self._last else layout.winning_lines
        return tuple(layout.winning_lines[line] for line in lines if self._other & line == line)

    def _refusal(self, move: Move, first: int) -> IllegalMove:
        outcome = self.outcome
        if outcome:
            ended = self.rules.goal if outcome.reason is Termination.LINE else outcome.reason.value
            return GameOver(f"the game is over ({ended}), so no disc can be placed; start a new game")
        move = notation.plain_move(move, self.rules)
        legal = notation.listed(self.legal_moves(), self.rules, first)
        return IllegalMove(f"{notation.complaint(move, self.rules, first)}; legal, counted from {first}: {legal}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same_discs = self._mover == other._mover and self._other == other._other
        same_rules = self._layout is other._layout or self.rules == other.rules
        return same_discs and self._turn == other._turn and same_rules

    def __hash__(self) -> int:
        return hash((self._mover, self._other))

    def __reduce__(self) -> tuple[object, ...]:
        # The tables of the board stay behind: whoever unpickles builds or shares their own.
        return _restored, (self.rules, *self.bitboards, self._last)

    def __str__(self) -> str:
        """Draw the board as text; see display.py for other ways."""
        from slidedrop.connect4 import display

        return display.plain(self)

    def __repr__(self) -> str:
        return f"<Position {self.to_text()}>"

    def _repr_svg_(self) -> str:
        """Draw the board for a notebook."""
        from slidedrop.connect4 import display
        from slidedrop.core.picture import svg

        return svg(display.picture(self), self.to_text())

    def to_text(self) -> str:
        """Return rules, board and side to move in one line, such as "7x6 ......./.../...X... O"."""
        rows = ("".join("." if disc is None else notation.SHAPES[disc] for disc in row) for row in self.to_rows())
        return f"{notation.write_rules(self.rules)} {'/'.join(rows)} {notation.SHAPES[self.turn]}"

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Return the position that `to_text` wrote, or raise an error."""
        words = require_type(text, str, "a position as text").split()
        place = next((place for place, word in enumerate(words) if "/" in word), len(words))
        rules, rows, side = notation.read_rules(words[:place]), words[place : place + 1], words[place + 1 :]
        if not rows:
            raise NotationError("'position' needs a board, rows from the top with '/' between them")
        position = cls.from_drawing(rows[0].replace("/", "\n"), rules)
        return position if side in ([], [notation.SHAPES[position.turn]]) else position.passed()


_blank: Final = object.__new__


def check_typed(position: Position, move: Move) -> None:
    """Raise the error of `play` for a typed move, in which rows and columns count from 1."""
    if move not in position.legal_moves():
        raise position._refusal(move, 1)


def _restored(rules: Rules, first: int, second: int, last: int) -> Position:
    return Position._with_discs(layout_of(rules), first, second, last)


def _grid(rows: Iterable[Iterable[Disc]]) -> list[list[Disc]]:
    try:
        return [list(row) for row in rows]
    except TypeError as error:
        raise NotationError(f"a board is written as rows of 0, 1 and None, not as {rows!r:.60}") from error


def _gathered(layout: Layout, grid: list[list[Disc]], player: int) -> int:
    return sum(bit for bit, (row, column) in layout.cells.items() if grid[row][column] == player)
