"""The referee follows a game board by board and holds it against the engine, whatever tile came.

before        slid left         printed
2 . . 2       4 . . .           4 . . .        it agrees if the printed board is the slid one and one new tile
. . . .       . . . .           . . 2 .        of a lawful value on a free cell; the game goes on from there
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat, takewhile
from typing import Final, NamedTuple

from slidedrop.editions.checking.documents import Document, Rule
from slidedrop.editions.checking.findings import Finding, Ledger
from slidedrop.editions.checking.printed import Printed, Shown
from slidedrop.twenty48 import Board, Direction, Slide

WALLS: Final = {Direction.UP: "top", Direction.DOWN: "bottom", Direction.LEFT: "left", Direction.RIGHT: "right"}
SURE: Final = 3
"""After so many keys it is clear at which place after a key the board is printed that counts."""
_FEW: Final = 8
_FOLLOWED_IN_SILENCE: Final = 2
"""So many keys that printed nothing are gone through tile by tile."""


class Blame(NamedTuple):
    """The part of a document that a board breaks, and how."""

    part: str
    says: str


class Referee:
    """Watches one game; `where` says which, for whoever wants to see it again."""

    def __init__(
        self,
        document: Document,
        ledger: Ledger,
        where: str,
        words: Sequence[str] = "wsad",
        *,
        shows: bool | None = None,
    ) -> None:
        self.document = document
        self.rules = document.dialogue
        self.ledger = ledger
        self.where = where
        self.board = Board.empty(2)
        self.score = 0
        self.shows = document.unmoved == "shown" or None if shows is None else shows
        """Whether a board is printed after a key that moves nothing; None where nobody knows."""
        self.lost = False
        """Whether a difference was seen, after which nothing more can be followed."""
        self.sure = True
        """Whether the difference can mean nothing else."""
        self.ran_out = False
        """Whether there was no board any more where one had to be."""
        self.unclear = ""
        """Why it cannot be told which of the printed boards counts; empty where it can."""
        self.keys = 0
        """How many keys were followed."""
        self.counted: list[Shown] = []
        """The boards that counted."""
        self.habits: set[bool] = set()
        """Whether boards were printed after keys that move nothing: both where it did the one and the other."""
        self._words = dict(zip(Direction, words, strict=True))
        self._silent: list[Direction] = []
        """The keys since the last board; they moved nothing, and nothing was printed."""
        self._places = [*range(-1, -_FEW, -1), *range(_FEW)]
        """Where in the boards after a key the one that counts may stand: always at the same place."""
        self._places_seen = 0

    @property
    def moves(self) -> bool:
        """Whether the last key moves anything."""
        return self.board.can_slide(self._key)

    def follow(self, printed: Printed, keys: Sequence[Direction], score: int) -> list[Shown]:
        """Follow the moves from the first printed board on, and return the boards that no key explains."""
        left = list(printed.boards[1:])
        self._follow(printed.boards[0], repeat(left), keys, score)
        return left

    def follow_lines(
        self, first: Sequence[Shown], after: Sequence[Sequence[Shown]], keys: Sequence[Direction], score: int
    ) -> list[Shown]:
        """Follow a game of which it is known what was printed after each key; boards beside the one may be printed."""
        self.shows = True
        pieces = iter(after)
        self._follow(first[-1], (self._chosen(boards) for boards in chain(pieces, repeat([]))), keys, score)
        return [shown for boards in pieces for shown in boards]

    def _follow(self, first: Shown, turns: Iterator[list[Shown]], keys: Sequence[Direction], score: int) -> None:
        """Go through the keys while the game can be followed; the boards that may belong to each are taken from."""
        self.board, self.score, game = first.board, score, self.where
        self.counted.append(first)
        for number, direction in enumerate(keys, 1):
            if self.lost or self.ran_out or self.unclear or self.board.is_stuck:
                break
            self._key, self.keys = direction, number
            self.where = f"{game}, key {number} ({self._words[direction]})"
            left = next(turns)
            if not self.unclear:
                (self._moving if self.moves else self._unmoving)(left)

    def _chosen(self, boards: Sequence[Shown]) -> list[Shown]:
        """Return the board that counts among those printed after a key, as a list of one; none where there is none."""
        if len(boards) < 2:
            return list(boards)
        places = [place for place in self._places if -len(boards) <= place < len(boards)]
        right = [place for place in places if self._blame(boards[place]) is None]
        if right:
            self._places, self._places_seen = right, self._places_seen + 1
            return [boards[right[0]]]
        fresh = [shown for shown in boards if shown.board != self.board] or list(boards)
        blamed = {blame.part for shown in fresh if (blame := self._blame(shown))}
        known = self._places_seen >= SURE
        if len(blamed) != 1 and not known:
            many = f"{len(boards)} boards were printed after this key"
            self.unclear = f"{many}, and it cannot be told which of them counts"
        return [boards[places[0]] if known and places else fresh[-1]]

    def _blame(self, shown: Shown) -> Blame | None:
        """Return what is wrong with a board after the key, or None."""
        slide = self.board.slide(self._key)
        if slide.moved:
            return blame(slide, shown.board, self.document, self.rules)
        came = "a new tile came" if new_tiles(self.board, shown.board) else "the board changed"
        same = shown.board == self.board
        return None if same else Blame("unmoved", f"nothing moves {self._key.value}, and yet {came}")

    def _moving(self, left: list[Shown]) -> None:
        if not left:
            self.ran_out = True
            return
        shown, slide = left.pop(0), self.board.slide(self._key)
        wrong = blame(slide, shown.board, self.document, self.rules)
        wrong = self._doubted(wrong, shown.board) if wrong and self._silent else wrong
        if not all(self._judge(part, says, shown) for part, says in verdicts(slide, wrong, self.rules)):
            return
        self.score += slide.gained
        self._judge_score(shown)
        self.board, self._silent = shown.board, []
        self.counted.append(shown)

    def _doubted(self, wrong: Blame, found: Board) -> Blame:
        """Return what is wrong with a board where keys before it printed nothing: they may have brought a tile."""
        lawful, silent = self.document.new_tiles, self._silent
        if self.shows is None or len(silent) > _FOLLOWED_IN_SILENCE:
            self.sure = False
        elif brought_in_silence(self.board, silent, self._key, found, lawful):
            self.sure = sum(found.tiles) - sum(self.board.tiles) > max(lawful)
            return Blame("unmoved", f"{self._words[silent[-1]]} before it moved nothing, and yet a new tile came")
        return wrong

    def _unmoving(self, left: list[Shown]) -> None:
        shown = left.pop(0) if left and (self.shows or left[0].board == self.board) else None
        if shown is None and self.document.unmoved == "shown" and self.shows:
            self.ran_out = True
            return
        self.habits.add(shown is not None)
        wrong = self._blame(shown) if shown else None
        if shown and not wrong and self.document.unmoved == "silent":
            wrong = Blame("unmoved", f"nothing moves {self._key.value}, and the grid was printed all the same")
        held = self._judge("unmoved", wrong.says if wrong else "", shown)
        if shown is None:
            self._silent.append(self._key)
        elif held and self.document.unmoved == "shown":
            self._judge_score(shown)
            self.counted.append(shown)

    def _judge_score(self, shown: Shown) -> None:
        if "score" in self.rules and shown.score is not None:
            said = f"the score is {shown.score} and should be {self.score}"
            finding = Finding(self.rules["score"], said, self.where, self.board, self._key, found=shown.board)
            self.ledger.judge(finding, held=shown.score == self.score)
            self.score = shown.score

    def _judge(self, part: str, says: str, shown: Shown | None) -> bool:
        """Note that a part held, or what there is to say against it, which ends the game."""
        self.lost |= bool(says)
        expected, found = self.board.slide(self._key).board, shown.board if shown else None
        finding = Finding(self.rules[part], says, self.where, self.board, self._key, expected, found)
        return self.ledger.judge(finding, held=not says)


def blame(slide: Slide, found: Board, document: Document, rules: Mapping[str, Rule], tiles: int = 1) -> Blame | None:
    """Return the part that a board breaks after a move, or None: the slide, the new tile's place, number or value."""
    slides, tile, value = _parts(slide, rules)
    if found.size != slide.board.size:
        return Blame(slides, f"the board has now a size of {found.size}")
    fresh = new_tiles(slide.board, found)
    if fresh is None:
        over = overwritten(slide.board, found, document.new_tiles)
        place = document.place if document.place in rules else "tile"
        return Blame(place, over) if over else Blame(slides, difference(slide, found))
    if len(fresh) != tiles:
        return Blame(tile, f"{len(fresh)} new tiles came after a move, not {tiles}")
    if not set(fresh) <= set(document.new_tiles):
        lawful = " or ".join(map(str, document.new_tiles))
        return Blame(value, f"the new tile is {fresh[0]}, and a new tile is {lawful}")
    return None


