"""The exams of the documents whose programs begin from files.

001: board files, byte for byte, sizes, strange input, record and replay; 004: a start file that it is told of.
"""

import re
from pathlib import Path
from random import Random
from typing import Final

from slidedrop.editions.checking.cases import keys
from slidedrop.editions.checking.exam import PATIENCE, Exam, Typed
from slidedrop.editions.checking.findings import Finding
from slidedrop.editions.checking.printed import read_printed
from slidedrop.twenty48 import Board, Direction
from slidedrop.twenty48.notation import write_board

_WAYS: Final = ("Up", "Down", "Left", "Right")
_ROUND: Final = (0, 3, 1, 2, 0, 3)
"""Keys for a record: on any new board three of them move at least, so that replaying them brings new tiles."""
_LAST_SWIPE: Final = [(4, 8, 16, 32), (8, 16, 32, 64), (16, 32, 64, 128), (32, 64, 8, 8)]
"""To the left the eights merge, a 2 comes in the last cell, and nothing can move any more."""
_MOST_AT_START: Final = 8
"""Two tiles of 4: what a board holds to which no tile was ever added."""


class Psa3Exam(Exam):
    """A program before document 001."""

    most_keys = 300

    def ask_more(self, random: Random) -> None:
        """Check everything that does not need many games."""
        if self._stuck < PATIENCE:
            self._sizes(random)
            self._strange_input()
            self._saved_again()
            self._record_and_replay()

    def begin(self, game: Typed, *size: str) -> None:
        """Play a game with -o, from a board file where a start is given, and look at the board that it saves."""
        source, target = self.folder / "start.board", self.folder / "end.board"
        target.unlink(missing_ok=True)
        arguments = ["-o", str(target), *size]
        if game.start is not None:
            source.write_text(write_board(game.start.board, game.start.score))
            arguments += ["-i", str(source)]
        referee = self.play(game._replace(arguments=arguments, last=["q"]))
        if referee.counted and not (referee.lost or referee.ran_out):
            self._look_at_file(target, referee.board, referee.score, referee.where)

    def _look_at_file(self, path: Path, board: Board, score: int, where: str) -> None:
        if not self.judge("saved", "no board was saved to the file after -o", where, held=path.exists()):
            return
        content = _content(path)
        said = _file_difference(board, score, content)
        self.judge("file", said, where, board, held=content == write_board(board, score))

    def _sizes(self, random: Random) -> None:
        for size, real in ((3, 3), (5, 5), (1, 4)):
            answer = self.talk(["-s", str(size), "-o", str(self.folder / "size.board")], ["q"])
            boards = read_printed(answer.text, real).boards
            said, where = f"-s {size} brings no board of size {real}", f"a game with -s {size}"
            self.judge("size", said, where, held=bool(boards))
        self.begin(Typed("a game with -s 3", keys(60, 1, random), size=3), "-s", "3")

    def _strange_input(self) -> None:
        strange = next(key for key in "xyz5" if key not in self.words)
        where = f"a game with {strange} typed, then q"
        lines = [f"{re.escape(word)} - Move {way}" for word, way in zip(self.words, _WAYS, strict=True)]
        controls = re.compile(r"\s*".join(["Controls:", *lines, "q - Quit and Save Board"]))
        answer = self.talk(["-o", str(self.folder / "strange.board")], [strange, "q"])
        printed = read_printed(answer.text, 4)
        lead = printed.boards[0].lead if printed.boards else ""
        said = "the controls are not listed as in the document, before the first board and with the prompt '>' after it"
        self.judge("controls", said, where, held=bool(controls.search(lead)) and ">" in answer.text)
        boards = {shown.board for shown in printed.boards}
        again = len(controls.findall(answer.text)) == 2 and len(boards) == 1
        said = (
            f"after {strange} the controls were not printed again"
            if len(boards) == 1
            else f"{strange} changed the board"
        )
        self.judge("bad", said, where, printed.boards[-1].board if printed.boards else None, held=again)

    def _saved_again(self) -> None:
        board = Board.from_rows([(2, 16, 0, 0), (16, 4, 2, 0), (4, 32, 0, 0), (8, 0, 0, 2)])
        source, target = self.folder / "start.board", self.folder / "again.board"
        source.write_text(write_board(board, 224))
        self.talk(["-i", str(source), "-o", str(target)], ["q"])
        said, same = _file_difference(board, 224, _content(target)), _content(target) == _content(source)
        self.judge("again", said, "a board that was loaded and saved at once", board, held=same)

    def _record_and_replay(self) -> None:
        log, keys = self.folder / "keys.log", [self.words[number] for number in _ROUND]
        all_keys, up, right = "".join(keys), self.words[0], self.words[3]
        log.write_text("this is not a log")
        answer = self.talk(["--record", str(log)], [*keys, "q"])
        content = _content(log)
        said = f"the log holds {content[:30]!a} after a recorded game" + (
            f"; {answer.trouble}" if answer.trouble else ""
        )
        begun = bool(content.strip()) and "not a log" not in content
        if not self.judge("record", said, "a game with --record", held=begun):
            return
        recorded = read_printed(answer.text, 4).boards
        where = f"the replay of the keys {all_keys}"
        answer = self.talk(["--replay", str(log)], [up, right, "q"], more=0.5 * len(_ROUND) + 1)
        boards = read_printed(answer.text, 4).boards
        if not boards:
            self.judge("replay", f"no board was printed; {answer.trouble or 'it ended'}", where)
            return
        before, replayed = recorded[-1].board if recorded else None, boards[-3:][0].board
        said = f"no tile came while replaying: the tiles add up to {sum(replayed.tiles)}"
        finding = Finding(self.document.dialogue["replay"], said, where, before=before, found=replayed)
        self.ledger.judge(finding, held=sum(replayed.tiles) > _MOST_AT_START)
        grown = _content(log)
        same_keys = not content.endswith(all_keys) or grown.endswith(f"{all_keys}{up}{right}")
        said = f"{up} and {right} were played after the replay, and the log ends in {grown[-20:]!a}"
        self.judge("append", said, where, held=len(grown) > len(content) and same_keys)


