"""A toy game as another package would provide it: take 1 to 3 stones; the player who takes the last one wins.

It has no screen, no face and no hints: the terminal uses its notation.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from slidedrop.core.command import Command
from slidedrop.core.errors import GameOver, IllegalMove, NotationError
from slidedrop.core.game import Header, Summary
from slidedrop.core.game_base import GameBase
from slidedrop.core.position import Outcome, Termination
from slidedrop.core.spec import GameSpec, Provider, RuleOption

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NAME = "nim"


@dataclass(frozen=True, slots=True)
class Rules:
    """The number of stones at the start."""

    kind: ClassVar[str] = NAME
    stones: int = 7

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Position:
    """The remaining stones, and the player to move."""

    kind: ClassVar[str] = NAME
    rules: Rules
    stones: int
    turn: int = 0

    @property
    def outcome(self) -> Outcome | None:
        return None if self.stones else Outcome(1 - self.turn, Termination.NO_MOVE)

    def legal_moves(self) -> list[int]:
        return [taken for taken in (1, 2, 3) if taken <= self.stones]

    def play(self, move: int) -> Position:
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} stones cannot be taken; legal: {self.legal_moves()}")
        return Position(self.rules, self.stones - move, 1 - self.turn)

    def chance_outcomes(self) -> Iterable[tuple[Position, float]]:
        return ()


class Game(GameBase[Any, Any, Any]):
    """A game of Nim; the history holds positions and, after a resignation, the outcome."""

    kind: ClassVar[str] = NAME

    def __init__(self, rules: Rules | None = None) -> None:
        super().__init__()
        rules = rules or Rules()
        self._begin_at((Position(rules, rules.stones), None))

    @classmethod
    def new(cls, rules: Rules | None = None, *, seed: int | None = None) -> Self:  # noqa: ARG003 - no chance
        return cls(rules)

    @classmethod
    def from_header(cls, header: Header) -> Self:
        return cls(Rules(**header["rules"]))

    @property
    def rules(self) -> Rules:
        return self.position.rules

    @property
    def position(self) -> Position:
        found: Position = self._history.state[0]
        return found

    @property
    def outcome(self) -> Outcome | None:
        return self._history.state[1] or self.position.outcome

    def legal_moves(self) -> Sequence[int]:
        return [] if self.is_over else self.position.legal_moves()

    def header(self) -> Header:
        return {"game": NAME, "rules": self.rules.to_json(), "start": None}

    def play(self, move: int) -> object:
        if self.outcome is not None:
            raise GameOver("the game is over")
        self._history.advance(move, (self.position.play(move), None))
        self.commands.append(Command("move", word(move)))
        return move

    def do(self, command: Command) -> object:
        if command.verb == "move":
            return self.play(NOTATION.read_move(command.move, self.rules))
        if command.verb == "resign":
            outcome = Outcome(1 - self.position.turn, Termination.RESIGNED)
            self._history.advance("resign", (self.position, outcome))
            self.commands.append(command)
            return True
        return self._retrace(command)

    def line(self) -> list[str]:
        return [key if key == "resign" else word(key) for key in self._history.line()]

    def spell(self, move: int) -> str:
        return word(move)

    def summary(self) -> Summary:
        over, turn = self.outcome, self.position.turn
        standing = f"{SPEC.colours[turn]} to move" if over is None else f"{SPEC.colours[over.winner or 0]} won"
        moves = sum(key != "resign" for key in self._history.line())
        winner = None if over is None else over.winner
        return Summary(
            NAME, f"{self.rules.stones} stones", standing, moves, self.take_backs, self.hints, over is not None,
            winner=winner,
        )  # fmt: skip


def word(move: int) -> str:
    """Return a move as it is typed: b1, b2, b3 (b is also a command of the plain terminal)."""
    return f"b{move}"


class Notation:
    """The notation of the game."""

    def rules_from_options(self, options: Mapping[str, Any]) -> Rules:
        return Rules(int(options.get("stones") or 7))

    def write_rules(self, rules: Rules) -> str:
        return str(rules.stones)

    def read_rules(self, words: Sequence[str]) -> Rules:
        return Rules(int(words[0]))

    def write_position(self, position: Position) -> str:
        return f"{position.stones} {position.turn}"

    def read_position(self, words: Sequence[str], rules: Rules) -> Position:
        return Position(rules, int(words[0]), int(words[1]))

    def write_move(self, move: int) -> str:
        return word(move)

    def read_move(self, text: str, rules: Rules) -> int:  # noqa: ARG002 - the same for all rules
        if text not in {"b1", "b2", "b3"}:
            raise NotationError(f"'{text}' is not a move; type b1, b2 or b3")
        return int(text[1])

    def write_line(self, moves: Sequence[int], rules: Rules) -> str:  # noqa: ARG002 - the same for all rules
        return "".join(map(word, moves))

    def draw(self, position: Position) -> str:
        return f"{'o ' * position.stones}|\n{position.stones} stones"


def judge(position: Position, player: int) -> float:
    """Return no judgement."""
    return 0.0


NOTATION = Notation()
SPEC: GameSpec[Any, int, Rules] = GameSpec(
    name=NAME,
    title="Nim",
    description="Take the last stone.",
    seats=2,
    colours=("white", "black"),
    game=Provider("tests.terminal.nim:Game"),
    notation=Provider("tests.terminal.nim:NOTATION"),
    evaluate=Provider("tests.terminal.nim:judge"),
    rule_options=(RuleOption("stones", "How many stones there are.", choices=("7", "11")),),
    offered=("search:4", "random"),
)
