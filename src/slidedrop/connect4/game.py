"""A game of Connect-4 as it is played: a start, the moves that were made, and perhaps a resignation.

    game = Game(Rules(columns=7, rows=6))
    game.on_turn(print)             every listener gets the Turn: who played what, and where the disc landed
    game.play(3)                    a column from 0; in free placement a (row, column)

Undo goes back any number of moves, also over a resignation.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Final, Literal, Self

from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import read_drawing, read_move, write_move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules, goal_in_words
from slidedrop.core.arguments import require_type
from slidedrop.core.command import Command
from slidedrop.core.errors import GameOver, NotationError
from slidedrop.core.game import Header, Summary
from slidedrop.core.game_base import GameBase
from slidedrop.core.position import Cell, Outcome, Termination

COLOURS: Final = ("red", "blue")
"""What the two players are called; red moves first."""
Resignation = Literal["resign"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one move did."""

    player: int
    move: Move | None
    """The move as it was played; None where the player resigned."""
    cell: Cell | None
    """Where the disc landed."""
    position: Position
    outcome: Outcome | None

    def __repr__(self) -> str:
        what = "resigned" if self.move is None else f"played {write_move(self.move)}"
        return f"<Turn: {COLOURS[self.player]} {what}{'' if self.outcome is None else f'; {ending(self.outcome)}'}>"

    def _repr_html_(self) -> str:
        return self.position._repr_html_()


class Game(GameBase[Move | Resignation, Turn, Turn]):
    """One game of Connect-4.

    >>> game = Game()
    >>> game.play(3)
    <Turn: red played 4>
    >>> game
    <Game of connect4: 7x6, blue to move, move 1>
    """

    kind: ClassVar[str] = "connect4"

    def __init__(self, rules: Rules | None = None, *, start: Position | None = None) -> None:
        """Begin on an empty board, or from a given position and by its rules."""
        super().__init__()
        self.start = None if start is None else require_type(start, Position, "a Position of Connect-4 to start from")
        """The given start, or None for the empty board."""
        first = Position(rules) if start is None else start
        self._begin_at(Turn(first.turn, None, None, first, first.outcome))  # no turn yet: nobody moved

    @classmethod
    def new(cls, rules: Rules | None = None, *, seed: int | None = None) -> Self:  # noqa: ARG003 - no chance here
        """Return a game by these rules on an empty board."""
        return cls(rules)

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self.position.rules

    @property
    def position(self) -> Position:
        """The position now."""
        return self._history.state.position

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: four in a row, a full board or a resignation; None while it goes on."""
        return self._history.state.outcome

    @property
    def turns(self) -> list[Turn]:
        """The turns from the start to now."""
        return self._history.states()

    def legal_moves(self) -> list[Move]:
        """Return the columns from 0, or in free placement the cells; none after the end."""
        return [] if self.is_over else self.position.legal_moves()

    def play(self, move: Move) -> Turn:
        """Place a disc and tell the listeners; an illegal move raises and changes nothing."""
        if self.outcome is not None:
            raise GameOver(f"the game is over ({why(self.outcome)}); take a move back, or begin a new game")
        player, after = self.position.turn, self.position.play(move)
        return self._advance(move, Turn(player, move, after.last_cell, after, after.outcome))

    move = play

    def resign(self) -> Turn:
        """Let the player to move give up."""
        if self.outcome is not None:
            raise GameOver("the game is over, so nobody can resign")
        player = self.position.turn
        return self._advance(
            "resign", Turn(player, None, None, self.position, Outcome(1 - player, Termination.RESIGNED))
        )

    def _advance(self, key: Move | Resignation, turn: Turn) -> Turn:
        self._history.advance(key, turn)
        self.commands.append(Command("resign") if key == "resign" else Command("move", write_move(key)))
        self._on_turn.tell(turn)
        if turn.outcome is not None:
            self._on_end.tell(turn)
        return turn

    def header(self) -> Header:
        """Return all that is needed to begin this game again."""
        rows = () if self.start is None else self.start.to_rows()
        drawn = ["".join("." if disc is None else "XO"[disc] for disc in row) for row in rows]
        start = None if self.start is None else {"rows": drawn}
        return {"game": self.kind, "rules": self.rules.to_json(), "start": start}

    @classmethod
    def from_header(cls, header: Header) -> Self:
        """Begin the game that a record's header describes, or say what is wrong with it."""
        header = require_type(header, dict, "the header of a game")
        rules = rules_from_json(header.get("rules"))
        start = header.get("start")
        if start is None:
            return cls(rules)
        rows = start.get("rows") if isinstance(start, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise NotationError(f"a game starts from an empty board or from drawn rows, not from {start!r:.60}")
        return cls(start=Position.from_rows(read_drawing("\n".join(rows)), rules))

    def do(self, command: Command) -> Turn | bool:
        """Carry out one command of a record or a dialogue."""
        match require_type(command, Command, "a Command").verb:
            case "move":
                return self.move(read_move(command.move, self.rules))
            case "resign":
                return self.resign()
            case _:
                return self._retrace(command)

    def line(self) -> list[str]:
        """Return the moves from the start to now as people write them; a resignation is the word resign."""
        return [key if key == "resign" else write_move(key) for key in self._history.line()]

    def spell(self, move: Move) -> str:
        """Return a move as people write it."""
        if not self.rules.on_board((0, move) if self.rules.gravity else move):  # type: ignore[arg-type] # refused there
            raise NotationError(f"{move!r:.40} is not a move on {self.rules.size}")
        return write_move(move)

    def summary(self) -> Summary:
        """Return the game in a line of a list."""
        rules, outcome = self.rules, self.outcome
        variant = ("" if rules.gravity else " free") + ("" if rules.connect == 4 else f" connect {rules.connect}")
        return Summary(
            game=self.kind,
            rules=f"{rules.size}{variant}",
            standing=f"{COLOURS[self.position.turn]} to move" if outcome is None else ending(outcome),
            moves=sum(turn.move is not None for turn in self.turns),
            take_backs=self.take_backs,
            hints=self.hints,
            finished=outcome is not None,
            winner=None if outcome is None else outcome.winner,
        )

    def __str__(self) -> str:
        return f"{self.position}\n{self.summary().standing}"

    def _repr_html_(self) -> str:
        from slidedrop.connect4.display import html

        return html(self.position)


def ending(outcome: Outcome) -> str:
    """Say who won and why in a few words: "red won, four in a row", "draw, board full"."""
    if outcome.winner is None:
        return f"draw, {why(outcome)}"
    loser = f"{COLOURS[1 - outcome.winner]} " if outcome.reason is Termination.RESIGNED else ""
    return f"{COLOURS[outcome.winner]} won, {loser}{why(outcome)}"


def why(outcome: Outcome) -> str:
    """Return why a game ended in a few words: "four in a row", "board full", "resigned"."""
    if outcome.reason is Termination.LINE:
        return goal_in_words(len(outcome.lines[0]))
    return str(outcome.reason.value)


def rules_from_json(values: Any) -> Rules:  # noqa: ANN401 - it comes from outside and is checked here
    """Return the rules that a record holds, or say which value is wrong."""
    names = [field.name for field in fields(Rules)]
    if not isinstance(values, dict) or not set(values) <= set(names):
        raise NotationError(f"the rules of Connect-4 are a table of {', '.join(names)}, not {values!r:.60}")
    return replace(Rules(), **values)
