"""The games that are played against a Connect-4 program with the dialogue of assignment adt.

    who starts, what size, how far ahead, then a row and a column per line

All is typed at once: every square in some order, so that the game must come to its end, and between them squares that
are taken or not on the grid. The referee reads which of them counted from the grids that were shown.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, NamedTuple, Self

from slidedrop.analysis.connect4.threats import winning_moves
from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.position import Cell
from slidedrop.editions.checking.assignments import ADT
from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger
from slidedrop.editions.checking.printed import Grid, Grids, first_words, read_grids
from slidedrop.editions.checking.replay import examine
from slidedrop.editions.checking.running.program import Answer, Way, converse

AHEAD: Final = 2
"""So far the computer is asked to look: its own win and the person's reply are within."""
_SIDES: Final = (4, 4, 5, 6)
_MIDDLE_OUT: Final = (1, 2, 3, 4, 0, 5)
_LINES: Final[Sequence[Callable[[int, int], bool]]] = (
    lambda row, _: row == 2,
    lambda row, column: row + column == 5,
    lambda row, column: row == column,
    lambda _, column: column == 2,
)
"""The squares that a person who means to win on the largest grid plays first: a row, both diagonals, a column."""
_PATIENCE: Final = 3
_DRAW, _YOU_WIN, _COMPUTER_WINS = "draw", "you win", "computer wins"
"""What a program says at the end."""


class Plan(NamedTuple):
    """One game to be typed."""

    starter: str
    side: int
    squares: tuple[Cell, ...]
    """Rows and columns from 0; some are taken by then or not on the grid."""

    @property
    def lines(self) -> list[str]:
        """What is typed, a line each."""
        moves = [f"{row + 1} {column + 1}" for row, column in self.squares]
        return [self.starter, str(self.side), str(AHEAD), *moves]


@dataclass
class AdtExam:
    """One program and assignment adt."""

    command: Sequence[str]
    ledger: Ledger
    seconds: float = 5.0
    tell: Callable[[int, int], object] = lambda _number, _count: None
    way: Way = field(default_factory=Way)
    stuck: int = 0
    """How many runs had to be ended."""

    def take(self, games: int, seed: int) -> None:
        """Play the games and note all that is found."""
        random = Random(seed)  # noqa: S311 - the same games for the same seed
        for number in range(games):
            self.tell(number + 1, games)
            if self.stuck < _PATIENCE:
                for finding in examine(GridGame(self, planned(number, random), f"game {number + 1}"), self.ledger):
                    self.ledger.doubt(finding)

    def play(self, plan: Plan, title: str, *, hold: bool) -> Account:
        """Play one game and judge it; `hold` sees whether it waits for more after the last square."""
        answer = converse(self.command, plan.lines, seconds=self.seconds, hold=hold, way=self.way)
        self.stuck += answer.code is None or answer.endless
        follower = Follower(plan, f"{title} ({plan.starter} starts on {plan.side}x{plan.side})")
        follower.follow(read_grids(answer.text, plan.side), answer)
        return follower.account


@dataclass(frozen=True)
class GridGame:
    """A game to be typed."""

    exam: AdtExam
    plan: Plan
    title: str
    whole: bool = True

    def run(self) -> Account:
        """Play it."""
        return self.exam.play(self.plan, self.title, hold=self.whole)

    def shorter(self, finding: Finding) -> Iterator[Self]:
        """Yield the game up to the finding without the squares that must be refused, then with them, then all of it."""
        squares = self.plan.squares[: finding.key]
        legal = tuple(square for place, square in enumerate(squares, 1) if place not in finding.silent)
        for typed in dict.fromkeys((legal, squares)):
            yield replace(self, plan=self.plan._replace(squares=typed), whole=False)
        yield self

    def cuts(self) -> Iterator[Self]:
        """Yield the game without one of its squares."""
        squares = self.plan.squares
        for place in range(len(squares)):
            fewer = self.plan._replace(squares=squares[:place] + squares[place + 1 :])
            yield replace(self, plan=fewer, whole=False)

    def written(self, finding: Finding) -> tuple[str, ...]:
        """Return a shell command that plays it."""
        plan = self.plan._replace(squares=self.plan.squares[: finding.key])
        return (f"printf '%s\\n' {shlex.join(plan.lines)} | {shlex.join(self.exam.command)}",)


