"""The exams of the assignments whose programs start from files.

psa3: board files, byte for byte, sizes, strange input, record and replay; swipe: a start file.
"""

import re
from functools import partial
from pathlib import Path
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.cases import keys
from slidedrop.editions.checking.dialogue import Exam2048, Setup, Start, game
from slidedrop.editions.checking.exam import Step
from slidedrop.editions.checking.findings import Account, Fault
from slidedrop.editions.checking.printed import Shown, read_printed
from slidedrop.editions.checking.referee import Referee, new_tiles
from slidedrop.twenty48 import Board, Direction
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
_NO_LOG: Final = "this is not a log"
_START, _END, _LOG = Path("start.board"), Path("end.board"), Path("keys.log")


class Psa3Exam(Exam2048):
    """A program and assignment psa3."""

    most_keys = 300

    def setup(self, first: Step) -> Setup:
        """Start a game with -o, from a board file if there is one."""
        (self.folder / _END).unlink(missing_ok=True)
        given = {str(_START): write_board(first.board, first.value.score)} if first.board else {}
        loaded: list[str | Path] = ["-i", _START] if first.board else []
        return Setup(["-o", _END, *first.value.options, *loaded], given, self.subject.first, ["q"])

    def judge_files(self, referee: Referee) -> None:
        """Compare the saved file with the last board and score of its game."""
        account, board, evidence = referee.account, referee.board, {**referee.evidence, "found": referee.board}
        content, ended = self._content(_END), "the game was over" if board.is_over else "q was typed"
        if not account.judge("saved", (self.folder / _END).exists(), Fault.NOT_SAVED, ended, **evidence):
            return
        score = referee.score
        if account.rules["score"].requirement in account.findings:  # the score is charged already
            line = content.split("\n")[1:2]
            score = int(line[0]) if line and line[0].isdecimal() else score
        right = write_board(board, score)
        account.judge("file", content == right, *_file_fault(right, content), **evidence)

    def ask_more(self) -> None:
        for size, real in ((3, 3), (5, 5), (2, 2), (1, 4)):
            self.ask(partial(self._size, size, real), Setup(["-s", str(size)]), [*self.subject.first, "q"])
        if self.ledger.asks(self.rules["size"]) and self.ledger.asks(self.rules["order"]):
            self.examine(game("a game with -s 3", keys(60, 1, self.random), None, Start(0, 3, ("-s", "3"))))
        strange = next(key for key in "xyz5" if key not in self.subject.words)
        typed = [self.subject.words[number] for number in _ROUND]
        first = self.subject.first
        self.ask(partial(self._strange, strange), Setup(["-o", _END]), [*first, strange, "q"])
        loaded = Setup(["-i", _START, "-o", _END], {str(_START): write_board(_LOADED, 224)})
        self.ask(self._saved_again, loaded, [*first, "q"], f"cat {_END}")
        again = self.pasted(Setup(["--replay", _LOG]), [*first, self.subject.words[0], self.subject.words[3], "q"])
        record = Setup(["--record", _LOG], {str(_LOG): _NO_LOG})
        self.ask(partial(self._recorded, typed), record, [*first, *typed, "q"], *again, f"cat {_LOG}")

    def _shown(self, arguments: list[str | Path], typed: list[str], more: float = 0) -> tuple[str, tuple[Shown, ...]]:
        """Return the output after these lines and q, and its boards of size 4."""
        answer = self.talk(Setup(arguments), [*self.subject.first, *typed, "q"], more=more)
        return answer.text, read_printed(answer.text, 4).boards

    def _size(self, size: int, real: int, account: Account) -> None:
        where = f"a game with -s {size}"
        orders: list[list[str | Path]] = [["-s", str(size), "-o", _END], ["-o", _END, "-s", str(size)]]
        texts = [self._shown(arguments, [])[0] for arguments in orders]
        found = [bool(read_printed(text, real).boards) for text in texts]
        if account.judge("size", any(found), Fault.SIZE, size, real, where=where):
            account.judge("order", all(found), Fault.ORDER, size, where=where)

    def _strange(self, strange: str, account: Account) -> None:
        """Type an invalid key: the program must print its controls again and change nothing."""
        where = f"a game with {strange} typed, then q"
        lines = [f"{re.escape(word)} - Move {way}" for word, way in zip(self.subject.words, _WAYS, strict=True)]
        controls = re.compile(r"\s*".join(["Controls:", *lines, "q - Quit and Save Board"]))
        text, boards = self._shown(["-o", _END], [strange])
        lead, found = (boards[0].lead, boards[-1].board) if boards else ("", None)
        account.judge("controls", bool(controls.search(lead)) and ">" in text, Fault.CONTROLS, where=where)
        own = [line.strip() for line in lead.splitlines() if _LISTED.search(line)]
        same, again = len({shown.board for shown in boards}) == 1, all(text.count(line) >= 2 for line in own)
        if own and account.judge("bad", same, Fault.STRANGE, strange, where=where, found=found):
            account.judge("bad", again, Fault.NOT_REPEATED, strange, where=where, found=found)

    def _saved_again(self, account: Account) -> None:
        """Load a board and save it at once: ours, or the program's own if its files differ."""
        self._shown(["-o", _START], [self.subject.words[1], self.subject.words[2]])
        own = self._content(_START)
        source = write_board(_LOADED, 224) if _rewritten(own) == own else own
        (self.folder / _START).write_text(source)
        (self.folder / _END).unlink(missing_ok=True)
        _, shown = self._shown(["-i", _START, "-o", _END], [])
        if _rewritten(source) and shown and (self.folder / _END).exists():
            board, score = read_board(source)
            if shown[0].board == board and shown[0].score in {None, score}:
                saved, where = self._content(_END), "a board that was loaded and saved at once"
                if saved == source or self.ledger.asks(self.rules["file"]):  # else its files are charged already
                    account.judge("again", saved == source, Fault.RESAVED, source, saved[:60], where=where)

    def _recorded(self, typed: list[str], account: Account) -> None:
        """Record a game over an old log, replay it, and play on."""
        all_keys, up, right = "".join(typed), self.subject.words[0], self.subject.words[3]
        (self.folder / _LOG).write_text(_NO_LOG)
        _, recorded = self._shown(["--record", _LOG], typed)
        content = self._content(_LOG)
        begun = bool(content.strip()) and _NO_LOG not in content
        if not account.judge("record", begun, Fault.RECORD, content[:30], where="a game with --record"):
            return
        where = f"the replay of the keys {all_keys}"
        _, boards = self._shown(["--replay", _LOG], [up, right], 0.5 * len(_ROUND) + 1)
        if not account.judge("replay", bool(boards), Fault.NO_REPLAY, where=where):
            return
        before, replayed = recorded[-1].board if recorded else None, boards[-3:][0].board
        total = sum(replayed.tiles)
        if self.ledger.asks(self.rules["tile"]):
            tiles = {"before": before, "found": replayed}
            account.judge("replay", total > _MOST_AT_START, Fault.NO_TILES, total, where=where, **tiles)
        grown = self._content(_LOG)
        same_keys = not content.endswith(all_keys) or grown.endswith(f"{all_keys}{up}{right}")
        appended = len(grown) > len(content) and same_keys
        account.judge("append", appended, Fault.NOT_APPENDED, up, right, grown[-20:], where=where)

    def _content(self, path: Path) -> str:
        """Return the beginning of a file with normalised line ends; empty if there is no file."""
        file = self.folder / path
        content = file.read_bytes()[: 1 << 16] if file.exists() else b""
        return content.replace(b"\r\n", b"\n").decode("utf-8", "replace")


