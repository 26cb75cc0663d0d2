"""The exams of the assignments whose programs begin from files.

psa3: board files, byte for byte, sizes, strange input, record and replay; swipe: a start file that it is told of.
"""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.cases import keys
from slidedrop.editions.checking.exam import Errand, Exam, Game, Setup
from slidedrop.editions.checking.findings import Account, Fault
from slidedrop.editions.checking.printed import read_printed
from slidedrop.editions.checking.referee import Referee, new_tiles
from slidedrop.twenty48 import Board, Direction, State
from slidedrop.twenty48.notation import read_board, write_board

_WAYS: Final = ("Up", "Down", "Left", "Right")
_ROUND: Final = (0, 3, 1, 2, 0, 3)
"""Keys for a record: on any new board three of them move at least, so that replaying them brings new tiles."""
_MIDDLE: Final = Board.from_rows([(0, 0, 0, 0), (0, 4, 8, 0), (0, 16, 32, 0), (0, 0, 0, 0)])
"""A board that every direction changes, each in another way."""
_LOADED: Final = Board.from_rows([(2, 16, 0, 0), (16, 4, 2, 0), (4, 32, 0, 0), (8, 0, 0, 2)])
_MOST_AT_START: Final = 8
"""Two tiles of 4: what a board holds to which no tile was ever added."""
_LISTED: Final = re.compile(r"up|down|left|right|quit", re.IGNORECASE)
_START, _END, _LOG = Path("start.board"), Path("end.board"), Path("keys.log")


class Psa3Exam(Exam):
    """A program and assignment psa3."""

    most_keys = 300

    @property
    def loads(self) -> bool:
        """It loads board files with -i."""
        return True

    def setup(self, game: Game) -> Setup:
        """Start a game with -o, from a board file where a start is given."""
        (self.folder / _END).unlink(missing_ok=True)
        given = {str(_START): write_board(game.start.board, game.start.score)} if game.start else {}
        loaded: list[str | Path] = ["-i", _START] if game.start else []
        return Setup(["-o", _END, *game.options, *loaded], given, self.first, ["q"])

    def judge_files(self, game: Game, referee: Referee) -> None:  # noqa: ARG002 - the referee knows all of it
        """Compare the saved file with the last board and the last score of the game that wrote it."""
        account, board, evidence = referee.account, referee.board, {**referee.evidence, "found": referee.board}
        content = self._content(_END)
        if not account.judge("saved", (self.folder / _END).exists(), Fault.NOT_SAVED, **evidence):
            return
        score = referee.score
        if account.rules["score"].requirement in account.findings:  # the score is charged already
            line = content.split("\n")[1:2]
            score = int(line[0]) if line and line[0].isdecimal() else score
        right = write_board(board, score)
        account.judge("file", content == right, *_file_fault(right, content), **evidence)

    def ask_more(self, random: Random) -> None:
        """Check everything that does not need many games."""
        for size, real in ((3, 3), (5, 5), (1, 4)):
            self._errand(partial(self._size, size, real), ["-s", str(size)], ["q"])
        if self.ledger.asks(self.assignment.dialogue["size"]):
            self.examine(Game(self, "a game with -s 3", tuple(keys(60, 1, random)), size=3, options=("-s", "3")))
        strange = next(key for key in "xyz5" if key not in self.words)
        self._errand(partial(self._strange, strange), ["-o", _END], [strange, "q"])
        self._errand(self._saved_again, ["-i", _START, "-o", _END], ["q"])
        self._errand(self._recorded, ["--record", _LOG], [self.words[number] for number in _ROUND] + ["q"])

    def _errand(self, judge: Callable[[Account], None], arguments: list[str | Path], typed: list[str]) -> None:
        def run() -> Account:
            account = Account(self.assignment.dialogue)
            judge(account)
            return account

        self.ask(Errand(run, self.pasted(Setup(arguments), [*self.first, *typed])))

    def _asked(self, arguments: list[str | Path], typed: list[str], more: float = 0) -> str:
        answer = self.talk(Setup(arguments), [*self.first, *typed], more=more)
        return answer.text

    def _size(self, size: int, real: int, account: Account) -> None:
        text = self._asked(["-s", str(size), "-o", _END], ["q"])
        found = bool(read_printed(text, real).boards)
        account.judge("size", found, Fault.SIZE, size, real, where=f"a game with -s {size}")

    def _strange(self, strange: str, account: Account) -> None:
        """Type something that is no key: the program's own list of controls is printed again, and nothing changes."""
        where = f"a game with {strange} typed, then q"
        lines = [f"{re.escape(word)} - Move {way}" for word, way in zip(self.words, _WAYS, strict=True)]
        controls = re.compile(r"\s*".join(["Controls:", *lines, "q - Quit and Save Board"]))
        text = self._asked(["-o", _END], [strange, "q"])
        printed = read_printed(text, 4)
        lead = printed.boards[0].lead if printed.boards else ""
        account.judge("controls", bool(controls.search(lead)) and ">" in text, Fault.CONTROLS, where=where)
        boards = {shown.board for shown in printed.boards}
        found = printed.boards[-1].board if printed.boards else None
        own = [line.strip() for line in lead.splitlines() if _LISTED.search(line)]
        again = all(text.count(line) >= 2 for line in own)
        if own and account.judge("bad", len(boards) == 1, Fault.STRANGE, strange, where=where, found=found):
            account.judge("bad", again, Fault.NOT_REPEATED, strange, where=where, found=found)

    def _saved_again(self, account: Account) -> None:
        """Load a board and save it at once: ours, or one that it wrote itself where its files are not like ours."""
        self._asked(["-o", _START], [self.words[1], self.words[2], "q"])
        own = self._content(_START)
        try:
            ours = write_board(*read_board(own)) == own
        except NotationError:
            ours = False
        source = write_board(_LOADED, 224) if ours else own
        (self.folder / _START).write_text(source)
        (self.folder / _END).unlink(missing_ok=True)
        shown = read_printed(self._asked(["-i", _START, "-o", _END], ["q"]), 4).boards[:1]
        try:
            board, score = read_board(source)
        except NotationError:
            return
        if shown and shown[0].board == board and shown[0].score in {None, score} and (self.folder / _END).exists():
            saved, where = self._content(_END), "a board that was loaded and saved at once"
            account.judge("again", saved == source, Fault.RESAVED, source, saved[:60], where=where)

    def _recorded(self, account: Account) -> None:
        """Record a game over an old log, replay it, and play on."""
        log, typed = self.folder / _LOG, [self.words[number] for number in _ROUND]
        all_keys, up, right = "".join(typed), self.words[0], self.words[3]
        log.write_text("this is not a log")
        recorded = read_printed(self._asked(["--record", _LOG], [*typed, "q"]), 4).boards
        content = self._content(_LOG)
        begun = bool(content.strip()) and "not a log" not in content
        if not account.judge("record", begun, Fault.RECORD, content[:30], where="a game with --record"):
            return
        where = f"the replay of the keys {all_keys}"
        boards = read_printed(self._asked(["--replay", _LOG], [up, right, "q"], 0.5 * len(_ROUND) + 1), 4).boards
        if not account.judge("replay", bool(boards), Fault.NO_REPLAY, where=where):
            return
        before, replayed = recorded[-1].board if recorded else None, boards[-3:][0].board
        total = sum(replayed.tiles)
        tiles = {"before": before, "found": replayed}
        if self.ledger.asks(self.assignment.dialogue["tile"]):
            account.judge("replay", total > _MOST_AT_START, Fault.NO_TILES, total, where=where, **tiles)
        grown = self._content(_LOG)
        same_keys = not content.endswith(all_keys) or grown.endswith(f"{all_keys}{up}{right}")
        appended = len(grown) > len(content) and same_keys
        account.judge("append", appended, Fault.NOT_APPENDED, up, right, grown[-20:], where=where)

    def _content(self, path: Path) -> str:
        """Return the beginning of a file, with any system's ends of lines; nothing where there is no file."""
        file = self.folder / path
        content = file.read_bytes()[: 1 << 16] if file.exists() else b""
        return content.replace(b"\r\n", b"\n").decode("utf-8", "replace")


