"""The results of a check: how often each requirement passed, and the first evidence against it.

A finding names its fault by an enum and carries values; its sentence is made when it is printed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from itertools import zip_longest
from typing import Any, NamedTuple

from slidedrop.editions.checking.assignments import RUNS, Rule
from slidedrop.editions.checking.running.program import Trouble
from slidedrop.twenty48 import Direction


class Fault(Enum):
    """A possible fault; the value is its sentence, with places for a finding's values."""

    TROUBLE = "{}"
    BUILD = "the build failed: {}"
    UNCLEAR = "{} boards were printed after this key, and it is unclear which of them counts; print one board per key"
    NO_BOARD = "no {0}x{0} board was found in its output, '{1}'"
    ASKS = "it asks something before its first board, '{}': answer it with {}"
    NOT_PRINTED = "no board was printed after this key"
    WELCOME = "'{}' is not printed before the first board"
    START = "the first board is not a new game"
    LOADED = "the first board is not that of the file"
    LOADED_SCORE = "the score of the file is {}, and the first board has score {}"
    NO_DEFAULT = "without a start file it shows no default start"
    MARK = "an empty cell is written '{}', not '{}'"
    LOOKS = "the board is not written as asked: {}"
    SIZE_CHANGED = "the board now has size {}"
    SLIDE = "{} {}, read from the {}: {} slides to {} and became {}"
    STAYED = "the tiles can slide {}, and nothing moved"
    TILES = "{} new tiles came after a move, not {}"
    VALUE = "the new tile is {}, and a new tile is {}"
    OVERWRITTEN = "a new tile {} was put on the {} in row {}, column {}, which was not free"
    SCORE = "the score is {} and should be {}"
    UNMOVED_TILE = "nothing moves {}, and a new tile came"
    UNMOVED_CHANGED = "nothing moves {}, and the board changed"
    UNMOVED_STATE = "nothing moves {}, and {} changed from {} to {}"
    UNMOVED_PRINTED = "nothing moves {}, and the grid was printed"
    UNMOVED_SILENT = "nothing moves {}, and the board was not printed"
    SILENT_TILE = "{} before it moved nothing, and a new tile came"
    ENDED_EARLY = "it ended, and tiles can still move {}"
    WENT_ON = "nothing can move any more, and it went on asking for keys"
    UNSAID = "'{}' is not printed at the end"
    NOT_SAVED = "no board was saved to the file after -o when {}"
    FILE_LINE = "line {} of the file should be {!a} and is {!a}"
    FILE_LINES = "the file should have {} lines, each with a newline, and has {}"
    RESAVED = "the board was loaded from {!a} and saved at once as {!a}"
    SIZE = "-s {} brings no board of size {}"
    ORDER = "-s {} works on one side of -o and not on the other"
    CONTROLS = "the controls are not listed as in the assignment before the first board, or the prompt '>' is missing"
    NOT_REPEATED = "after {} the controls were not printed again"
    STRANGE = "typing {} changed the board"
    RECORD = "the log holds {!a} after a recorded game"
    NO_REPLAY = "the replay printed no board"
    NO_TILES = "no tile came while replaying: the tiles add up to {}"
    NOT_APPENDED = "{} and {} were played after the replay, and the log ends in {!a}"
    NO_GRID = "no {0}x{0} grid was found in its output, '{1}'"
    OTHER_SIZE = "the grid has size {}, and size {} was asked for"
    DISCS = "the first grid shows {} discs, not {}"
    ROBBED = "the computer took {}, which was taken"
    ACCEPTED = "{} had to be refused, and the grid after {} shows that something came of it"
    GRID = "after {} the grid does not show the earlier discs and the new one there"
    MOVED_ON = "{} ended the game, and the computer moved after it"
    WIN_IGNORED = "{} made four in a line, and the computer moved after it and was called the winner"
    ANSWERS = "the computer took {} squares after {}"
    WIN_MISSED = "the computer took {}, and {} wins at once"
    THREAT_MISSED = "the computer took {}, and the person can now win at {}"
    HIDDEN = "the game ended with {} or the answer to it, and the final grid was not shown"
    WON_EARLY = "{} ended the game, with free squares and no four in a line"
    STOPPED = "it ended before {}, with free squares and no winner"
    GAME_WENT_ON = "the game was over, and it went on"
    RESULT = "the end is '{}' and it said '{}'"
    LINE_UNSEEN = "the end is '{}', by the last square of all, and it said '{}'"
    RAISED = "{} raised {}: {}"
    HANGS = "{} did not come back within {:g} seconds"
    GAVE_NO_BOARD = "{} gave no board: {}"
    IMPORT = "{}: {}"
    NOT_NEW = "this is not a new game: {}"
    ASKED = "getBoard() and getScore() gave something else when they were called again"
    NOT_SET = "getBoard does not give what setBoard was given, or the score changed"
    FULL = "addTile changed a full board"
    ADDED = "addTile added a tile though nothing had moved"
    SAYS = "{} is {} on this board and should be {}"
    CHANGED_BY = "{} changed the {}"
    GREW = "the score grew by {} and should grow by {}"
    TWO_OBJECTS = "{} gave two objects"
    GAVE = "{} gave {}"
    NOT_LOADED = "{} is {} after loadGame, and was loaded as {}"
    MOVE_EVENTS = "2 listeners heard of the move {} times"
    STRAY_EVENT = "nothing moved, and {} was called"
    END_EVENTS = "2 listeners of {} were called {} times, not {}"
    DEAF = "only one of two listeners of {} was called"
    LISTENER = "{} was given {}={}, and getGameState() says {} at that time"


