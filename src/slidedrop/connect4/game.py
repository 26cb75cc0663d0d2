"""A game of Connect-4: a start, the moves made, and perhaps a resignation.

    game = Game(Rules(columns=7, rows=6))
    game.on_turn(print)             every listener gets the Turn: who played what, and where the disc landed
    game.play(3)                    a column from 0; in free placement a (row, column)

Undo goes back any number of moves, also over a resignation.
"""

from dataclasses import fields, replace
from typing import ClassVar, Self

from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import COLOURS, plain_move, read_drawing, read_move, write_move
from slidedrop.connect4.position import Position, check_typed
from slidedrop.connect4.protocol import NOTATION
from slidedrop.connect4.rules import Rules, goal_in_words
from slidedrop.core.arguments import require_type
from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError
from slidedrop.core.game import Header
from slidedrop.core.position import Cell, Outcome, Termination
from slidedrop.core.position_game import PositionGame
from slidedrop.core.position_game import Turn as AnyTurn

__all__ = ["COLOURS", "Game", "Turn", "ending", "rules_from_json", "why"]


class Turn(AnyTurn[Position, Move]):
    """The result of one move."""

    @property
    def cell(self) -> Cell | None:
        """The cell of the disc; None if the player resigned."""
        return None if self.move is None else self.position.last_cell

    def __repr__(self) -> str:
        what = "resigned" if self.move is None else f"played {write_move(self.move)}"
        return f"<Turn: {COLOURS[self.player]} {what}{'' if self.outcome is None else f'; {ending(self.outcome)}'}>"

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


class Game(PositionGame[Position, Move, Rules, Turn]):
    """One game of Connect-4.

    >>> game = Game()
    >>> game.play(3)
    <Turn: red played 4>
    >>> game
    <Game of connect4: 7x6, blue to move, move 1>
    """

    kind: ClassVar[str] = "connect4"
    rules_type, turn_type, notation, colours = Rules, Turn, NOTATION, COLOURS

    def __init__(self, rules: Rules | None = None, *, start: Position | None = None) -> None:
        """Start with an empty board, or from a given position with its rules."""
        if start is not None:
            rules = require_type(start, Position, "a Position of Connect-4 to start from").rules
        super().__init__(rules, start=start)

    @classmethod
    def first(cls, rules: Rules) -> Position:
        """Return the empty board."""
        return Position(rules)

    @classmethod
    def _ending(cls, outcome: Outcome) -> str:
        return ending(outcome)

    def play(self, move: Move) -> Turn:
        """Place a disc and tell the listeners; an illegal move raises and changes nothing."""
        return super().play(move if self.is_over else plain_move(move, self.rules))

    def header(self) -> Header:
        rows = () if self.start is None else self.start.to_rows()
        drawn = ["".join("." if disc is None else "XO"[disc] for disc in row) for row in rows]
        return {**super().header(), "start": None if self.start is None else {"rows": drawn}}

    @classmethod
    def from_header(cls, header: Header) -> Self:
        """Return the new game that a record's header describes, or raise an error."""
        header = require_type(header, dict, "the header of a game")
        rules = rules_from_json(header.get("rules"))
        start = header.get("start")
        if start is None:
            return cls(rules)
        rows = start.get("rows") if isinstance(start, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise NotationError(f"a game starts from an empty board or from drawn rows, not from {start!r:.60}")
        return cls(start=Position.from_rows(read_drawing("\n".join(rows)), rules))

    def spell(self, move: Move) -> str:
        move = plain_move(move, self.rules)
        if not self.rules.on_board(move if isinstance(move, tuple) else (0, move)):
            check_typed(self.position, move)
        return write_move(move)

    def do(self, command: Command) -> Turn | bool:
        if require_type(command, Command, "a Command").verb == "move" and not self.is_over:
            check_typed(self.position, read_move(command.move, self.rules))
        return super().do(command)

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


def ending(outcome: Outcome) -> str:
    """Return who won and why in a few words: "red won, four in a row", "draw, board full"."""
    if outcome.winner is None:
        return f"draw, {why(outcome)}"
    loser = f"{COLOURS[1 - outcome.winner]} " if outcome.reason is Termination.RESIGNED else ""
    return f"{COLOURS[outcome.winner]} won, {loser}{why(outcome)}"


def why(outcome: Outcome) -> str:
    """Return why a game ended in a few words: "four in a row", "board full", "resigned"."""
    if outcome.reason is Termination.LINE:
        return goal_in_words(len(outcome.lines[0]))
    return str(outcome.reason.value)


def rules_from_json(values: object) -> Rules:
    """Return the rules of a record, or raise an error that names the wrong value."""
    names = [field.name for field in fields(Rules)]
    if not isinstance(values, dict) or not set(values) <= set(names):
        raise NotationError(f"the rules of Connect-4 are a table of {', '.join(names)}, not {values!r:.60}")
    return replace(Rules(), **values)
