"""The referee follows a game board by board and compares it with the engine, with any new tiles.

before        slid left         printed
2 . . 2       4 . . .           4 . . .        it is right if the printed board is the slid one and one new tile
. . . .       . . . .           . . 2 .        of an allowed value on a free cell; the game continues from there
"""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from itertools import takewhile
from typing import Any, Final, NamedTuple

from slidedrop.editions.checking.assignments import Assignment, Rule, Unmoved
from slidedrop.editions.checking.findings import Account, Fault
from slidedrop.editions.checking.printed import Shown
from slidedrop.twenty48 import Board, Direction, Slide

WALLS: Final = {Direction.UP: "top", Direction.DOWN: "bottom", Direction.LEFT: "left", Direction.RIGHT: "right"}
_MOST_SILENT_KEYS: Final = 2
"""Up to this many keys without output are followed tile by tile; for more keys, the new tiles are added up."""


class Blame(NamedTuple):
    """The part of an assignment that a board breaks, and how."""

    part: str
    fault: Fault
    values: tuple[object, ...] = ()


class Progress(Enum):
    """How far a game was followed."""

    WHOLE = auto()
    LOST = auto()
    """A difference was found, and the game cannot be followed further."""
    RAN_OUT = auto()
    """No board was printed where one had to be."""


class Referee:
    """Watches one game; `title` says which."""

    def __init__(
        self, assignment: Assignment, title: str, words: Sequence[str] = "wsad", *, shows: bool | None = None
    ) -> None:
        self.assignment = assignment
        self.account = Account(assignment.dialogue)
        self.title = title
        self.board = Board.empty(2)
        self.score = 0
        self.shows = True if shows is None and assignment.unmoved is Unmoved.SHOWN else shows
        """Whether a board is printed after a key that moves nothing; None if unknown."""
        self.progress = Progress.WHOLE
        self.keys = 0
        """How many keys were followed."""
        self.heard = False
        """Whether it is known that the program moves tiles with these keys."""
        self.counted: list[Shown] = []
        """The boards that counted."""
        self.habits: set[bool] = set()
        """Whether boards were printed after keys that move nothing: both values if it did so only sometimes."""
        self.before: Board | None = None
        """The board before the last key."""
        self.key: Direction | None = None
        self._words = dict(zip(Direction, words, strict=True))
        self._silent: list[Direction] = []
        """The keys since the last board; they moved nothing, and nothing was printed."""

    @property
    def evidence(self) -> dict[str, Any]:
        """The fields that every finding at this moment has."""
        where = f"{self.title}, key {self.keys} ({self._words[self.key]})" if self.key else self.title
        silent = tuple(self._silent)
        return {"where": where, "before": self.before, "move": self.key, "key": self.keys, "silent": silent}

    def follow(self, boards: Sequence[Shown], keys: Sequence[Direction], score: int) -> list[Shown]:
        """Follow the moves from the first board, and return the boards that no key explains."""
        left = list(boards[1:])
        self._begin(boards[0], score)
        for direction in keys:
            if not self._continues(direction):
                break
            (self._moving if direction in self.board.legal_moves() else self._unmoving)(direction, left)
        return left

    def follow_lines(
        self, pieces: Sequence[Sequence[Shown]], keys: Sequence[Direction], score: int, place: int = -1
    ) -> list[Shown]:
        """Follow a game by what was printed before the first key and after each.

        Where several boards were printed after a key, the one at `place` counts.
        """
        self.shows, after = True, list(pieces[1:])
        self._begin(pieces[0][-1], score)
        for number, direction in enumerate(keys):
            if not self._continues(direction):
                break
            boards = list(after[number]) if number < len(after) else []
            chosen = [boards[place if -len(boards) <= place < len(boards) else -1]] if boards else []
            (self._moving if direction in self.board.legal_moves() else self._unmoving)(direction, chosen)
            if self.progress is Progress.RAN_OUT:
                self._explain(direction, keys[number + 1 :], after[number + 1 :])
        return [shown for boards in after[self.keys :] for shown in boards]

    def _begin(self, first: Shown, score: int) -> None:
        self.board, self.score = first.board, score
        self.counted.append(first)

    def _continues(self, direction: Direction) -> bool:
        if self.progress is not Progress.WHOLE or self.board.is_over:
            return False
        self.before, self.key, self.keys = self.board, direction, self.keys + 1
        return True

    def _explain(self, direction: Direction, keys: Sequence[Direction], after: Sequence[Sequence[Shown]]) -> None:
        """Judge a key without a board by the next printed board: it may have changed nothing."""
        if self.assignment.unmoved is Unmoved.SHOWN:
            return
        printed = next(((key, boards[-1].board) for key, boards in zip(keys, after, strict=False) if boards), None)
        stayed = self.heard and len(after) >= len(keys) >= len(Direction)  # where no key has an effect any more
        if printed:
            key, found = printed
            moved, wrong = self._wrong(direction, found) is None, self._wrong(key, found)
            one_tile = sum(found.tiles) - sum(self.board.tiles) == min(self.assignment.new_tiles)  # two moves add more
            can_slide = key in self.board.legal_moves() and (wrong is None or wrong.fault is Fault.SLIDE)
            stayed = one_tile and can_slide and not moved
            if moved and wrong is None:  # it may have been either key
                self.progress = Progress.LOST
        if stayed:
            slides = parts_of(direction, self.account.rules)[0]
            self._blame(direction, Blame(slides, Fault.STAYED, (direction.value,)))

    def _wrong(self, key: Direction, found: Board) -> Blame | None:
        return blame(self.board.slide(key), found, self.assignment, self.account.rules)

    def _moving(self, direction: Direction, left: list[Shown]) -> None:
        if not left:
            self.progress = Progress.RAN_OUT
            return
        shown, slide = left.pop(0), self.board.slide(direction)
        wrong = self._wrong(direction, shown.board)
        lawful, silent = self.assignment.new_tiles, self._silent
        if wrong and silent and brought_in_silence(self.board, silent, direction, shown.board, lawful):
            wrong = Blame("unmoved", Fault.SILENT_TILE, (self._words[silent[-1]],))
        for part in held_parts(slide, wrong, self.account.rules):
            self.account.hold(part)
        if wrong:
            self._blame(direction, wrong, shown)
            return
        self.score += slide.gained
        self._judge_score(shown)
        self.board, self._silent = shown.board, []
        self.counted.append(shown)

    def _unmoving(self, direction: Direction, left: list[Shown]) -> None:
        shown = left.pop(0) if left and (self.shows or left[0].board == self.board) else None
        self.habits.add(shown is not None)
        asked = self.assignment.unmoved
        wrong = self._wrong(direction, shown.board) if shown else None
        if shown and not wrong and asked is Unmoved.SILENT:
            wrong = Blame("unmoved", Fault.UNMOVED_PRINTED, (direction.value,))
        if not shown and asked is Unmoved.SHOWN:
            if not left:
                self.progress = Progress.RAN_OUT
                return
            wrong = Blame("unmoved", Fault.UNMOVED_SILENT, (direction.value,))
        if wrong:
            self._blame(direction, wrong, shown)
            return
        self.account.hold("unmoved")
        if shown is None:
            self._silent.append(direction)
        elif asked is Unmoved.SHOWN:
            self._judge_score(shown)
            self.counted.append(shown)

    def _judge_score(self, shown: Shown) -> None:
        if "score" in self.account.rules and shown.score is not None:
            right, due = shown.score == self.score, (shown.score, self.score)
            self.account.judge("score", right, Fault.SCORE, *due, **self.evidence, found=shown.board)
            self.score = shown.score

    def _blame(self, direction: Direction, wrong: Blame, shown: Shown | None = None) -> None:
        self.progress = Progress.LOST
        boards = {"expected": self.board.slide(direction).board, "found": shown.board if shown else None}
        self.account.charge(wrong.part, wrong.fault, *wrong.values, **self.evidence, **boards)