class SwipeExam(Exam2048):
    """A program and assignment swipe."""

    answers = "--start input if it asks for its start file, else with --first LINE"

    def setup(self, first: Step) -> Setup:
        """Start a game with a start file, or without one for the default start."""
        path, told = Path("start.txt" if first.board else "missing.txt"), self.subject.start_by
        rows = first.board.rows if first.board else ()
        files = {str(path): "".join(" ".join(map(str, row)) + "\n" for row in rows)} if first.board else {}
        typed = [str(self.folder / path)] if told == "input" else []
        return Setup([path] if told == "argument" else [], files, [*self.subject.first, *typed])

    def ask_more(self) -> None:
        """Type an invalid direction, then a swipe; the same swipe alone shows what the program makes of it."""
        for key in (Direction.LEFT, Direction.UP) if self.loads else ():
            setup = self.setup(Step("start", _MIDDLE))
            self.ask(partial(self._strange, key, setup), setup, [*setup.first, "x", "5", self.word(key)])

    def _strange(self, key: Direction, setup: Setup, account: Account) -> None:
        slid, swipe = _MIDDLE.slide(key).board, self.word(key)
        answers = (self.talk(setup, [*setup.first, *typed, swipe], hold=True) for typed in ([], ["x", "5"]))
        alone, after = ([shown.board for shown in read_printed(answer.text, 4).boards] for answer in answers)
        tiles, tiles_after = (new_tiles(slid, boards[-1]) if boards else None for boards in (alone, after))
        if tiles is not None:
            same = tiles_after is not None and len(tiles_after) == len(tiles)
            where, found = "a game with x and 5 typed", after[-1] if after else None
            account.judge("bad", same, Fault.STRANGE, "x or 5", where=where, before=_MIDDLE, found=found)


def _rewritten(content: str) -> str:
    """Return a board file as we write it; empty if it cannot be read."""
    try:
        return write_board(*read_board(content))
    except NotationError:
        return ""


def _file_fault(right: str, content: str) -> tuple[Fault, int, object, object] | tuple[Fault, int, int]:
    """Return the first wrong line of a board file."""
    expected, found = right.split("\n"), content.split("\n")
    for number, (one, other) in enumerate(zip(expected, found, strict=False), 1):
        if one != other:
            return Fault.FILE_LINE, number, one, other[:60]
    return Fault.FILE_LINES, len(expected) - 1, len(found) - 1
