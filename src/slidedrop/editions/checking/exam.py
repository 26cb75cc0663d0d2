"""The games that are played against a program, and what every assignment asks of them.

A game is typed at once, which is fast. What differs there is only a suspicion: the game is repeated key by key, from
the board before the difference where the program can load one, and what that shows counts.
"""

import re
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import ClassVar, Final, NamedTuple, Self

from slidedrop.editions.checking.assignments import RUNS, Assignment, Unmoved
from slidedrop.editions.checking.cases import enlarged, fewer_tiles, keys, starts
from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger
from slidedrop.editions.checking.printed import Printed, Shown, first_words, read_printed
from slidedrop.editions.checking.referee import Progress, Referee
from slidedrop.editions.checking.replay import examine
from slidedrop.editions.checking.running.crash import needs_terminal
from slidedrop.editions.checking.running.program import Answer, Kind, Way, converse
from slidedrop.twenty48 import Board, Direction, State

BY_LINES: Final = 400
"""Key by key a game takes longer, so fewer keys are typed; fewer still where no end of the game is waited for."""
_SOME_BY_LINES: Final = 100
_FEW_BY_LINES: Final = 8
PATIENCE: Final = 3
"""After so many games without an end the rest is not tried."""
_PLACES: Final = (-1, 0, -2, 1, -3, 2)
"""Where in the boards after a key the one that counts may be."""
_SURE: Final = 3
"""A place that explains so many keys more than another is the right one."""
_PREFIXES: Final = (1, 4, 16, 64)
_KEY_OF: Final = r"(?:\b{0}\w*\W{{1,4}}(\w)\b(?!\w)|(?<!\w)(\w)\W{{1,4}}(?:move |for |to )*{0})"
_ASKS: Final = re.compile(r"[?:]\s*$")


class Setup(NamedTuple):
    """How a game is started; a path is a file in the exam's own folder."""

    arguments: Sequence[str | Path] = ()
    files: Mapping[str, str] = {}
    first: Sequence[str] = ()
    """Lines typed before the moves."""
    last: Sequence[str] = ()
    """Lines typed after them."""