def blame(
    slide: Slide, found: Board, assignment: Assignment, rules: Mapping[str, Rule], tiles: int = 1
) -> Blame | None:
    """Return the part that a board breaks after a move, or None: the slide, the new tile's place, number or value."""
    slides, tile, value = parts_of(slide.direction, rules)
    if found.size != slide.board.size:
        return Blame(slides, Fault.SIZE_CHANGED, (found.size,))
    fresh = new_tiles(slide.board, found)
    if tiles and not slide.moved:
        came = Fault.UNMOVED_TILE if fresh else Fault.UNMOVED_CHANGED
        return None if found == slide.board else Blame("unmoved", came, (slide.direction.value,))
    if fresh is None:
        place = assignment.place if assignment.place in rules else "tile"
        over = overwritten(slide, found, assignment.new_tiles) if tiles else None  # no new tile, none written over
        return Blame(place, Fault.OVERWRITTEN, over) if over else Blame(slides, Fault.SLIDE, difference(slide, found))
    if len(fresh) != tiles:
        return Blame(tile, Fault.TILES, (len(fresh), tiles))
    odd = odd_tile(fresh, assignment)
    return Blame(value, Fault.VALUE, odd) if odd else None


def odd_tile(tiles: Sequence[int], assignment: Assignment) -> tuple[int, str] | tuple[()]:
    """Return a tile that no new tile may be, and those that it may be; empty if all are lawful."""
    odd = [tile for tile in tiles if tile not in assignment.new_tiles]
    return (odd[0], " or ".join(map(str, assignment.new_tiles))) if odd else ()


