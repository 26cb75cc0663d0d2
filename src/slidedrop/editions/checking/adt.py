"""The games that are played against a program which speaks document 003's dialogue.

    who starts, what size, how far ahead, then a row and a column a line

All is typed at once: every square in some order, so that the game must come to its end, and between them squares that
are taken or not on the grid. The referee reads which of them counted from the grids that were shown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from slidedrop.analysis.connect4.threats import winning_moves
from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import write_move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.position import Cell, Outcome
from slidedrop.editions.checking.adt_grids import Grid, Grids, read_grids
from slidedrop.editions.checking.documents import ADT, RUNS
from slidedrop.editions.checking.findings import Finding, Ledger
from slidedrop.editions.checking.running.program import Answer, Way, converse

AHEAD: Final = 2
"""So far the computer is asked to look: its own win and the person's reply are within."""
_SIDES: Final = (4, 4, 5, 6)
_MIDDLE_OUT: Final = (1, 2, 3, 4, 0, 5)
_PATIENCE: Final = 3


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
    """One program before document 003."""

    command: Sequence[str]
    ledger: Ledger
    seconds: float = 5.0
    tell: Callable[[int, int], object] = lambda _number, _count: None
    way: Way = field(default_factory=Way)
    _stuck: int = 0

    def take(self, games: int, seed: int) -> None:
        """Play the games and note all that is found."""
        random = Random(seed)  # noqa: S311 - the same games for the same seed
        for number in range(games):
            self.tell(number + 1, games)
            if self._stuck < _PATIENCE:
                self._game(planned(number, random), f"game {number + 1}")

    def _game(self, plan: Plan, where: str) -> None:
        answer = converse(self.command, plan.lines, seconds=self.seconds, hold=True, way=self.way)
        self._stuck += answer.code is None or answer.endless or answer.waited
        where = f"{where} ({plan.starter} starts on {plan.side}x{plan.side})"
        Follower(self.ledger, plan, where).follow(read_grids(answer.text, plan.side), answer)


def planned(number: int, random: Random) -> Plan:
    """Return a game: who starts by turns, all squares in some order, and wrong ones between them."""
    side = _SIDES[number % len(_SIDES)]
    squares = [(row, column) for row in range(side) for column in range(side)]
    random.shuffle(squares)
    if side == len(_MIDDLE_OUT):  # three in the middle of a row threaten twice: a person who means to win
        squares.sort(key=lambda square: (square[0] != 2, square[0], _MIDDLE_OUT.index(square[1])))
    wrong = [(-1, 0), (side, side - 1), (0, 98), squares[0], squares[0]]
    places = sorted([1, 2, 2, *random.sample(range(1, side), 2)])
    for place, square in zip(reversed(places), wrong, strict=True):
        squares.insert(place, square)
    return Plan(("me", "computer")[number % 5 % 2], side, tuple(squares))