class SwipeExam(Exam):
    """A program and assignment swipe."""

    @property
    def loads(self) -> bool:
        """Whether it is told of a start file."""
        return self.start_by != "none"

    def setup(self, game: Game) -> Setup:
        """Start a game with a start file; there is none where the default start is to be used."""
        path = Path("start.txt" if game.start else "missing.txt")
        rows = game.start.board.rows if game.start else ()
        files = {str(path): "".join(" ".join(map(str, row)) + "\n" for row in rows)} if game.start else {}
        told = {"argument": ([path], []), "input": ([], [str(self.folder / path)]), "none": ([], [])}
        arguments, typed = told[self.start_by]
        return Setup(arguments, files, [*self.first, *typed])

    def ask_more(self, random: Random) -> None:  # noqa: ARG002 - there is no chance in it
        """Type what is no direction, then a swipe; the same swipe alone says what the program makes of it."""
        for key in (Direction.LEFT, Direction.UP) if self.loads else ():
            game = Game(self, "a game with x and 5 typed", (key,), start=State(_MIDDLE))
            setup = self.setup(game)
            lines = self.pasted(setup, [*setup.first, "x", "5", self.word(key)])
            self.ask(Errand(partial(self._strange, game), lines))

    def _strange(self, game: Game) -> Account:
        """Judge what x and 5 did, where the same game without them is followed to its end."""
        account, slide = Account(self.assignment.dialogue), _MIDDLE.slide(game.moves[0])
        setup = self.setup(game)
        swipe = self.word(slide.direction)
        answers = (self.talk(setup, [*setup.first, *typed, swipe], hold=True) for typed in ([], ["x", "5"]))
        alone, after = ([shown.board for shown in read_printed(answer.text, 4).boards] for answer in answers)
        tiles, tiles_after = (new_tiles(slide.board, boards[-1]) if boards else None for boards in (alone, after))
        if tiles is not None and alone:
            same = tiles_after is not None and len(tiles_after) == len(tiles)
            found = after[-1] if after else None
            account.judge("bad", same, Fault.STRANGE, "x or 5", where=game.title, before=_MIDDLE, found=found)
        return account


EXAMS: Final = {"psa3": Psa3Exam, "swipe": SwipeExam}
"""The exams of their own, by the assignment's name; the other assignments about 2048 have Exam."""


def _file_fault(right: str, content: str) -> tuple[Fault, int, object, object] | tuple[Fault, int, int]:
    """Return which line of a board file is not as it should be."""
    expected, found = right.split("\n"), content.split("\n")
    for number, (one, other) in enumerate(zip(expected, found, strict=False), 1):
        if one != other:
            return Fault.FILE_LINE, number, one, other[:60]
    return Fault.FILE_LINES, len(expected) - 1, len(found) - 1