def held_parts(slide: Slide, wrong: Blame | None, rules: Mapping[str, Rule]) -> list[str]:
    """Return the parts that a move showed to be right: those checked before the wrong one."""
    if not slide.moved:
        return []
    return list(takewhile(lambda part: not wrong or part != wrong.part, parts_of(slide.direction, rules)))


def parts_of(direction: Direction, rules: Mapping[str, Rule]) -> tuple[str, str, str]:
    """Return the parts that a move shows, in the order of checking."""
    back = direction in {Direction.RIGHT, Direction.DOWN} and "slide back" in rules
    return "slide back" if back else "slide", "tile", "value" if "value" in rules else "tile"


def brought_in_silence(
    board: Board, silent: Sequence[Direction], key: Direction, found: Board, lawful: Sequence[int]
) -> bool:
    """Tell whether a program adds a tile after every key, also after those that move nothing."""
    came = min(len(silent), len(board.empty_cells()))  # no tile comes on a full board
    if came > _MOST_SILENT_KEYS:  # no slide changes the sum of the tiles
        return sum(found.tiles) - sum(board.tiles) >= min(lawful) * (came + 1)
    boards = {board}
    for direction in silent[:came]:
        slid = [one.slide(direction).board for one in boards]
        boards = {one.with_tile(cell, tile) for one in slid for cell in one.empty_cells() for tile in lawful}
    fresh = (new_tiles(one.slide(key).board, found) for one in boards)
    return any(tiles is not None and len(tiles) == 1 and tiles[0] in lawful for tiles in fresh)


def overwritten(slide: Slide, found: Board, lawful: Sequence[int]) -> tuple[int, int, int, int] | None:
    """Return a new tile that overwrote another one, the other one, its row and column; None for a wrong slide.

    A wrong slide keeps the sum of each line or loses some of its tiles, and one new tile is added to one line. A
    generator that does not look for free cells writes lawful tiles over others, so the sums are other ones; or, where
    it writes over a 2 and a 4, no tile came on a free cell.
    """
    cells = enumerate(zip(slide.board.tiles, found.tiles, strict=True))
    wrong = [(place, was, now) for place, (was, now) in cells if was != now]
    boards = (lines(board, slide.direction) for board in (slide.before, slide.board, found))
    grown = []
    for before, right, now in zip(*boards, strict=True):
        changed = {tile for tile, should in zip(now, right, strict=True) if tile != should}
        more = sum(now) - sum(right)
        grown += [more] if more > 0 or (more < 0 and not changed <= {0, *before}) else []
    came = any(was == 0 for _, was, _ in wrong)
    slid_wrong = came and (not grown or (len(grown) == 1 and grown[0] in lawful))
    if not all(now in lawful for _, _, now in wrong) or (len(wrong) > 1 and slid_wrong):
        return None
    place, was, now = next((place, was, now) for place, was, now in wrong if was)
    return now, was, place // found.size + 1, place % found.size + 1


def new_tiles(slid: Board, found: Board) -> tuple[int, ...] | None:
    """Return the tiles that one board has on free cells of the other; None if they differ in another way."""
    pairs = list(zip(slid.tiles, found.tiles, strict=True))
    if any(one not in {0, other} for one, other in pairs):
        return None
    return tuple(other for one, other in pairs if one == 0 and other)


def difference(slide: Slide, found: Board) -> tuple[str, int, str, str, str, str]:
    """Return the row or column that slid wrongly: which, from which wall, before, expected, found."""
    direction = slide.direction
    what = "row" if direction in {Direction.LEFT, Direction.RIGHT} else "column"
    boards = list(zip(*(lines(board, direction) for board in (slide.before, slide.board, found)), strict=True))
    number = next(
        number
        for number, (_, should, became) in enumerate(boards)
        if any(one not in {0, other} for one, other in zip(should, became, strict=True))
    )
    was, should, became = map(_written, boards[number])
    return what, number + 1, WALLS[direction], was, should, became


def lines(board: Board, direction: Direction) -> list[tuple[int, ...]]:
    """Return the rows or columns along a direction, each from its wall."""
    rows = list(board.rows)
    along = rows if direction in {Direction.LEFT, Direction.RIGHT} else list(zip(*rows, strict=True))
    return along if direction in {Direction.LEFT, Direction.UP} else [line[::-1] for line in along]


def _written(line: tuple[int, ...]) -> str:
    return " ".join(str(tile or ".") for tile in line)