class Verdict(StrEnum):
    """The verdict on a requirement."""

    HELD = "passed"
    BROKEN = "broken"
    REMARK = "remark"
    UNSTEADY = "unsteady"
    """A difference was seen once, and repeating the same did not show it again."""
    NOT_SEEN = "not tested"
    LEFT_OUT = "left out"


class Result(StrEnum):
    """The verdict on a whole program."""

    RIGHT = "right"
    WRONG = "wrong"
    UNSTEADY = "unsteady"
    """Nothing is broken, and some requirement is unsteady."""
    NOT_ALL_SEEN = "not all tested"


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between the assignment and the program."""

    rule: Rule
    fault: Fault
    values: tuple[object, ...] = ()
    where: str = ""
    """How to see it."""
    before: object = None
    """A board of either game, drawn by str(); None if there is none."""
    move: Direction | None = None
    expected: object = None
    found: object = None
    key: int = 0
    """The number of keys or steps."""
    silent: tuple[Any, ...] = ()
    """The keys right before it that moved nothing and printed nothing; the places of squares that were refused."""
    advice: str = ""
    case: tuple[str, ...] = ()
    """Lines to paste that show it again."""

    @property
    def says(self) -> str:
        said = self.fault.value.format(*self.values)
        return f"{said}. {self.advice}" if self.advice else said

    def __str__(self) -> str:
        what = "The program has a problem" if self.rule == RUNS else f"{self.rule.requirement} is broken"
        again = ["  To see it again:", *self.case] if self.case else []
        return "\n".join([f"{what}: {self.says}", *self._evidence(), *again])

    @property
    def boards(self) -> list[tuple[str, object]]:
        after = f"after {self.move.value}" if self.move else "after it"
        here = "the board" if self.before is self.expected is None else f"{after}, yours"
        drawn = (("before", self.before), (f"{after}, by the rules", self.expected), (here, self.found))
        return [(title, board) for title, board in drawn if board is not None]

    def _evidence(self) -> list[str]:
        columns = [[title, *str(board).splitlines()] for title, board in self.boards]
        width = max((len(line) for column in columns for line in column), default=0)
        lines = zip_longest(*columns, fillvalue="")
        return [f"  in {self.where}"] * bool(self.where) + [
            "  " + "   ".join(f"{part:<{width}}" for part in line).rstrip() for line in lines
        ]


class Account:
    """The results of one run: how often each rule passed, and the first finding against each."""

    def __init__(self, rules: Mapping[str, Rule], evidence: Callable[[], Mapping[str, Any]] = dict) -> None:
        self.rules, self._evidence = rules, evidence
        self.held: Counter[str] = Counter()
        self.findings: dict[str, Finding] = {}

    def hold(self, part: str) -> None:
        self.held[self.rules[part].requirement] += 1

    def charge(self, part: str, fault: Fault, *values: object, **evidence: Any) -> None:  # noqa: ANN401 - a finding's fields
        rule = self.rules[part]
        if rule.requirement not in self.findings:
            self.findings[rule.requirement] = Finding(rule, fault, values, **{**self._evidence(), **evidence})

    def judge(self, part: str, held: bool, fault: Fault, *values: object, **evidence: Any) -> bool:  # noqa: ANN401, FBT001 - a finding's fields
        self.hold(part) if held else self.charge(part, fault, *values, **evidence)
        return held

    def runs(self, trouble: Trouble | None, **evidence: Any) -> None:  # noqa: ANN401 - a finding's fields
        self.judge("runs", trouble is None, Fault.TROUBLE, trouble, **evidence)


class Standing(NamedTuple):
    """The state of one requirement."""

    rule: Rule
    verdict: Verdict
    held: int
    finding: Finding | None

    def __str__(self) -> str:
        times = f"passed ({self.held} check{'s' * (self.held != 1)})"
        said = self.finding.says if self.finding else ""
        standing = {
            Verdict.HELD: times,
            Verdict.BROKEN: f"BROKEN: {said}",
            Verdict.REMARK: f"remark: {said}",
            Verdict.UNSTEADY: f"unsteady, seen once and not again: {said}",
            Verdict.NOT_SEEN: "not tested: no game got that far",
        }.get(self.verdict, self.verdict.value)
        return f"{self.rule.requirement:<9} {self.rule.says}: {standing}"


class Ledger:
    """All results of a check, by requirement."""

    def __init__(self, rules: Iterable[Rule], skipped: Iterable[str] = ()) -> None:
        self._rules = {rule.requirement: rule for rule in (*rules, RUNS)}
        self._skipped = frozenset(skipped)
        self.held: Counter[str] = Counter()
        self.broken: dict[str, Finding] = {}
        """The first finding for each broken requirement, in the order of discovery."""
        self.unsteady: dict[str, Finding] = {}

    def asks(self, rule: Rule) -> bool:
        """Tell whether a finding about a rule would be new."""
        return rule.requirement not in self._skipped and rule.requirement not in self.broken

    def doubt(self, finding: Finding) -> None:
        """Record a finding that did not show again; if another game shows it too, it counts."""
        before = self.unsteady.setdefault(finding.rule.requirement, finding)
        if before is not finding and before.fault is finding.fault:
            self.charge(finding)

    def charge(self, finding: Finding) -> None:
        """Record a finding that counts, also if it was doubtful before."""
        self.broken[finding.rule.requirement] = finding
        self.unsteady.pop(finding.rule.requirement, None)

    @property
    def first(self) -> Finding | None:
        """The first finding that counts; those about printed words and marks come last."""
        counted = (found for found in self.broken.values() if not found.rule.remark)
        return min(counted, key=lambda found: found.rule.cosmetic, default=None)

    @property
    def result(self) -> Result:
        """The verdict on the program, without remarks and requirements that were left out."""
        verdicts = [standing.verdict for standing in self.standings if not standing.rule.remark]
        if Verdict.BROKEN in verdicts or not self.held.total():
            return Result.WRONG
        if Verdict.NOT_SEEN in verdicts:
            return Result.NOT_ALL_SEEN
        return Result.UNSTEADY if Verdict.UNSTEADY in verdicts else Result.RIGHT

    @property
    def good(self) -> bool:
        """Whether every requirement was tested and none failed; an unsteady one does not count."""
        return self.result in {Result.RIGHT, Result.UNSTEADY}

    @property
    def standings(self) -> list[Standing]:
        every = ((rule, self._verdict_on(rule)) for rule in self._rules.values())
        return [Standing(rule, verdict, self.held[rule.requirement], finding) for rule, (verdict, finding) in every]

    def _verdict_on(self, rule: Rule) -> tuple[Verdict, Finding | None]:
        name = rule.requirement
        if name in self._skipped:
            return Verdict.LEFT_OUT, None
        if name in self.broken:
            return Verdict.REMARK if rule.remark else Verdict.BROKEN, self.broken[name]
        if name in self.unsteady:
            return Verdict.UNSTEADY, self.unsteady[name]
        return Verdict.HELD if self.held[name] else Verdict.NOT_SEEN, None

    def report(self) -> str:
        """Return the first difference with its boards, then one line per requirement."""
        first = [str(self.first), ""] if self.first else []
        return "\n".join([*first, *map(str, self.standings), "", self.verdict])

    @property
    def verdict(self) -> str:
        verdicts = Counter(standing.verdict for standing in self.standings)
        said = "All requirements passed." if self.result is Result.RIGHT else "No requirement is broken."
        if self.result is Result.WRONG:
            said = f"Broken: {verdicts[Verdict.BROKEN]} of {verdicts.total()} requirements."
        counted = (verdict for verdict in (Verdict.NOT_SEEN, Verdict.UNSTEADY) if verdicts[verdict])
        return " ".join([said, *(f"{verdict.capitalize()}: {verdicts[verdict]}." for verdict in counted)])