@dataclass(frozen=True)
class Game:
    """A game to be typed."""

    exam: "Exam"
    title: str
    moves: tuple[Direction, ...]
    start: State | None = None
    size: int = 4
    options: tuple[str, ...] = ()
    lines: bool = False
    """Whether it is typed key by key."""

    def run(self) -> Account:
        """Play it to its end or to the last key."""
        return self.exam.play(self)

    def shorter(self, finding: Finding) -> Iterator[Self]:
        """Yield the board before the key and this key alone, then more and more of the game, key by key."""
        kind = getattr(finding.values[0], "kind", None) if finding.fault is Fault.TROUBLE else None
        if finding.rule is RUNS and kind is not Kind.EXIT and finding.fault is not Fault.UNCLEAR:
            yield replace(self, moves=self.moves[:2], lines=True)
            yield self
            return
        if self.exam.loads:
            yield from self._loaded(finding)
        slow = replace(self, lines=True)
        whole = min(len(self.moves), finding.key + 2, self.exam.most_by_lines)
        yield from (replace(slow, moves=self.moves[:count]) for count in _PREFIXES if count < whole)
        yield from (replace(slow, moves=self.moves[:count]) for count in (whole, self.exam.most_by_lines))

    def _loaded(self, finding: Finding) -> Iterator[Self]:
        """Yield games that begin at the board of the finding."""
        score = self.start.score if self.start else 0
        slow = replace(self, lines=True, options=(), title="a game from this board")
        before, move = finding.before, finding.move
        if isinstance(before, Board) and move is not None:
            boards = (enlarged(before), enlarged(before), before) if finding.fault is Fault.SLIDE else (before,)
            for board in boards if finding.fault is not Fault.NOT_PRINTED else ():
                yield replace(slow, start=State(board, score), moves=(move,))
            for moves in ((move, *Direction), (*finding.silent, move)):
                yield replace(slow, start=State(before, score), moves=moves)
        if isinstance(finding.found, Board) and any(finding.found.tiles):
            yield replace(slow, start=State(finding.found, score), moves=tuple(Direction))

    def cuts(self) -> Iterator[Self]:
        """Yield the game with smaller or fewer tiles at its start, and without a half, a quarter or one of its keys."""
        if self.start is None:
            return
        yield from (replace(self, start=State(board, self.start.score)) for board in fewer_tiles(self.start.board))
        length = len(self.moves)
        for size in dict.fromkeys((length // 2, length // 4, 1)):
            for begin in range(0, length, size) if 0 < size < length else ():
                yield replace(self, moves=self.moves[:begin] + self.moves[begin + size :])

    def written(self, finding: Finding) -> tuple[str, ...]:
        """Return shell commands that play it up to the finding."""
        setup, moves = self.exam.setup(self), self.moves[: finding.key or None]
        return self.exam.pasted(setup, [*setup.first, *map(self.exam.word, moves), *setup.last])


@dataclass(frozen=True)
class Errand:
    """Something to be asked beside the games; it is repeated as it is."""

    run: Callable[[], Account]
    lines: tuple[str, ...]

    def shorter(self, finding: Finding) -> Iterator[Self]:  # noqa: ARG002 - the same for every finding
        """Yield it once more."""
        yield self

    def cuts(self) -> Iterator[Self]:
        """There is nothing to leave out."""
        return iter(())

    def written(self, finding: Finding) -> tuple[str, ...]:  # noqa: ARG002 - the same for every finding
        """Return shell commands that do it."""
        return self.lines


@dataclass
class Exam:
    """One program and one assignment."""

    most_keys: ClassVar[int] = 2000
    """So many keys bring any game of size 4 to its end."""
    assignment: Assignment
    command: Sequence[str]
    ledger: Ledger
    seconds: float = 5.0
    words: Sequence[str] = ("w", "s", "a", "d")
    """What is typed for up, down, left and right."""
    start_by: str = "argument"
    """How the swipe program is told its start file: as an argument, as a line of input, or not at all."""
    tell: Callable[[int, int], object] = lambda _number, _count: None
    folder: Path = field(default_factory=Path)
    way: Way = field(default_factory=Way)
    first: Sequence[str] = ()
    """Lines that the program wants to read before its first key."""
    stuck: int = 0
    """How many runs had to be ended."""
    shows: bool | None = None
    """Whether it prints a board after a key that moves nothing, where games key by key have shown that."""

    @property
    def loads(self) -> bool:
        """Whether a game can begin from a board of ours."""
        return False

    @property
    def most_by_lines(self) -> int:
        """How many keys are typed key by key."""
        return BY_LINES if self.assignment.ends else _SOME_BY_LINES

    def take(self, games: int, seed: int) -> None:
        """Play the games and note all that is found."""
        random = Random(seed)  # noqa: S311 - the same games for the same seed
        with tempfile.TemporaryDirectory(prefix="slidedrop-check-") as folder:
            self.folder = Path(folder)
            boards = starts(random)
            for number in range(games):
                self.tell(number + 1, games)
                if self.stuck < PATIENCE and not (self.way.lines and number >= _FEW_BY_LINES):
                    self.examine(self._game(number, boards, random))
            if self.ledger.held.total() and self.stuck < PATIENCE:  # nothing more can be asked of one that fails
                self.ask_more(random)

    def _game(self, number: int, boards: Iterator[Board], random: Random) -> Game:
        """Return one game; where the program loads boards, three of four begin from a board of ours."""
        given = next(boards) if self.loads and number % 4 != 1 else None
        title = f"game {number + 1}" + (" (from a start file)" if given else "")
        start = State(given, 4 * number if "score" in self.assignment.dialogue else 0) if given else None
        return Game(self, title, tuple(keys(self.most_keys, number, random)), start)

    def examine(self, game: Game) -> None:
        """Play a game; a suspicion that no repetition key by key shows means that it must always be typed so."""
        lost = examine(replace(game, lines=self.way.lines), self.ledger)
        if lost and not self.way.lines:
            self.way = replace(self.way, lines=True)
            lost = examine(replace(game, moves=game.moves[: self.most_by_lines], lines=True), self.ledger)
        for finding in lost:
            self.ledger.doubt(finding)

    def ask(self, errand: Errand) -> None:
        """Ask something beside the games."""
        for finding in examine(errand, self.ledger):
            self.ledger.doubt(finding)

    def ask_more(self, random: Random) -> None:
        """Look at what an assignment asks beside its games."""

    def setup(self, game: Game) -> Setup:  # noqa: ARG002 - for the assignments that have files
        """Return how a game is started."""
        return Setup(first=self.first)

    def judge_files(self, game: Game, referee: Referee) -> None:
        """Judge what a game has written, where it could be followed to its end."""

    def talk(
        self, setup: Setup, typed: Sequence[str], *, more: float = 0, hold: bool = False, lines: bool = False
    ) -> Answer:
        """Run the program once; `more` seconds are allowed where the assignment makes it pause."""
        for name, content in setup.files.items():
            (self.folder / name).write_text(content)
        paths = (str(self.folder / word) if isinstance(word, Path) else word for word in setup.arguments)
        command, seconds = [*self.command, *paths], self.seconds + more
        way = replace(self.way, lines=lines or self.way.lines)
        answer = converse(command, typed, seconds=seconds, hold=hold, way=way)
        if not way.tty and answer.code and needs_terminal(answer.errors):
            self.way = replace(self.way, tty=True, lines=True)
            answer = converse(command, typed[: self.most_by_lines], seconds=seconds, hold=hold, way=self.way)
        self.stuck += answer.code is None or answer.excess is not None
        return answer

    def pasted(self, setup: Setup, typed: Sequence[str]) -> tuple[str, ...]:
        """Return shell commands that start the program in this way and type these lines."""
        texts = {name: shlex.quote(text.replace("\n", "\\n")) for name, text in setup.files.items()}
        files = [f"printf {text} > {name}" for name, text in texts.items()]
        command = shlex.join([*self.command, *map(str, setup.arguments)])
        return (*files, f"printf '%s\\n' {shlex.join(typed)} | {command}")

    def play(self, game: Game) -> Account:
        """Play one game and judge it."""
        setup, slow = self.setup(game), game.lines or self.way.lines
        moves = game.moves[: self.most_by_lines] if slow else game.moves
        typed = [*setup.first, *map(self.word, moves), *setup.last]
        answer = self.talk(setup, typed, hold=self.assignment.ends and not setup.last, lines=slow)
        if self.way.lines:  # it may have turned out right now that it needs a terminal
            moves = moves[: self.most_by_lines]
        return self._judged(replace(game, moves=moves), setup, answer)

    def _judged(self, game: Game, setup: Setup, answer: Answer) -> Account:
        """Judge a game; a score may be printed before its board or after it, whichever is right."""
        printed = read_printed(answer.text, game.size)
        if not printed.boards:
            return self._nothing(game, answer)
        referee = self._followed(game, setup, answer, printed)
        score = self.assignment.dialogue.get("score", RUNS).requirement
        if score in referee.account.findings:
            other = self._followed(game, setup, answer, printed.reread())
            better = other.account.held[score] > referee.account.held[score]
            referee = other if better and set(other.account.findings) < set(referee.account.findings) else referee
        if referee.progress is Progress.WHOLE:
            self.judge_files(game, referee)
        if answer.pieces and len(referee.habits) == 1:
            (self.shows,) = referee.habits
        return referee.account

    def _nothing(self, game: Game, answer: Answer) -> Account:
        """Judge a game that printed no board."""
        account = Account(self.assignment.dialogue)
        begins, advice = first_words(answer.text), self._advice(answer)
        if game.start is None and self.loads and self.ledger.held.total():
            account.judge("loaded", False, Fault.NO_DEFAULT, where=game.title)  # noqa: FBT003 - not held
        elif answer.trouble:
            account.runs(answer.trouble, where=game.title, advice=advice)
        else:
            account.judge("text", False, Fault.NO_BOARD, game.size, begins, where=game.title, advice=advice)  # noqa: FBT003 - not held
        return account

    def _advice(self, answer: Answer) -> str:
        """Return which option may help: the program's own keys, or an answer to what it asks first."""
        text = answer.text.lower()
        found = [re.search(_KEY_OF.format(direction.value), text) for direction in Direction]
        theirs = [next(filter(None, match.groups())) for match in found if match]
        if len(set(theirs)) == len(self.words) and theirs != list(self.words):
            return f"It seems to have its own keys: try --keys {','.join(theirs)}."
        asked = answer.pieces[0] if answer.pieces else answer.text
        if not self.first and _ASKS.search(asked) and not read_printed(asked, 4).boards:
            question = asked.strip().splitlines()[-1][-60:]
            return f"It seems to ask something first, '{question}': answer it with --first LINE."
        return ""

    def _followed(self, game: Game, setup: Setup, answer: Answer, printed: Printed) -> Referee:
        """Follow the game to its end; of several boards after a key those at the place that fits best count."""
        boards = iter(printed.boards)
        after = [len(read_printed(piece, game.size).boards) for piece in answer.pieces[len(setup.first) :]]
        pieces = [list(islice(boards, count)) for count in after] if after and after[0] else []
        noisy = any(len(piece) > 1 for piece in pieces[1:])
        found = [self._at(place, pieces, game, setup, answer, printed) for place in (_PLACES if noisy else (-1,))]
        referee = max(found, key=lambda one: (not one.account.findings, one.keys))
        if noisy and referee.account.findings:
            others = [one for one in found if set(one.account.findings) != set(referee.account.findings)]
            if any(one.keys + _SURE > referee.keys for one in others):
                referee.account.findings.clear()
                most = max(map(len, pieces[1:]))
                referee.account.judge("runs", False, Fault.UNCLEAR, most, **referee.evidence)  # noqa: FBT003 - not held
        return referee

    def _at(
        self, place: int, pieces: Sequence[Sequence[Shown]], game: Game, setup: Setup, answer: Answer, printed: Printed
    ) -> Referee:  # fmt: skip
        """Follow the game by the boards at this place after each key."""
        referee = Referee(self.assignment, game.title, self.words, shows=self.shows)
        referee.heard = self.ledger.held[self.assignment.dialogue["tile"].requirement] > 0
        self._begins(referee.account, printed.boards[0], game)
        score = printed.boards[0].score
        score = score if score is not None else game.start.score if game.start else 0
        if pieces:
            left = referee.follow_lines(pieces, game.moves, score, place)
        else:
            left = referee.follow(printed.boards, game.moves, score)
        self._looks(referee)
        self._ends(referee, printed, left, answer, quits=bool(setup.last))
        return referee

    def word(self, move: Direction) -> str:
        """Return what is typed for a direction."""
        return self.words[list(Direction).index(move)]

    def _begins(self, account: Account, shown: Shown, game: Game) -> None:
        """Judge the first board."""
        where, asked = game.title, self.assignment.dialogue
        if game.start is not None:
            right = shown.board == game.start.board and shown.score in {None, game.start.score}
            boards = {"expected": game.start.board, "found": shown.board}
            account.judge("loaded", right, Fault.LOADED, where=where, **boards)
            return
        missing = [text for text in self.assignment.greets if text not in shown.lead.lower()]
        if "welcome" in asked:
            account.judge("welcome", not missing, Fault.WELCOME, "".join(missing[:1]), where=where)
        tiles = [tile for tile in shown.board.tiles if tile]
        if "start" in asked:
            new = len(tiles) == 2 and set(tiles) <= set(self.assignment.new_tiles) and not shown.score
            account.judge("start", new, Fault.START, where=where, found=shown.board)
        else:
            lawful = bool(tiles) and all(tile > 1 and tile & (tile - 1) == 0 for tile in tiles)
            account.judge("loaded", lawful, Fault.NO_DEFAULT, where=where, found=shown.board)

    def _looks(self, referee: Referee) -> None:
        """Judge how the boards are written."""
        boards, looks, account = referee.counted, self.assignment.looks, referee.account
        wrong = sorted(mark for shown in boards for mark in shown.marks if mark != self.assignment.empty)
        marks = ("".join(wrong[:1]), self.assignment.empty)
        if account.judge("text", not wrong, Fault.MARK, *marks, where=referee.title) and looks:
            headed = all(re.search(looks.get("head", ""), shown.lead) for shown in boards)
            rowed = all(re.search(looks.get("row", ""), row) for row in boards[0].rows)
            account.judge("text", headed and rowed, Fault.LOOKS, looks["says"], where=referee.title)

    def _ends(self, referee: Referee, printed: Printed, left: Sequence[Shown], answer: Answer, *, quits: bool) -> None:
        """Judge how the game ended."""
        evidence = {**referee.evidence, "found": referee.board}
        if referee.progress is Progress.RAN_OUT:
            self._ran_out(referee, printed, answer)
        elif referee.progress is not Progress.WHOLE:
            return
        elif not self.assignment.ends:
            referee.account.judge("runner", True, Fault.NOT_PRINTED)  # noqa: FBT003 - held
            referee.account.runs(answer.trouble if answer.code is None or answer.endless else None, **evidence)
        elif referee.board.is_stuck:
            self._over(referee, printed, left, answer)
        elif quits:
            referee.account.runs(answer.trouble, **evidence)

    def _ran_out(self, referee: Referee, printed: Printed, answer: Answer) -> None:
        board, account = referee.board, referee.account
        evidence = {**referee.evidence, "found": board}
        said = self.assignment.over_says in printed.tail.lower()
        if answer.trouble:
            account.runs(answer.trouble, **evidence)
        elif said and self.assignment.ends and not answer.waited:
            moves = " or ".join(direction.value for direction in board.legal_directions())
            account.judge("over", False, Fault.ENDED_EARLY, moves, **evidence)  # noqa: FBT003 - not held
        else:
            shown = self.assignment.unmoved is Unmoved.SHOWN
            part = "runner" if "runner" in account.rules else "unmoved" if shown else "tile"
            advice = self._advice(answer) if referee.keys == 1 else ""
            account.judge(part, False, Fault.NOT_PRINTED, **evidence, advice=advice)  # noqa: FBT003 - not held

    def _over(self, referee: Referee, printed: Printed, left: Sequence[Shown], answer: Answer) -> None:
        account, said = referee.account, self.assignment.over_says
        evidence = {**referee.evidence, "found": referee.board}
        is_said = said in printed.tail.lower()
        late = answer.waited or len(left) > (1 if said and is_said else 0)
        if account.judge("over", not late, Fault.WENT_ON, **evidence):
            account.runs(answer.trouble, **evidence)
            if said:
                account.judge("said", is_said, Fault.UNSAID, said, **evidence)
