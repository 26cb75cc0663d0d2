"""The exam of a typed 2048: games played with a program, checked against an assignment.

All keys are sent at once, which is fast. A difference there is only a suspicion: the game is repeated key by key, from
the board before the difference if the program can load one, and only that result counts.
"""

import re
import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from slidedrop.editions.checking.assignments import RUNS, Assignment, Unmoved
from slidedrop.editions.checking.cases import enlarged, keys
from slidedrop.editions.checking.exam import PATIENCE, Exam, Scenario, Step, Subject
from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger
from slidedrop.editions.checking.printed import Printed, Shown, first_words, read_printed
from slidedrop.editions.checking.referee import Progress, Referee, odd_tile
from slidedrop.editions.checking.running.crash import needs_terminal
from slidedrop.editions.checking.running.program import Answer, Kind, converse
from slidedrop.twenty48 import Board, Direction

_BY_LINES: Final = 400
"""A game played key by key takes longer, so it has fewer keys, and even fewer if it need not reach its end."""
_SOME_BY_LINES: Final = 100
_FEW_BY_LINES: Final = 8
_PLACES: Final = (-1, 0, -2, 1, -3, 2)
"""The possible places of the board that counts among those printed after a key."""
_SURE: Final = 3
"""A place that explains this many keys more than another is the right one."""
_PREFIXES: Final = (1, 4, 16, 64)
_KEY_OF: Final = r"(?:\b{0}\w*\W{{1,4}}(\w)\b(?!\w)|(?<!\w)(\w)\W{{1,4}}(?:move |for |to )*{0})"
_BY_CHANCE: Final = "# new tiles are random: repeat this until it shows"
_ASKS: Final = re.compile(r"[?:]\s*$")


class Setup(NamedTuple):
    """How the program is started; a path is a file in the exam's folder."""

    arguments: Sequence[str | Path] = ()
    files: Mapping[str, str] = {}
    first: Sequence[str] = ()
    """Lines typed before the moves."""
    last: Sequence[str] = ()
    """Lines typed after them."""


class Start(NamedTuple):
    """How a game starts, besides its board."""

    score: int = 0
    size: int = 4
    options: tuple[str, ...] = ()


class Errand(NamedTuple):
    """A check without a game; it is repeated unchanged."""

    judge: Callable[[Account], None]
    lines: tuple[str, ...]


def game(title: str, moves: Iterable[Direction], board: Board | None, start: Start) -> Scenario:
    """Return a game to type, from the given board or the program's own start."""
    return Scenario(title, (Step("start", board, start), *(Step("key", value=move) for move in moves)))


