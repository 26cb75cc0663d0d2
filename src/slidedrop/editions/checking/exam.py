"""The games that are played against a program, and what each document wants to see in them."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from slidedrop.editions.checking.cases import keys, starts
from slidedrop.editions.checking.documents import PSA3, RUNS, SWIPE
from slidedrop.editions.checking.findings import Finding
from slidedrop.editions.checking.printed import read_printed
from slidedrop.editions.checking.program import converse
from slidedrop.editions.checking.referee import Referee
from slidedrop.twenty48 import Board, Direction, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from slidedrop.editions.checking.documents import Document
    from slidedrop.editions.checking.findings import Ledger
    from slidedrop.editions.checking.printed import Printed, Shown
    from slidedrop.editions.checking.program import Answer

ENOUGH: Final = 2000
"""So many keys bring any game of size 4 to its end."""
SOME: Final = 300
_PATIENCE: Final = 3
"""After so many games without an end the rest is not tried."""


@dataclass
class Exam:
    """One program before one document."""

    document: Document
    command: Sequence[str]
    ledger: Ledger
    seconds: float = 5.0
    words: Sequence[str] = ("w", "s", "a", "d")
    """What is typed for up, down, left and right."""
    start_by: str = "argument"
    """How the swipe program is told its start file: as an argument, as a line of input, or not at all."""
    tell: Callable[[int, int], object] = lambda _number, _count: None
    folder: Path = field(default_factory=Path)
    _stuck: int = 0

    def take(self, games: int, seed: int) -> None:
        """Play the games and note all that is found."""
        random = Random(seed)  # noqa: S311 - the same games for the same seed
        with tempfile.TemporaryDirectory(prefix="slidedrop-check-") as folder:
            self.folder = Path(folder)
            boards = starts(random)
            for number in range(games):
                self.tell(number + 1, games)
                if self._stuck < _PATIENCE:
                    self._game(number, boards, random)
            if self.document is PSA3 and self._stuck < _PATIENCE:
                from slidedrop.editions.checking.psa3_files import check_files

                check_files(self, random)
            if self.document is SWIPE and self.start_by != "none":
                self._strange_swipe()

    def _game(self, number: int, boards: Iterator[Board], random: Random) -> None:
        """Play one game; where the document has start files, three of four begin from a board of ours."""
        given = next(boards) if self.document in {PSA3, SWIPE} and number % 4 else None
        moves = keys(SOME if self.document is PSA3 else ENOUGH, number, random)
        where = f"game {number + 1}" + (" (from a start file)" if given else "")
        if self.document is PSA3:
            from slidedrop.editions.checking.psa3_files import saved_game

            saved_game(self, State(given, 4 * number) if given else None, moves, where)
        elif self.document is SWIPE:
            self._swipe(given, moves, where)
        else:
            self.play([], moves, where, None)

    def _strange_swipe(self) -> None:
        """Type what is no direction; the one swipe after it ends the game, and only one board can come of it."""
        for rows, key in ((_LAST_SWIPE, Direction.LEFT), ([row[::-1] for row in _LAST_SWIPE], Direction.RIGHT)):
            start = Board.from_rows(rows)
            arguments, first = self._told(start)
            answer = self.talk(arguments, [*first, "x", "5", self.words[_ORDER.index(key)]], hold=True)
            boards = [shown.board for shown in read_printed(answer.text, 4).boards]
            (free,) = start.slide(key).board.empty_cells()
            held = boards == [start, start.slide(key).board.with_tile(free, 2)]
            said = f"x, 5 and {key.key} were typed, and it looks as if x or 5 had changed something"
            self.judge("bad", said, "a game with x and 5 typed", boards[-1] if boards else None, held=held)

    def _swipe(self, given: Board | None, moves: Sequence[Direction], where: str) -> None:
        """Play from a start file, or from the default start where there is none."""
        given = None if self.start_by == "none" else given
        arguments, first = self._told(given)
        self.play(arguments, moves, where, State(given) if given else None, first=first)

    def _told(self, start: Board | None) -> tuple[list[str], list[str]]:
        """Write a start file and return how the program is told of it: by arguments, or by lines typed first."""
        path = self.folder / ("start.txt" if start else "missing.txt")
        if start:
            path.write_text("".join(" ".join(map(str, row)) + "\n" for row in start.rows))
        by = {"argument": ([str(path)], []), "input": ([], [str(path)]), "none": ([], [])}
        return by[self.start_by]

    def talk(self, arguments: Sequence[str], typed: Sequence[str], *, more: float = 0, hold: bool = False) -> Answer:
        """Run the program once; `more` seconds are allowed where the document makes it pause."""
        answer = converse([*self.command, *arguments], typed, seconds=self.seconds + more, hold=hold)
        self._stuck += answer.code is None or answer.endless
        return answer

    def play(
        self,
        arguments: Sequence[str],
        moves: Sequence[Direction],
        where: str,
        start: State | None,
        *,
        first: Sequence[str] = (),
        last: Sequence[str] = (),
        size: int = 4,
    ) -> Referee | None:
        """Play one game to its end or to the last key; None where there was nothing to follow."""
        typed = [*first, *(self.words[_ORDER.index(move)] for move in moves), *last]
        answer = self.talk(arguments, typed, hold=self.document.ends and not last)
        printed = read_printed(answer.text, size)
        if not self._begins(printed, answer, where, start, size):
            return None
        referee = Referee(self.document, self.ledger, where)
        left = referee.follow(printed, moves, start.score if start else 0)
        self._ends(referee, printed, left, answer, quits=bool(last))
        return referee

    def judge(self, part: str, says: str, where: str, found: Board | None = None, *, held: bool = False) -> bool:
        """Note one thing of the document."""
        return self.ledger.judge(Finding(self.document.dialogue[part], says, where, found=found), held=held)

    def runs(self, says: str, where: str, board: Board | None = None) -> None:
        """Note whether the program itself behaved: `says` is empty where it did."""
        self.ledger.judge(Finding(RUNS, says, where, found=board), held=not says)

    def _begins(self, printed: Printed, answer: Answer, where: str, start: State | None, size: int) -> bool:
        if not printed.boards:
            if answer.trouble:
                self.runs(f"no board was printed; {answer.trouble}", where)
            begins = " ".join(answer.text.split())[:60]
            return self.judge("text", f"no {size}x{size} board was found in its output, '{begins}'", where)
        shown = printed.boards[0]
        self._looks(printed.boards, where)
        if start is not None:
            finding = Finding(
                self.document.dialogue["loaded"], "the first board is not that of the file", where, None, None,
                start.board, shown.board,
            )  # fmt: skip
            same = shown.board == start.board and shown.score in {None, start.score}
            return self.ledger.judge(finding, held=same)
        self._greets(shown, where)
        return self._is_new(shown, where)

    def _is_new(self, shown: Shown, where: str) -> bool:
        tiles = [tile for tile in shown.board.tiles if tile]
        if self.document is SWIPE:
            lawful = bool(tiles) and all(tile > 1 and tile & (tile - 1) == 0 for tile in tiles)
            return self.judge("loaded", "no default start was printed", where, shown.board, held=lawful)
        lawful = len(tiles) == 2 and set(tiles) <= set(self.document.new_tiles) and not shown.score
        return self.judge("start", "the first board is no new game", where, shown.board, held=lawful)

    def _greets(self, shown: Shown, where: str) -> None:
        if "welcome" in self.document.dialogue:
            asked = ["welcome to 2048!", "generating a new board"] if self.document is PSA3 else ["welcome"]
            missing = [text for text in asked if text not in shown.lead.lower()]
            said = f"'{''.join(missing[:1])}' is not printed before the first board"
            self.judge("welcome", said, where, held=not missing)

    def _looks(self, boards: Sequence[Shown], where: str) -> None:
        """Look at how the boards are written."""
        wrong = sorted(mark for shown in boards for mark in shown.marks if mark != self.document.empty)
        said = f"an empty cell is written '{''.join(wrong[:1])}', not '{self.document.empty}'"
        if not self.judge("text", said, where, held=not wrong):
            return
        if self.document is SWIPE:
            tabbed = all("\t" in row for row in boards[0].rows)
            self.judge("text", "there is no tab between the columns", where, held=tabbed)
        if self.document is PSA3:
            headed = all(_HEAD.search(shown.lead) for shown in boards)
            self.judge("text", "a board has no line 'Score: n' right before it", where, held=headed)

    def _ends(self, referee: Referee, printed: Printed, left: Sequence[Shown], answer: Answer, *, quits: bool) -> None:
        """Look at how the game ended."""
        if referee.ran_out:
            self._ran_out(referee, printed, answer)
        elif referee.lost:
            return
        elif not self.document.ends:
            self.judge("runner", "", referee.where, held=True)
            self.runs(answer.trouble if answer.code is None or answer.endless else "", referee.where, referee.board)
        elif referee.board.is_stuck:
            self._over(referee, printed, left, answer)
        elif quits:
            self.runs(answer.trouble, referee.where, referee.board)

    def _ran_out(self, referee: Referee, printed: Printed, answer: Answer) -> None:
        board, where, said = referee.board, referee.where, self.document.over_says
        ended = said in printed.tail.lower() and self.document.ends and not answer.waited
        if answer.trouble:
            self.runs(answer.trouble, where, board)
        elif ended:
            moves = " or ".join(direction.value for direction in board.legal_directions())
            self.judge("over", f"it ended though tiles can move {moves}", where, board)
        else:
            part = "runner" if "runner" in self.document.dialogue else "tile"
            self.judge(part, "no board was printed after this key", where, board)

    def _over(self, referee: Referee, printed: Printed, left: Sequence[Shown], answer: Answer) -> None:
        board, where, said = referee.board, referee.where, self.document.over_says
        is_said = said in printed.tail.lower()
        late = answer.waited or len(left) > (1 if said and is_said else 0)
        went_on = "nothing can move any more, and it went on asking for keys"
        if self.judge("over", went_on, where, board, held=not late):
            self.runs(answer.trouble, where, board)
            if said:
                self.judge("said", f"'{said}' is not printed at the end", where, board, held=is_said)


_HEAD: Final = re.compile(r"Score: \d+\s*$")
_ORDER: Final = tuple(Direction)
_LAST_SWIPE: Final = [(4, 8, 16, 32), (8, 16, 32, 64), (16, 32, 64, 128), (32, 64, 8, 8)]
"""To the left the eights merge, a 2 comes in the last cell, and nothing can move any more."""
