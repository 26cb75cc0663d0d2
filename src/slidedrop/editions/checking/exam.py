"""An exam runs scenarios, and repeats a difference as briefly as possible before it names a requirement.

    a game of 200 keys differs at key 57      the board before it and key 57 alone      one key, as a case to paste

The repetition decides, even if it shows another requirement: a shorter scenario has fewer causes. Each kind of program
has its own exam: dialogue.py, file_exams.py, adt.py and api.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, NamedTuple, Self

from slidedrop.editions.checking.assignments import Assignment
from slidedrop.editions.checking.cases import fewer_tiles, starts
from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger
from slidedrop.editions.checking.running.program import Answer, Way
from slidedrop.twenty48 import Board

PATIENCE: Final = 3
"""After this many runs that had to be ended the rest is not tried."""
_TURNS: Final = 3
"""How often a repetition may show a different finding, which is then repeated in turn."""
_CUTS: Final = 24
"""The most runs for making a scenario shorter."""


class Step(NamedTuple):
    """One step of a scenario: the action, the board, and other arguments."""

    name: str
    board: Board | None = None
    value: Any = None


@dataclass(frozen=True)
class Scenario:
    """Steps in order; the first starts the game and is never left out."""

    title: str
    steps: tuple[Step, ...]
    again: bool = False
    """Whether it repeats what another one showed."""

    def upto(self, count: int) -> Self:
        """Return the first step and the next `count`, as a repetition."""
        return replace(self, steps=self.steps[: count + 1], again=True)

    def cuts(self) -> Iterator[Self]:
        """Yield shorter scenarios: without a half, a quarter or one of the steps, or with fewer or smaller tiles.

        One board is always left: a case that starts from any board shows the finding only by chance.
        """
        steps, length, given = self.steps, len(self.steps) - 1, any(step.board for step in self.steps)
        for size in dict.fromkeys((length // 2, length // 4, 1)):
            for begin in range(1, length + 1, size) if size else ():
                fewer = steps[:begin] + steps[begin + size :]
                if given == any(step.board for step in fewer):
                    yield replace(self, steps=fewer, again=True)
        for place, step in enumerate(steps):
            for board in fewer_tiles(step.board) if step.board else ():
                yield replace(self, steps=(*steps[:place], step._replace(board=board), *steps[place + 1 :]), again=True)


@dataclass(frozen=True)
class Subject:
    """What is examined: a command that is started for every game, or a module, and its options."""

    command: Sequence[str] = ()
    module: str = ""
    seconds: float = 5.0
    words: Sequence[str] = ("w", "s", "a", "d")
    """The keys for up, down, left and right."""
    start_by: str = "argument"
    """How the swipe program gets its start file: as an argument, as a line of input, or not at all."""
    first: Sequence[str] = ()
    """Lines that the program reads before its first key."""
    way: Way = field(default_factory=Way)


class Exam(ABC):
    """One subject and one assignment."""

    random: Random
    boards: Iterator[Board]

    def __init__(self, assignment: Assignment, subject: Subject, skip: Iterable[str] = ()) -> None:
        self.assignment, self.subject, self.way = assignment, subject, subject.way
        self.rules = assignment.api if subject.module else assignment.dialogue
        self.ledger = Ledger(self.rules.values(), skip)
        self.stuck = 0
        """The number of runs that had to be killed."""

    @abstractmethod
    def scenario(self, number: int) -> Scenario | None:
        """Return the game of this number, from 0; None when enough was seen."""

    @abstractmethod
    def run(self, scenario: Scenario) -> Account:
        """Run the steps and judge the result."""

    @abstractmethod
    def repeats(self, scenario: Scenario, finding: Finding) -> Iterator[Scenario]:
        """Yield scenarios that may show the finding again, shortest first."""

    @abstractmethod
    def paste(self, scenario: Scenario, finding: Finding) -> tuple[str, ...]:
        """Return the scenario up to the finding, as lines to paste."""

    def cuts(self, scenario: Scenario) -> Iterator[Scenario]:
        """Yield the scenario with something left out."""
        return scenario.cuts()

    def take(self, games: int, seed: int, tell: Callable[[], object] = lambda: None) -> Ledger:
        """Play the games and return all findings."""
        self.random = Random(seed)  # noqa: S311 - the same games for the same seed
        self.boards = starts(self.random)
        for number in range(games):
            tell()
            if self.stuck < PATIENCE and (scenario := self.scenario(number)):
                self.examine(scenario)
        return self.ledger

    def examine(self, scenario: Scenario) -> None:
        """Run a scenario and record its findings; those that do not show again are doubtful."""
        for finding in self.unrepeated(scenario):
            self.ledger.doubt(finding)

    def unrepeated(self, scenario: Scenario) -> list[Finding]:
        """Run a scenario, record its findings, and return those that did not show again."""
        account, lost = self.run(scenario), []
        self.ledger.held.update(account.held)
        for finding in account.findings.values():
            if self.ledger.asks(finding.rule):
                shown = self._repeated(scenario, finding, set(account.findings))
                if shown is None:
                    lost.append(finding)
                elif self.ledger.asks(shown.rule):
                    self.ledger.charge(shown)
        return lost

    def _repeated(self, scenario: Scenario, finding: Finding, known: set[str]) -> Finding | None:
        """Return the finding of the shortest repetition; None if no repetition shows one."""
        for _ in range(_TURNS):
            for shorter in self.repeats(scenario, finding):
                findings = self.run(shorter).findings
                if again := findings.get(finding.rule.requirement):
                    return self._cut(shorter, again)
                others = (one for name, one in findings.items() if name not in known and not one.rule.cosmetic)
                if other := next((one for one in others if one.fault is not Fault.UNCLEAR), None):
                    break
            else:
                return None
            if not self.ledger.asks(other.rule):
                return other
            scenario, finding = shorter, other
        return None

    def _cut(self, scenario: Scenario, finding: Finding) -> Finding:
        """Return the finding with the smallest case that shows it twice."""
        runs, cuts = _CUTS, self.cuts(scenario)
        while runs and self.stuck < PATIENCE and (smaller := next(cuts, None)):
            runs -= 1
            if self._shows_again(smaller, finding) and (again := self._shows_again(smaller, finding)):
                scenario, finding, cuts = smaller, again, self.cuts(smaller)
        return replace(finding, case=self.paste(scenario, finding))

    def _shows_again(self, scenario: Scenario, finding: Finding) -> Finding | None:
        """Return the finding of one more run; None if it comes later, by chance, or the program hung too often."""
        found = self.run(scenario).findings.get(finding.rule.requirement) if self.stuck < PATIENCE else None
        return found if found and found.key <= finding.key else None

    def note(self, answer: Answer) -> Answer:
        self.stuck += answer.code is None or answer.excess is not None
        return answer