class Exam2048(Exam):
    """A program and an assignment about 2048."""

    answers: ClassVar[str] = "--first LINE"
    """The options that answer what the program asks before its game."""
    most_keys: ClassVar[int] = 2000
    """Enough keys to bring any game of size 4 to its end."""

    def __init__(self, assignment: Assignment, subject: Subject, skip: Iterable[str] = ()) -> None:
        super().__init__(assignment, subject, skip)
        self.folder = Path()
        self.shows: bool | None = None
        """Whether it prints a board after a key that moves nothing, if games played key by key have shown that."""
        self.loads = "loaded" in self.rules and subject.start_by != "none"
        """Whether it starts from a given board."""
        self.silent = False
        """Whether it prints nothing before it ends, so that its output cannot be read key by key."""

    @property
    def most_by_lines(self) -> int:
        return _BY_LINES if self.assignment.ends else _SOME_BY_LINES

    def take(self, games: int, seed: int, tell: Callable[[], object] = lambda: None) -> Ledger:
        """Play the games in their own folder, then run the other checks."""
        with tempfile.TemporaryDirectory(prefix="slidedrop-check-") as folder:
            self.folder = Path(folder)
            super().take(games, seed, tell)
            if self.ledger.held.total() and self.stuck < PATIENCE:  # a failing program is not checked further
                self.ask_more()
        return self.ledger

    def scenario(self, number: int) -> Scenario | None:
        """Return one game; if the program loads boards, three of four start from one."""
        if self.way.lines and number >= _FEW_BY_LINES:
            return None
        given = next(self.boards) if self.loads and number % 4 != 1 else None
        title = f"game {number + 1}" + (" (from a start file)" if given else "")
        score = 4 * number if given and "score" in self.rules else 0
        return game(title, keys(self.most_keys, number, self.random), given, Start(score))

    def unrepeated(self, scenario: Scenario) -> list[Finding]:
        """Play a game; if no repetition key by key shows a suspicion, later games are typed key by key."""
        lost = super().unrepeated(scenario)
        if lost and not self.way.lines and scenario.steps[1:]:
            self.way = replace(self.way, lines=True)
            return super().unrepeated(scenario.upto(self.most_by_lines))
        return lost

    def ask_more(self) -> None:
        """Check the requirements that need no game."""

    def ask(self, judge: Callable[[Account], None], setup: Setup, typed: Sequence[str], *then: str) -> None:
        """Run a check without a game; its setup and input, and what comes then, are the case to paste."""
        self.examine(Scenario("", (Step("errand", value=Errand(judge, (*self.pasted(setup, typed), *then))),)))

    def repeats(self, scenario: Scenario, finding: Finding) -> Iterator[Scenario]:
        """Yield the board before the key with this key alone, then longer parts of the game, key by key."""
        kind = getattr(finding.values[0], "kind", None) if finding.fault is Fault.TROUBLE else None
        if scenario.steps[0].name == "errand":
            yield scenario
        elif finding.rule == RUNS and kind is not Kind.EXIT and finding.fault is not Fault.UNCLEAR:
            yield scenario.upto(2)
            yield scenario
        else:
            yield from self._loaded(scenario.steps[0].value.score, finding) if self.loads else ()
            whole = min(len(scenario.steps) - 1, finding.key + 2, self.most_by_lines)
            yield from map(scenario.upto, [count for count in _PREFIXES if count < whole])
            yield from map(scenario.upto, (whole, self.most_by_lines))

    def _loaded(self, score: int, finding: Finding) -> Iterator[Scenario]:
        def begun(board: Board, *moves: Direction) -> Scenario:
            return replace(game("a game from this board", moves, board, Start(score, board.size)), again=True)

        before, move = finding.before, finding.move
        if isinstance(before, Board) and move is not None:
            boards = (enlarged(before), enlarged(before), before) if finding.fault is Fault.SLIDE else (before,)
            yield from (begun(board, move) for board in boards if finding.fault is not Fault.NOT_PRINTED)
            yield begun(before, move, *Direction)
            yield begun(before, *finding.silent, move)
        if isinstance(finding.found, Board) and any(finding.found.tiles):
            yield begun(finding.found, *Direction)

    def cuts(self, scenario: Scenario) -> Iterator[Scenario]:
        """Yield shorter games, if the same board can be loaded again."""
        return scenario.cuts() if scenario.steps[0].board else iter(())

    def paste(self, scenario: Scenario, finding: Finding) -> tuple[str, ...]:
        first = scenario.steps[0]
        if isinstance(first.value, Errand):
            return first.value.lines
        setup, moves = self.setup(first), scenario.steps[1 : finding.key + 1 if finding.key else None]
        lines = self.pasted(setup, [*setup.first, *(self.word(step.value) for step in moves), *setup.last])
        chance = not first.board and (finding.key or finding.fault in {Fault.START, Fault.VALUE})
        return (_BY_CHANCE, *lines) if chance else lines

    def setup(self, first: Step) -> Setup:  # noqa: ARG002 - for the assignments that have files
        return Setup(first=self.subject.first)

    def judge_files(self, referee: Referee) -> None:
        """Judge the files of a game that was followed to its end."""

    def talk(
        self, setup: Setup, typed: Sequence[str], *, more: float = 0, hold: bool = False, lines: bool = False
    ) -> Answer:
        """Run the program once, with `more` seconds if the assignment makes it pause."""
        for name, content in setup.files.items():
            (self.folder / name).write_text(content)
        paths = (str(self.folder / word) if isinstance(word, Path) else word for word in setup.arguments)
        command, seconds = [*self.subject.command, *paths], self.subject.seconds + more
        way = replace(self.way, lines=(lines or self.way.lines) and not self.silent)
        answer = converse(command, typed, seconds=seconds, hold=hold, way=way)
        self.silent = self.silent or (way.lines and not answer.pieces)
        if not way.tty and answer.code and needs_terminal(answer.errors):
            self.way = replace(self.way, tty=True, lines=True)
            answer = converse(command, typed[: self.most_by_lines], seconds=seconds, hold=hold, way=self.way)
        return self.note(answer)

    def pasted(self, setup: Setup, typed: Sequence[str]) -> tuple[str, ...]:
        """Return shell commands that start the program this way and type these lines."""
        texts = {name: shlex.quote(text.replace("\n", "\\n")) for name, text in setup.files.items()}
        files = [f"printf {text} > {name}" for name, text in texts.items()]
        command = shlex.join([*self.subject.command, *map(str, setup.arguments)])
        return (*files, f"printf '%s\\n' {shlex.join(typed)} | {command}")

    def word(self, move: Direction) -> str:
        return self.subject.words[list(Direction).index(move)]

    def run(self, scenario: Scenario) -> Account:
        first = scenario.steps[0]
        if isinstance(first.value, Errand):
            account = Account(self.rules)
            first.value.judge(account)
            return account
        setup, slow = self.setup(first), scenario.again or self.way.lines
        moves = [step.value for step in scenario.steps[1:]][: self.most_by_lines if slow else None]
        typed = [*setup.first, *map(self.word, moves), *setup.last]
        answer = self.talk(setup, typed, hold=self.assignment.ends and not setup.last, lines=slow)
        if self.way.lines:  # it may just have turned out that it needs a terminal
            moves = moves[: self.most_by_lines]
        return Watched(self, scenario.title, first, moves, setup, answer).judged()