def verdicts(slide: Slide, wrong: Blame | None, rules: Mapping[str, Rule]) -> Iterator[Blame]:
    """Yield the parts that a move shows, up to the one that is wrong; there is nothing to say of those that held."""
    parts = () if wrong and wrong.part == "unmoved" else _parts(slide, rules)
    yield from (Blame(part, "") for part in takewhile(lambda part: not wrong or part != wrong.part, parts))
    if wrong:
        yield wrong


def _parts(slide: Slide, rules: Mapping[str, Rule]) -> tuple[str, str, str]:
    """Return the parts that a move shows, in the order in which they are looked at."""
    back = slide.direction in {Direction.RIGHT, Direction.DOWN} and "slide back" in rules
    return "slide back" if back else "slide", "tile", "value" if "value" in rules else "tile"


def brought_in_silence(
    board: Board, silent: Sequence[Direction], key: Direction, found: Board, lawful: Sequence[int]
) -> bool:
    """Tell whether a board comes of a program that adds a tile after every key, those included that move nothing."""
    boards = {board}
    for direction in silent:
        slid = [one.slide(direction).board for one in boards]
        boards = {one.with_tile(cell, tile) for one in slid for cell in one.empty_cells() for tile in lawful}
    fresh = (new_tiles(one.slide(key).board, found) for one in boards)
    return any(tiles is not None and len(tiles) == 1 and tiles[0] in lawful for tiles in fresh)


def overwritten(slid: Board, found: Board, lawful: Sequence[int]) -> str:
    """Say which tile a new one was put on, where that is the only difference; else nothing."""
    wrong = [place for place, pair in enumerate(zip(slid.tiles, found.tiles, strict=True)) if pair[0] != pair[1]]
    if len(wrong) != 1 or not slid.tiles[wrong[0]] or found.tiles[wrong[0]] not in lawful:
        return ""
    row, column = divmod(wrong[0], slid.size)
    tiles = f"{found.tiles[wrong[0]]} was put on the {slid.tiles[wrong[0]]}"
    return f"the new tile {tiles} in row {row + 1}, column {column + 1}, which was not free"


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