class Follower:
    """Watches one game; the engine's first player is whoever starts."""

    def __init__(self, ledger: Ledger, plan: Plan, where: str) -> None:
        self.ledger = ledger
        self.plan = plan
        self.where = where
        self.position = Position(Rules(plan.side, plan.side, gravity=False))
        self.person = 0 if plan.starter == "me" else 1
        self.names: dict[int, str] = {}
        """The symbol of each player, learnt from the first disc."""

    def follow(self, grids: Grids, answer: Answer) -> None:
        """Follow the game from grid to grid, then look at its end."""
        shown = list(grids.shown)
        if not self._drawn(grids, answer) or not self._begins(shown):
            self._runs(answer.trouble)
            return
        refused: list[Cell] = []
        for square in self.plan.squares:
            if self.position.outcome is not None:
                break
            while shown and self._same(shown[0]):
                shown.pop(0)  # a grid that is shown again with the question is no harm
            if square not in self.position.legal_moves():
                refused.append(square)
            elif not self._round(square, shown, refused, answer):
                return
            else:
                refused = []
        self._ends(shown, grids.tail, answer)

    def _drawn(self, grids: Grids, answer: Answer) -> bool:
        if not grids.shown and answer.trouble:
            return False  # nothing can be said of a grid that it had no time to draw
        begins, side = " ".join(answer.text.split())[:60], self.plan.side
        said = f"no {side}x{side} grid was found in its output, '{begins}'"
        return self._judge("text", said, held=bool(grids.shown))

    def _begins(self, shown: list[Grid]) -> bool:
        """Note the first grid: empty before a person's move; the computer's first disc may follow an empty one."""
        if self.person and not shown[0] and [len(grid) for grid in shown[1:2]] == [1]:
            shown.pop(0)
        grid = shown.pop(0)
        held = len(grid) == self.person
        for cell, symbol in grid.items() if held else ():
            self.names[0] = symbol
            self.position = self.position.play(cell)
        return self._judge("start", f"the first grid shows {len(grid)} discs, not {self.person}", held=held)

    def _round(self, square: Cell, shown: list[Grid], refused: list[Cell], answer: Answer) -> bool:
        """Follow a person's move and the computer's answer; False where the game cannot be followed any further."""
        before, typed = self.position, _named(square)
        self.position = before.play(square)
        if not shown:
            self._silent(typed, refused, answer)
            return False
        grid = shown.pop(0)
        self.names.setdefault(self.person, grid.get(square, ""))
        fresh = self._fresh(grid)
        if robbed := self._robbed(grid):
            return self._judge("computer", f"the computer took {_named(robbed[0])}, which was taken")
        if refused:
            wrong = " and ".join(map(_named, dict.fromkeys(refused)))
            said = f"{wrong} had to be refused, and the grid after {typed} shows that something came of it"
            if not self._judge("asked", said, held=fresh is not None and len(fresh) <= 1):
                return False
        return self._answered(typed, fresh, grid)

    def _answered(self, typed: str, fresh: list[Cell] | None, grid: Grid) -> bool:
        said = f"after {typed} the grid does not show the discs before and the new one there"
        if fresh is None:
            return self._judge("shown", said)
        self._judge("shown", "", held=True)
        if self.position.outcome is not None:
            return self._judge("never", f"{typed} ended the game, and the computer moved all the same", held=not fresh)
        if not self._judge("computer", f"the computer took {len(fresh)} squares after {typed}", held=len(fresh) == 1):
            return False
        self.names.setdefault(1 - self.person, grid[fresh[0]])
        self._looks_ahead(fresh[0])
        self.position = self.position.play(fresh[0])
        return True

    def _looks_ahead(self, chosen: Cell) -> None:
        """Hold the computer's move against what two levels show: a win is taken, a single threat is met."""
        wins = winning_moves(self.position)
        threats = winning_moves(self.position.passed())
        better, why = (wins, "wins at once") if wins else (threats, "would keep the person from winning at once")
        if wins or len(threats) == 1:
            said = f"the computer took {_named(chosen)}, and {_named(better[0])} {why}"
            self._judge("ahead", said, held=chosen in better)

    def _silent(self, typed: str, refused: list[Cell], answer: Answer) -> None:
        """Say why there is no grid any more where one had to be."""
        if answer.trouble:
            after = f" after {' and '.join(map(_named, refused))} and {typed}" if refused else f" after {typed}"
            self._runs(f"{answer.trouble}{after}")
        elif self.position.outcome is not None or self._may_end():
            self._judge("result", f"the game ended with {typed} or the answer to it, and the final grid was not shown")
        else:
            self._judge("end", f"it ended before {typed}, though nobody has won and there are free squares")

    def _may_end(self) -> bool:
        """Tell whether the computer's answer can end the game."""
        return bool(winning_moves(self.position)) or len(self.position.legal_moves()) == 1

    def _robbed(self, grid: Grid) -> list[Cell]:
        """Return the person's squares on which the computer's symbol stands now."""
        theirs = self.names.get(1 - self.person, "")
        cells = [cell for cell, symbol in grid.items() if symbol == theirs]
        return [cell for cell in cells if self.position.disc_at(cell) == self.person]

    def _ends(self, shown: list[Grid], tail: str, answer: Answer) -> None:
        outcome = self.position.outcome
        if outcome is None:  # pragma: no cover - every square was typed, so some game ended
            return
        more = next((grid for grid in shown if not self._same(grid)), None)
        went_on = "the game was over, and it went on" + (" asking" if answer.waited else "")
        self._judge("end", went_on, held=not answer.waited and more is None)
        if more is None:
            self._judge("never", "", held=True)
            self._judge("result", "", held=True)
            self._announced(outcome, tail)
        self._runs("" if answer.waited else answer.trouble)

    def _announced(self, outcome: Outcome, tail: str) -> None:
        right = "draw" if outcome.winner is None else ("you win", "computer wins")[outcome.winner != self.person]
        found = [words for words in ("draw", "you win", "computer wins") if words in tail.lower()]
        said = f"the end is '{right}' and it said '{' '.join(tail.split())[-60:]}'"
        self._judge("said", said, held=found == [right])

    def _same(self, grid: Grid) -> bool:
        return self._fresh(grid) == []

    def _fresh(self, grid: Grid) -> list[Cell] | None:
        """Return the squares that a grid has beside the discs known so far; None where those are not all there."""
        known = {cell: self.position.disc_at(cell) for cell in self.position.layout.cells.values()}
        for cell, player in known.items():
            if player is not None and self.names.get(player, grid.get(cell)) != grid.get(cell, ""):
                return None
        fresh = [cell for cell in grid if known.get(cell) is None]
        taken = self.names.get(self.person)
        return None if any(grid[cell] == taken for cell in fresh) else fresh

    def _judge(self, part: str, says: str, *, held: bool = False) -> bool:
        return self.ledger.judge(Finding(ADT.dialogue[part], says, self.where, found=self.position), held=held)

    def _runs(self, says: str) -> None:
        self.ledger.judge(Finding(RUNS, says, self.where, found=self.position), held=not says)


def _named(square: Move) -> str:
    return f"'{write_move(square).replace('.', ' ')}'"
