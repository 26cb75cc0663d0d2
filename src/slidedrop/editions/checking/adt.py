"""The games played against a Connect-4 program with the dialogue of assignment adt.

    who starts, what size, how far ahead, then a row and a column per line

All input is sent together: every square in some order, so that the game must end, mixed with squares that are taken or
off the grid. The referee finds out from the printed grids which of them counted.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from slidedrop.analysis.connect4.threats import winning_moves
from slidedrop.connect4 import Move, Position, Rules
from slidedrop.connect4.notation import SHAPES, write_move
from slidedrop.core.position import Cell
from slidedrop.editions.checking.assignments import Rule
from slidedrop.editions.checking.exam import Exam, Scenario, Step
from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger
from slidedrop.editions.checking.printed import Grid, Grids, first_words, read_grids
from slidedrop.editions.checking.running.program import Answer, converse

_AHEAD: Final = 2
"""The search depth given to the program: enough to see its own win and the person's reply."""
_SIDES: Final = (4, 4, 5, 6)
_MIDDLE_OUT: Final = (1, 2, 3, 4, 0, 5)
_LINES: Final[Sequence[Callable[[int, int], bool]]] = (
    lambda row, _: row == 2,
    lambda row, column: row + column == 5,
    lambda row, column: row == column,
    lambda _, column: column == 2,
)
"""The squares that a person tries first to win on the largest grid: a row, both diagonals, a column."""
_EXPLAINED_BY: Final = {
    Fault.WIN_IGNORED: "never",  # a program that moves after the end may call the computer the winner
    Fault.LINE_UNSEEN: "end",  # a program that does not see a line calls a full grid a draw
    Fault.WIN_MISSED: "end",  # its computer plays for what the program takes for a win
    Fault.THREAT_MISSED: "end",
}
"""For each fault, the rule whose fault explains it; its own requirement is then not tested."""
_DRAW, _YOU_WIN, _COMPUTER_WINS = "draw", "you win", "computer wins"
"""The words of a program at the end."""


class AdtExam(Exam):
    """A program and assignment adt."""

    def scenario(self, number: int) -> Scenario:
        return planned(number, self.random)

    def take(self, games: int, seed: int, tell: Callable[[], object] = lambda: None) -> Ledger:
        """Play the games; a finding that another one explains is not charged."""
        broken = super().take(games, seed, tell).broken
        causes = {fault: self.rules[part].requirement for fault, part in _EXPLAINED_BY.items()}
        for name in [name for name, finding in broken.items() if causes.get(finding.fault) in broken]:
            del broken[name], self.ledger.held[name]
        return self.ledger

    def run(self, scenario: Scenario) -> Account:
        """Play one game and judge it; a whole game also shows whether the program reads on after its end."""
        answer, follower = self._answer(scenario), Follower(scenario, self.rules)
        follower.follow(read_grids(answer.text, follower.side), answer)
        findings, result = follower.account.findings, self.rules["result"].requirement
        if result in findings and _said(self._answer(scenario.upto(findings[result].key - 1)).text):
            follower.account.charge("end", Fault.STOPPED, *findings.pop(result).values)  # it ended without this square
        return follower.account

    def _answer(self, scenario: Scenario) -> Answer:
        command, hold = self.subject.command, not scenario.again
        return self.note(converse(command, lines(scenario), seconds=self.subject.seconds, hold=hold, way=self.way))

    def repeats(self, scenario: Scenario, finding: Finding) -> Iterator[Scenario]:
        """Yield the game up to the finding without wrong squares, then with them, then the whole game."""
        whole = scenario.upto(finding.key)
        legal = tuple(step for place, step in enumerate(whole.steps) if place not in finding.silent)
        yield Scenario(scenario.title, legal, again=True)
        if finding.silent:
            yield whole
        yield scenario

    def paste(self, scenario: Scenario, finding: Finding) -> tuple[str, ...]:
        keys = shlex.join(lines(scenario.upto(finding.key)))
        return (f"printf '%s\\n' {keys} | {shlex.join(self.subject.command)}",)


def lines(scenario: Scenario) -> list[str]:
    """Return the lines to type."""
    starter, side = scenario.steps[0].value
    squares = [step.value for step in scenario.steps[1:]]
    return [starter, str(side), str(_AHEAD), *(f"{row + 1} {column + 1}" for row, column in squares)]