class Watched:
    """One finished game: its input and output."""

    def __init__(
        self, exam: Exam2048, title: str, first: Step, moves: Sequence[Direction], setup: Setup, answer: Answer
    ) -> None:
        self.exam, self.title, self.moves, self.setup, self.answer = exam, title, moves, setup, answer
        self.given, self.start = first.board, first.value
        self.assignment, self.rules = exam.assignment, exam.rules

    def judged(self) -> Account:
        """Judge the game; scores may be printed before or after their boards, whichever fits."""
        printed = read_printed(self.answer.text, self.start.size)
        if not printed.boards:
            return self._judge_no_board()
        referee = self._followed(printed)
        score = self.rules.get("score", RUNS).requirement
        if score in referee.account.findings:
            other = self._followed(printed.reread())
            better = other.account.held[score] > referee.account.held[score]
            referee = other if better and set(other.account.findings) < set(referee.account.findings) else referee
        if referee.account.findings and (question := self._question()):  # which took the first key
            account = Account(self.rules)
            account.charge("runs", Fault.ASKS, question, self.exam.answers, where=self.title)
            return account
        if referee.progress is Progress.WHOLE and not self.answer.failure:
            self.exam.judge_files(referee)
        if self.answer.pieces and len(referee.habits) == 1:
            (self.exam.shows,) = referee.habits
        return referee.account

    def _judge_no_board(self) -> Account:
        account, answer, advice = Account(self.rules), self.answer, self._advice()
        if self.given is None and "start" not in self.rules and self.exam.loads and self.exam.ledger.held.total():
            account.charge("loaded", Fault.NO_DEFAULT, where=self.title)
        elif answer.trouble:
            account.runs(answer.trouble, where=self.title, advice=advice)
        else:
            begins = first_words(answer.text)
            account.charge("text", Fault.NO_BOARD, self.start.size, begins, where=self.title, advice=advice)
        return account

    def _advice(self) -> str:
        """Return the option that may help: the program's keys, or an answer to its first question."""
        text, words = self.answer.text[: 1 << 14].lower(), list(self.exam.subject.words)
        found = [re.search(_KEY_OF.format(direction.value), text) for direction in Direction]
        theirs = [next(filter(None, match.groups())) for match in found if match]
        if len(set(theirs)) == len(words) and theirs != words:
            return f"It seems to have its own keys: try --keys {','.join(theirs)}."
        question = self._question() if self.answer.pieces else _asked(self.answer.text)
        seems = f"It seems to ask something first, '{question}': answer it with {self.exam.answers}."
        return seems if question else ""

    def _question(self) -> str:
        """Return what the program asked before its first board and had no answer for; empty if it asked nothing."""
        return _asked("".join(self.answer.pieces[: len(self.setup.first) + 1]))

    def _followed(self, printed: Printed) -> Referee:
        """Follow the game to its end; of several boards after a key, the place that fits best counts."""
        boards, pieces = iter(printed.boards), self.answer.pieces[len(self.setup.first) :]
        after = [list(islice(boards, len(read_printed(piece, self.start.size).boards))) for piece in pieces]
        after = after if after and after[0] else []
        noisy = any(len(piece) > 1 for piece in after[1:])
        found = [self._at(place, after, printed) for place in (_PLACES if noisy else (-1,))]
        referee = max(found, key=lambda one: (not one.account.findings, one.keys))
        if noisy and referee.account.findings:
            others = [one for one in found if set(one.account.findings) != set(referee.account.findings)]
            if any(one.keys + _SURE > referee.keys for one in others):
                referee.account.findings.clear()
                referee.account.charge("runs", Fault.UNCLEAR, max(map(len, after[1:])), **referee.evidence)
        return referee

    def _at(self, place: int, pieces: Sequence[Sequence[Shown]], printed: Printed) -> Referee:
        """Follow the game by the board at this place after each key."""
        referee = Referee(self.assignment, self.title, self.exam.subject.words, shows=self.exam.shows)
        referee.heard = self._reacts_to_keys()
        self._begins(referee.account, printed.boards[0])
        score = printed.boards[0].score
        score = self.start.score if score is None else score
        if pieces:
            left = referee.follow_lines(pieces, self.moves, score, place)
        else:
            left = referee.follow(printed.boards, self.moves, score)
        self._judge_looks(referee)
        self._ends(referee, printed.tail.lower(), len(left))
        return referee

    def _reacts_to_keys(self) -> bool:
        """Tell whether the program has already printed a board after a key: one with a new tile, or a wrong slide."""
        ledger, slides = self.exam.ledger, {rule.requirement for name, rule in self.rules.items() if "slide" in name}
        return ledger.held[self.rules["tile"].requirement] > 0 or not slides.isdisjoint(ledger.broken)

    def _begins(self, account: Account, shown: Shown) -> None:
        where = self.title
        if self.given is not None:
            boards, scores = {"expected": self.given, "found": shown.board}, (self.start.score, shown.score)
            if account.judge("loaded", shown.board == self.given, Fault.LOADED, where=where, **boards):
                right = shown.score in {None, self.start.score}
                account.judge("loaded", right, Fault.LOADED_SCORE, *scores, where=where, found=shown.board)
            return
        missing = [text for text in self.assignment.greets if text not in shown.lead.lower()]
        if "welcome" in self.rules:
            account.judge("welcome", not missing, Fault.WELCOME, "".join(missing[:1]), where=where)
        tiles = [tile for tile in shown.board.tiles if tile]
        if "start" in self.rules:
            if account.judge("start", len(tiles) == 2 and not shown.score, Fault.START, where=where, found=shown.board):
                odd = odd_tile(tiles, self.assignment)
                account.judge("value", not odd, Fault.VALUE, *odd, where=where, found=shown.board)
        else:
            lawful = bool(tiles) and all(tile > 1 and tile & (tile - 1) == 0 for tile in tiles)
            account.judge("loaded", lawful, Fault.NO_DEFAULT, where=where, found=shown.board)

    def _judge_looks(self, referee: Referee) -> None:
        boards, looks, account = referee.counted, self.assignment.looks, referee.account
        wrong = sorted(mark for shown in boards for mark in shown.marks if mark != self.assignment.empty)
        marks = ("".join(wrong[:1]), self.assignment.empty)
        if account.judge("text", not wrong, Fault.MARK, *marks, where=self.title) and looks:
            headed = all(re.search(looks.get("head", ""), shown.lead) for shown in boards)
            rowed = all(re.search(looks.get("row", ""), row) for row in boards[0].rows)
            account.judge("text", headed and rowed, Fault.LOOKS, looks["says"], where=self.title)

    def _ends(self, referee: Referee, tail: str, left: int) -> None:
        """Judge how the game ended; `left` is the number of boards without a key."""
        account, answer, evidence = referee.account, self.answer, {**referee.evidence, "found": referee.board}
        if referee.progress is Progress.RAN_OUT:
            self._judge_early_end(referee, tail, referee.evidence)
        elif referee.progress is not Progress.WHOLE:
            return
        elif not self.assignment.ends:
            account.hold("runner")
            account.runs(answer.trouble if answer.code is None else None, **evidence)
        elif referee.board.is_over or self.setup.last:
            said, over = self.assignment.over_says, referee.board.is_over
            if over and (answer.waited or left > (1 if said else 0)):  # a game that is over at once may read one key
                account.charge("over", Fault.WENT_ON, **evidence)
                return
            account.runs(answer.failure, **evidence)
            by_itself = over and (referee.keys < len(self.moves) or not self.setup.last)
            if by_itself and not answer.failure:  # a game that was stopped says nothing about its end
                account.hold("over")
                if said:
                    account.judge("said", said in tail, Fault.UNSAID, said, **evidence)

    def _judge_early_end(self, referee: Referee, tail: str, evidence: dict[str, object]) -> None:
        """Judge a game that stopped printing boards too early."""
        account = referee.account
        if self.answer.failure:
            account.runs(self.answer.failure, **evidence)
        elif self.assignment.over_says in tail and self.assignment.ends and not self.answer.waited:
            moves = " or ".join(direction.value for direction in referee.board.legal_moves())
            account.charge("over", Fault.ENDED_EARLY, moves, **evidence)
        elif self.answer.trouble:
            account.runs(self.answer.trouble, **evidence)
        else:
            shown = self.assignment.unmoved is Unmoved.SHOWN
            part = "runner" if "runner" in self.rules else "unmoved" if shown else "tile"
            advice = self._advice() if referee.keys == 1 else ""
            if part != "tile" or referee.keys < len(self.moves) or self.given is None:  # else it may not have moved
                account.charge(part, Fault.NOT_PRINTED, **evidence, advice=advice)


def _asked(text: str) -> str:
    """Return the question at the end of a text without a board."""
    asks = _ASKS.search(text) and not read_printed(text, 4).boards
    return text.strip().splitlines()[-1][-60:] if asks else ""
