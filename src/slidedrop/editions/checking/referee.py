"""The referee follows a game board by board and holds it against the engine, whatever tile came.

before        slid left         printed
2 . . 2       4 . . .           4 . . .        it agrees if the printed board is the slid one and one new tile
. . . .       . . . .           . . 2 .        of a lawful value on a free cell; the game goes on from there
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.editions.checking.findings import Finding
from slidedrop.twenty48 import Board, Direction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slidedrop.editions.checking.documents import Document
    from slidedrop.editions.checking.findings import Ledger
    from slidedrop.editions.checking.printed import Printed, Shown
    from slidedrop.twenty48 import Slide

WALLS: Final = {Direction.UP: "top", Direction.DOWN: "bottom", Direction.LEFT: "left", Direction.RIGHT: "right"}


class Referee:
    """Watches one game; `where` says which, for whoever wants to see it again."""

    def __init__(self, document: Document, ledger: Ledger, where: str) -> None:
        self.document = document
        self.rules = document.dialogue
        self.ledger = ledger
        self.where = where
        self.board = Board.empty(2)
        self.score = 0
        self.lost = False
        """Whether a difference was seen, after which nothing more can be followed."""
        self.ran_out = False
        """Whether there was no board any more where one had to be."""
        self._unshown = False

    def follow(self, printed: Printed, keys: Sequence[Direction], score: int) -> list[Shown]:
        """Follow the moves from the first printed board on, and return the boards that no key explains."""
        self.board, self.score = printed.boards[0].board, score
        left, game = list(printed.boards[1:]), self.where
        for number, direction in enumerate(keys, 1):
            if self.lost or self.ran_out or self.board.is_stuck:
                break
            self.where = f"{game}, key {number} ({direction.key})"
            if self.board.can_slide(direction):
                self._moving(direction, left)
            else:
                self._unmoving(direction, left)
        return left

    def _moving(self, direction: Direction, left: list[Shown]) -> None:
        if not left:
            self.ran_out = True
            return
        shown, slid = left.pop(0), self.board.slide(direction).board
        was_unshown, self._unshown = self._unshown, False
        if was_unshown and len(new_tiles(slid, shown.board) or ()) != 1 and new_tiles(self.board, shown.board):
            said = "a key that moves nothing brought a tile"
            self._judge("unmoved", said, None, self.board, shown.board, held=False)
        else:
            self._moved(direction, shown)

    def _moved(self, direction: Direction, shown: Shown) -> None:
        slide, found = self.board.slide(direction), shown.board
        fresh = new_tiles(slide.board, found)
        back = direction in {Direction.RIGHT, Direction.DOWN} and "slide back" in self.rules
        said = "" if fresh is not None else difference(slide, found)
        part = "slide back" if back else "slide"
        if not self._judge(part, said, direction, slide.board, found, held=fresh is not None):
            return
        count, value = len(fresh or ()), max(fresh or (0,))
        said = f"{count} new tiles came after a move, not 1"
        if not self._judge("tile", said, direction, slide.board, found, held=count == 1):
            return
        said = f"the new tile is {value}, and a new tile is {' or '.join(map(str, self.document.new_tiles))}"
        part = "value" if "value" in self.rules else "tile"
        self._judge(part, said, direction, slide.board, found, held=value in self.document.new_tiles)
        self.score += slide.gained
        self._judge_score(shown, direction)
        self.board = found

    def _unmoving(self, direction: Direction, left: list[Shown]) -> None:
        nothing = f"nothing moves {direction.value}, and"
        if self.document.unmoved == "shown" and not left:
            self.ran_out = True
        elif self.document.unmoved == "shown":
            shown = left.pop(0)
            came = "a new tile came" if new_tiles(self.board, shown.board) else "the board changed"
            said = f"{nothing} yet {came}"
            if self._judge("unmoved", said, direction, self.board, shown.board, held=shown.board == self.board):
                self._judge_score(shown, direction)
        elif left and left[0].board == self.board:
            said = f"{nothing} the grid was printed all the same"
            found = left.pop(0).board
            self._judge("unmoved", said, direction, self.board, found, held=self.document.unmoved != "silent")
        else:
            self._unshown = True
            self._judge("unmoved", "", direction, None, None, held=True)

    def _judge_score(self, shown: Shown, direction: Direction) -> None:
        if "score" in self.rules and shown.score is not None:
            said = f"the score is {shown.score} and should be {self.score}"
            finding = Finding(self.rules["score"], said, self.where, self.board, direction, found=shown.board)
            self.ledger.judge(finding, held=shown.score == self.score)
            self.score = shown.score

    def _judge(
        self, part: str, says: str, move: Direction | None, expected: Board | None, found: Board | None, *, held: bool
    ) -> bool:
        self.lost |= not held
        finding = Finding(self.rules[part], says, self.where, self.board, move, expected, found)
        return self.ledger.judge(finding, held=held)


def new_tiles(slid: Board, found: Board) -> tuple[int, ...] | None:
    """Return the tiles that one board has on free cells of the other; None where they differ in any other way."""
    pairs = list(zip(slid.tiles, found.tiles, strict=True))
    if any(one not in {0, other} for one, other in pairs):
        return None
    return tuple(other for one, other in pairs if one == 0 and other)


def difference(slide: Slide, found: Board) -> str:
    """Say which row or column did not slide as it should, read from the wall."""
    direction = slide.direction
    what = "row" if direction in {Direction.LEFT, Direction.RIGHT} else "column"
    boards = (lines(board, direction) for board in (slide.before, slide.board, found))
    for number, (was, should, became) in enumerate(zip(*boards, strict=True), 1):
        if any(one not in {0, other} for one, other in zip(should, became, strict=True)):
            wall = f"{what} {number}, read from the {WALLS[direction]}"
            return f"{wall}: {_written(was)} slides to {_written(should)} and became {_written(became)}"
    return f"the move {direction.value} is not as it should be"


def lines(board: Board, direction: Direction) -> list[tuple[int, ...]]:
    """Return the rows or columns along a direction, each from the wall that it slides to."""
    rows = list(board.rows)
    along = rows if direction in {Direction.LEFT, Direction.RIGHT} else list(zip(*rows, strict=True))
    return along if direction in {Direction.LEFT, Direction.UP} else [line[::-1] for line in along]


def _written(line: tuple[int, ...]) -> str:
    return " ".join(str(tile or ".") for tile in line)