def planned(number: int, random: Random) -> Scenario:
    """Return a game: the starter alternates, all squares in some order, and wrong ones between them."""
    side = _SIDES[number % len(_SIDES)]
    squares = [(row, column) for row in range(side) for column in range(side)]
    random.shuffle(squares)
    if side == len(_MIDDLE_OUT):  # three in the middle of a line threaten twice, as a person who wants to win plays
        on_line = _LINES[number // len(_SIDES) % len(_LINES)]
        squares.sort(key=lambda square: (not on_line(*square), *map(_MIDDLE_OUT.index, square)))
    wrong = [(-1, 0), (side, side - 1), (0, 98), squares[0], squares[0]]
    places = sorted([1, 2, 2, *random.sample(range(1, side), 2)])
    for place, square in zip(reversed(places), wrong, strict=True):
        squares.insert(place, square)
    starter = ("me", "computer")[number % 5 % 2]
    steps = Step("start", value=(starter, side)), *(Step("square", value=square) for square in squares)
    return Scenario(f"game {number + 1} ({starter} starts on {side}x{side})", steps)


class Follower:
    """Follows one game; the engine's first player moves first."""

    def __init__(self, scenario: Scenario, rules: Mapping[str, Rule]) -> None:
        starter, self.side = scenario.steps[0].value
        self.squares = [step.value for step in scenario.steps[1:]]
        self.account = Account(rules, lambda: {"where": scenario.title, "found": self._board(), "key": self.key})
        self.position = Position(Rules(self.side, self.side, gravity=False))
        self.person = 0 if starter == "me" else 1
        self.names: dict[int, str] = {}
        """The symbol of each player, learnt from the first disc."""
        self.key = 0
        """How many squares were typed so far."""

    def follow(self, grids: Grids, answer: Answer) -> None:
        """Follow the game from grid to grid, then look at its end."""
        shown = list(grids.shown)
        if not self._drawn(grids, answer) or not self._begins(shown):
            self.account.runs(answer.failure, found=None)
            return
        refused: list[int] = []
        for number, square in enumerate(self.squares, 1):
            if self.position.outcome is not None:
                break
            self.key = number
            while shown and self._fresh(shown[0]) == []:
                shown.pop(0)  # a grid printed again with the question is allowed
            if square not in self.position.legal_moves():
                refused.append(number)
            elif not self._round(square, shown, refused, answer):
                return
            else:
                refused = []
        self._ends(shown, grids.tail, answer)

    def _drawn(self, grids: Grids, answer: Answer) -> bool:
        if not grids.shown and answer.failure:
            return False  # a grid that the program had no time to draw is not judged
        other = next((side for side in {*_SIDES} if not grids.shown and read_grids(answer.text, side).shown), None)
        if other:
            self.account.charge("start", Fault.OTHER_SIZE, other, self.side)
            return False
        return self.account.judge("text", bool(grids.shown), Fault.NO_GRID, self.side, first_words(answer.text))

    def _begins(self, shown: list[Grid]) -> bool:
        """Judge the first grid: empty before a person's move; the computer's first disc may follow an empty one."""
        if self.person and not shown[0] and [len(grid) for grid in shown[1:2]] == [1]:
            shown.pop(0)
        grid = shown.pop(0)
        held = len(grid) == self.person
        for cell, symbol in grid.items() if held else ():
            self.names[0] = symbol
            self.position = self.position.play(cell)
        return self.account.judge("start", held, Fault.DISCS, len(grid), self.person)

    def _round(self, square: Cell, shown: list[Grid], refused: list[int], answer: Answer) -> bool:
        """Follow a person's move and the computer's answer; False if the game cannot be followed further."""
        before, typed = self.position, _named(square)
        self.position = before.play(square)
        if not shown:
            self._silent(typed, answer)
            return False
        grid = shown.pop(0)
        fresh, other = None, self.names.get(1 - self.person)
        if grid.get(square, other) != other:
            self.names.setdefault(self.person, grid[square])
            fresh = self._fresh(grid)
        if not self._taken(typed, grid, fresh, refused) or fresh is None:
            return False
        if self.position.outcome is not None:
            return self._after_the_end(typed, fresh, winning_moves(before.passed()), "" if shown else answer.text)
        if not fresh and not shown and _YOU_WIN in answer.text.lower():
            self.account.charge("end", Fault.WON_EARLY, typed)
            return False
        if not self.account.judge("computer", len(fresh) == 1, Fault.ANSWERS, len(fresh), typed):
            return False
        self.names.setdefault(1 - self.person, grid[fresh[0]])
        self._looks_ahead(fresh[0])
        self.position = self.position.play(fresh[0])
        return True

    def _taken(self, typed: str, grid: Grid, fresh: list[Cell] | None, refused: list[int]) -> bool:
        """Judge whether the person's square was taken, wrong ones were refused, and the computer took none."""
        if refused:
            wrong = " and ".join(dict.fromkeys(_named(self.squares[place - 1]) for place in refused))
            nothing_came = fresh is not None and len(fresh) <= 1
            if not self.account.judge("asked", nothing_came, Fault.ACCEPTED, wrong, typed, silent=tuple(refused)):
                return False
        mine = [cell for cell, symbol in grid.items() if symbol != self.names.get(1 - self.person)]
        robbed = [cell for cell in grid if cell not in mine and self.position.disc_at(cell) == self.person]
        if robbed and all(self.position.disc_at(cell) == self.person for cell in mine):
            self.account.charge("computer", Fault.ROBBED, _named(robbed[0]))
            return False
        theirs = "\n".join(" ".join(grid.get((row, at), ".") for at in range(self.side)) for row in range(self.side))
        return self.account.judge("shown", fresh is not None, Fault.GRID, typed, expected=self._board(), found=theirs)

    def _after_the_end(self, typed: str, fresh: list[Cell], wins: Sequence[Move], text: str) -> bool:
        """Judge whether the computer moved after the end, and whether its `text` announces the end."""
        said = _said(text)
        robbed = set(fresh) <= set(wins) and {*said} & {_YOU_WIN, _COMPUTER_WINS} == {_COMPUTER_WINS}
        fault = Fault.WIN_IGNORED if robbed else Fault.MOVED_ON
        return self.account.judge("never" if not fresh or (said and not robbed) else "end", not fresh, fault, typed)

    def _looks_ahead(self, chosen: Cell) -> None:
        """Compare the computer's move with a search of two levels: take a win, block a single threat."""
        wins, threats = winning_moves(self.position), winning_moves(self.position.passed())
        better, fault = (wins, Fault.WIN_MISSED) if wins else (threats, Fault.THREAT_MISSED)
        if wins or len(threats) == 1:
            self.account.judge("ahead", chosen in better, fault, _named(chosen), _named(better[0]))

    def _silent(self, typed: str, answer: Answer) -> None:
        """Judge a game that stopped printing grids too early."""
        ended = (
            self.position.outcome is not None
            or (_COMPUTER_WINS in answer.text.lower() and winning_moves(self.position))
            or len(self.position.legal_moves()) == 1  # the computer's answer may end the game
        )
        if answer.failure:
            self.account.runs(answer.failure)
        else:
            self.account.charge(*(("result", Fault.HIDDEN) if ended else ("end", Fault.STOPPED)), typed)

    def _ends(self, shown: list[Grid], tail: str, answer: Answer) -> None:
        outcome = self.position.outcome
        if outcome is None:  # the game was cut short
            return
        more = any(self._fresh(grid) != [] for grid in shown)
        trouble = None if answer.waited else answer.failure
        self.account.judge("end", not answer.waited and not more, Fault.GAME_WENT_ON)
        self.account.runs(trouble)
        if not more and not trouble:  # after a crash at the end, the rest is unknown
            self.account.hold("never")
            self.account.hold("result")
            right = {None: _DRAW, self.person: _YOU_WIN}.get(outcome.winner, _COMPUTER_WINS)
            found = _said(tail)
            fault = Fault.LINE_UNSEEN if found == [_DRAW] else Fault.RESULT
            self.account.judge("said", found == [right], fault, right, " ".join(tail.split())[-60:])

    def _fresh(self, grid: Grid) -> list[Cell] | None:
        """Return the squares that a grid has besides the known discs; None if some of those are missing."""
        known = {cell: self.position.disc_at(cell) for cell in self.position.layout.cells.values()}
        for cell, player in known.items():
            if player is not None and self.names.get(player, grid.get(cell)) != grid.get(cell, ""):
                return None
        fresh = [cell for cell in grid if known.get(cell) is None]
        taken = self.names.get(self.person)
        return None if any(grid[cell] == taken for cell in fresh) else fresh

    def _board(self) -> str:
        theirs = "".join(self.names.get(at, shape) for at, shape in enumerate(SHAPES))
        return str(self.position).translate(str.maketrans(SHAPES, theirs))


def _named(square: Move) -> str:
    return f"'{write_move(square).replace('.', ' ')}'"


def _said(text: str) -> list[str]:
    """Return the results that a text announces."""
    return [words for words in (_DRAW, _YOU_WIN, _COMPUTER_WINS) if words in text.lower()]