def planned(number: int, random: Random) -> Plan:
    """Return a game: who starts by turns, all squares in some order, and wrong ones between them."""
    side = _SIDES[number % len(_SIDES)]
    squares = [(row, column) for row in range(side) for column in range(side)]
    random.shuffle(squares)
    if side == len(_MIDDLE_OUT):  # three in the middle of a line threaten twice: a person who means to win
        on_line = _LINES[number // len(_SIDES) % len(_LINES)]
        squares.sort(key=lambda square: (not on_line(*square), *map(_MIDDLE_OUT.index, square)))
    wrong = [(-1, 0), (side, side - 1), (0, 98), squares[0], squares[0]]
    places = sorted([1, 2, 2, *random.sample(range(1, side), 2)])
    for place, square in zip(reversed(places), wrong, strict=True):
        squares.insert(place, square)
    return Plan(("me", "computer")[number % 5 % 2], side, tuple(squares))


class Follower:
    """Watches one game; the engine's first player is the one who starts."""

    def __init__(self, plan: Plan, where: str) -> None:
        self.account = Account(ADT.dialogue)
        self.plan = plan
        self.where = where
        self.position = Position(Rules(plan.side, plan.side, gravity=False))
        self.person = 0 if plan.starter == "me" else 1
        self.names: dict[int, str] = {}
        """The symbol of each player, learnt from the first disc."""
        self.key = 0
        """How many squares were typed so far."""

    def follow(self, grids: Grids, answer: Answer) -> None:
        """Follow the game from grid to grid, then look at its end."""
        shown = list(grids.shown)
        if not self._drawn(grids, answer) or not self._begins(shown):
            self.account.runs(answer.trouble, where=self.where, found=self.position)
            return
        refused: list[int] = []
        for number, square in enumerate(self.plan.squares, 1):
            if self.position.outcome is not None:
                break
            self.key = number
            while shown and self._fresh(shown[0]) == []:
                shown.pop(0)  # a grid that is shown again with the question is no harm
            if square not in self.position.legal_moves():
                refused.append(number)
            elif not self._round(square, shown, refused, answer):
                return
            else:
                refused = []
        self._ends(shown, grids.tail, answer)

    def _drawn(self, grids: Grids, answer: Answer) -> bool:
        if not grids.shown and answer.trouble:
            return False  # nothing can be said of a grid that it had no time to draw
        return self._judge("text", bool(grids.shown), Fault.NO_GRID, self.plan.side, first_words(answer.text))

    def _begins(self, shown: list[Grid]) -> bool:
        """Judge the first grid: empty before a person's move; the computer's first disc may follow an empty one."""
        if self.person and not shown[0] and [len(grid) for grid in shown[1:2]] == [1]:
            shown.pop(0)
        grid = shown.pop(0)
        held = len(grid) == self.person
        for cell, symbol in grid.items() if held else ():
            self.names[0] = symbol
            self.position = self.position.play(cell)
        return self._judge("start", held, Fault.DISCS, len(grid), self.person)

    def _round(self, square: Cell, shown: list[Grid], refused: list[int], answer: Answer) -> bool:
        """Follow a person's move and the computer's answer; False where the game cannot be followed any further."""
        before, typed = self.position, _named(square)
        self.position = before.play(square)
        if not shown:
            self._silent(typed, answer)
            return False
        grid = shown.pop(0)
        fresh = None
        if square in grid:
            self.names.setdefault(self.person, grid[square])
            fresh = self._fresh(grid)
        theirs = [cell for cell, symbol in grid.items() if symbol == self.names.get(1 - self.person, "")]
        if refused:
            wrong = " and ".join(dict.fromkeys(_named(self.plan.squares[place - 1]) for place in refused))
            nothing_came = fresh is not None and len(fresh) <= 1
            if not self._judge("asked", nothing_came, Fault.ACCEPTED, wrong, typed, silent=tuple(refused)):
                return False
        robbed = [cell for cell in theirs if self.position.disc_at(cell) == self.person]
        mine = [cell for cell, symbol in grid.items() if symbol == self.names.get(self.person)]
        if robbed and all(self.position.disc_at(cell) == self.person for cell in mine):
            return self._judge("computer", False, Fault.ROBBED, _named(robbed[0]))  # noqa: FBT003 - not held
        said = any(words in answer.text.lower() for words in (_DRAW, _YOU_WIN, _COMPUTER_WINS))
        return self._answered(typed, fresh, grid, ended=said and not shown)

    def _answered(self, typed: str, fresh: list[Cell] | None, grid: Grid, *, ended: bool) -> bool:
        """Judge the computer's answer; after the end of the game, `ended` says whether the program saw the end."""
        if not self._judge("shown", fresh is not None, Fault.GRID, typed) or fresh is None:
            return False
        if self.position.outcome is not None:
            return self._judge("never" if ended or not fresh else "end", not fresh, Fault.MOVED_ON, typed)
        if not self._judge("computer", len(fresh) == 1, Fault.ANSWERS, len(fresh), typed):
            return False
        self.names.setdefault(1 - self.person, grid[fresh[0]])
        self._looks_ahead(fresh[0])
        self.position = self.position.play(fresh[0])
        return True

    def _looks_ahead(self, chosen: Cell) -> None:
        """Compare the computer's move with what two levels show: a win is taken, a single threat is met."""
        wins = winning_moves(self.position)
        threats = winning_moves(self.position.passed())
        better, fault = (wins, Fault.WIN_MISSED) if wins else (threats, Fault.THREAT_MISSED)
        if wins or len(threats) == 1:
            self._judge("ahead", chosen in better, fault, _named(chosen), _named(better[0]))

    def _silent(self, typed: str, answer: Answer) -> None:
        """Judge a game in which there is no grid any more where one had to be."""
        said = _COMPUTER_WINS in answer.text.lower()
        ended = (
            self.position.outcome is not None
            or (said and winning_moves(self.position))
            or len(self.position.legal_moves()) == 1  # the computer's answer can end the game
        )
        if answer.trouble:
            self.account.runs(answer.trouble, where=f"{self.where}, {typed}", found=self.position, key=self.key)
        elif ended:
            self._judge("result", False, Fault.HIDDEN, typed)  # noqa: FBT003 - not held
        else:
            self._judge("end", False, Fault.STOPPED, typed)  # noqa: FBT003 - not held

    def _ends(self, shown: list[Grid], tail: str, answer: Answer) -> None:
        outcome = self.position.outcome
        if outcome is None:  # a game that was cut short
            return
        more = next((grid for grid in shown if self._fresh(grid) != []), None)
        self._judge("end", not answer.waited and more is None, Fault.GAME_WENT_ON)
        if more is None:
            self._judge("never", True, Fault.MOVED_ON)  # noqa: FBT003 - held
            self._judge("result", True, Fault.HIDDEN)  # noqa: FBT003 - held
            mine = outcome.winner == self.person
            right = _DRAW if outcome.winner is None else _YOU_WIN if mine else _COMPUTER_WINS
            found = [words for words in (_DRAW, _YOU_WIN, _COMPUTER_WINS) if words in tail.lower()]
            self._judge("said", found == [right], Fault.RESULT, right, " ".join(tail.split())[-60:])
        self.account.runs(None if answer.waited else answer.trouble, where=self.where, found=self.position)

    def _fresh(self, grid: Grid) -> list[Cell] | None:
        """Return the squares that a grid has beside the discs known so far; None where those are not all there."""
        known = {cell: self.position.disc_at(cell) for cell in self.position.layout.cells.values()}
        for cell, player in known.items():
            if player is not None and self.names.get(player, grid.get(cell)) != grid.get(cell, ""):
                return None
        fresh = [cell for cell in grid if known.get(cell) is None]
        taken = self.names.get(self.person)
        return None if any(grid[cell] == taken for cell in fresh) else fresh

    def _judge(self, part: str, held: bool, fault: Fault, *values: object, silent: tuple[int, ...] = ()) -> bool:  # noqa: FBT001 - as in Account
        evidence = {"where": self.where, "found": self.position, "key": self.key, "silent": silent}
        return self.account.judge(part, held, fault, *values, **evidence)


def _named(square: Move) -> str:
    return f"'{write_move(square).replace('.', ' ')}'"