class SwipeExam(Exam):
    """A program before document 004."""

    def begin(self, game: Typed) -> None:
        """Play a game, from a start file where a start is given."""
        arguments, first = self._told(game.start.board if game.start else None)
        self.play(game._replace(arguments=arguments, first=first))

    def ask_more(self, random: Random) -> None:  # noqa: ARG002 - there is no chance in it
        """Type what is no direction; the one swipe after it ends the game, and only one board can come of it."""
        lasts = ((_LAST_SWIPE, Direction.LEFT), ([row[::-1] for row in _LAST_SWIPE], Direction.RIGHT))
        for rows, key in lasts if self.start_by != "none" else ():
            start = Board.from_rows(rows)
            arguments, first = self._told(start)
            answer = self.talk(arguments, [*first, "x", "5", self.word(key)], hold=True)
            boards = [shown.board for shown in read_printed(answer.text, 4).boards]
            (free,) = start.slide(key).board.empty_cells()
            held = boards[-1:] == [start.slide(key).board.with_tile(free, 2)]
            said = f"x, 5 and {self.word(key)} were typed, and it looks as if x or 5 had changed something"
            self.judge("bad", said, "a game with x and 5 typed", boards[-1] if boards else None, held=held)

    def _told(self, start: Board | None) -> tuple[list[str], list[str]]:
        """Write a start file and return how the program is told of it: by arguments, or by lines typed first."""
        path = self.folder / ("start.txt" if start else "missing.txt")
        if start:
            path.write_text("".join(" ".join(map(str, row)) + "\n" for row in start.rows))
        by = {"argument": ([str(path)], []), "input": ([], [str(path)]), "none": ([], [])}
        return by[self.start_by]


EXAMS: Final = {"psa3": Psa3Exam, "swipe": SwipeExam}
"""The exams of their own, by the document's name; the other documents about 2048 have Exam."""


def _file_difference(board: Board, score: int, content: str) -> str:
    """Say which line of a board file is not as it should be."""
    expected, found = write_board(board, score).split("\n"), content.split("\n")
    for number, (one, other) in enumerate(zip(expected, found, strict=False), 1):
        if one != other:
            space = "has the wrong space at its end: it should" if one.rstrip() == other.rstrip() else "should"
            return f"line {number} of the file {space} be {one!a} and is {other[:60]!a}"
    return f"the file should have {len(expected) - 1} lines, each with a newline, and has {len(found) - 1}"


def _content(path: Path) -> str:
    """Return the beginning of a file, with any system's ends of lines; nothing where there is no file."""
    content = path.read_bytes()[: 1 << 16] if path.exists() else b""
    return content.replace(b"\r\n", b"\n").decode("utf-8", "replace")
