"""The judge of `bench_tables`: a small table with every chance in memory, and the boards that it judges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import lean
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.bitboard import GOLDEN, Lines, Word, drawn, points_of, slid, spawned_at_random
from slidedrop.twenty48.tables.build import Layer, Solver
from slidedrop.twenty48.tables.kernels import Grid, Starts, Stored, ask, chance_after
from slidedrop.twenty48.tables.layout import CERTAIN, Goal, Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

JUDGED: Final = Layout(
    "judged",
    "####/67##/6666/5555",
    (Goal(((5, 7), (4, 7)), Direction.RIGHT), Goal(((5, 7), (9, 7)), Direction.UP)),
    8,
    352,
)
"""A row and two cells are locked, and 256 is the goal: small enough to hold every chance in memory."""
JUDGED_LOCK: Final = sum(rank << 4 * cell for cell, rank in ((0, 14), (1, 13), (2, 12), (3, 11), (7, 10), (6, 9)))
JUDGED_SEED: Final = 840_000


def ranks_in(low: int, high: int) -> list[int]:
    """Return the ranks of a board."""
    return [(low >> 4 * cell & 15) + 16 * (high >> 4 * cell & 15) for cell in range(16)]


class Judge:
    """Every chance of a small table, in memory."""

    def __init__(self) -> None:
        self._solver = Solver(JUDGED)
        self.grid = self._solver.grid
        self._layers: dict[int, Layer] = {0: self._solver.two}
        codes = []
        for total in (JUDGED.limit + 4, JUDGED.limit + 2):
            self._layers[total] = self._solver.two
        for total in JUDGED.sums:
            codes.append(self._solver.solve(total))
            self._layers[total] = self._solver.two
        self._codes = np.concatenate(codes)

    def boards(self, number: int, lines: Any, four: Any) -> Iterator[int]:  # noqa: ANN401 - kernels' own
        """Yield every fifth board of sub-games that the table plays."""
        board, made = 0, 0
        for counter in range(JUDGED_SEED, JUDGED_SEED + 1000 * number):
            random = np.uint64(drawn(np.uint64(counter * int(GOLDEN) % (1 << 64))))
            chances = self.chances(board) if board else np.zeros(4)
            if chances.max() <= 0 or chances.max() >= 1:  # not started, lost or won
                board = int(spawned_at_random(np.uint64(JUDGED.lock), random, four, lines))
                continue
            made += 1
            if made % 5 == 0:
                yield board
            if made == 5 * number:
                return
            after = slid(np.uint64(board), int(chances.argmax()), self.grid.walls)
            board = int(spawned_at_random(np.uint64(after), random, four, lines))

    def chances(self, board: int) -> Any:  # noqa: ANN401 - an array
        """Return the chance after each move; -1 where it is not legal or moves a locked tile."""
        total = sum((1 << rank) >> 1 << 1 for rank in ranks_in(board & ~JUDGED.lock, 0))
        two, four = self._layers.get(total + 2), self._layers.get(total + 4)
        if two is None or four is None:
            return np.full(4, -1.0)
        out = np.full(4, -1.0)
        move_chances(np.uint64(board), self.grid, (two.starts, four.starts), (two.chances, four.chances), out)
        return np.where(out < 0, -1, out / CERTAIN)

    def move(self, word: Word, lines: Lines) -> int:
        """Return the stored move of a board, looked up as in play."""
        return int(ask(word, Stored(self.grid, self._codes, 0), lines)[1])


@lean
def move_chances(
    board: Word,
    grid: Grid,
    starts: tuple[Starts, Starts],
    after: tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]],
    out: npt.NDArray[np.float64],
) -> None:
    """Write the chance after each move that the table allows, in units of 1/65535."""
    for direction in range(4):
        moved = slid(board, direction, grid.walls)
        if moved != board and moved & grid.lock == grid.lock:
            out[direction] = chance_after(moved, grid, starts, after)


@lean
def most_points(board: Word, lines: Lines) -> int:
    """Return the move with the most immediate points; the first one of equals."""
    best, move = -1, 0
    for direction in range(4):
        if slid(board, direction, lines) != board and points_of(board, direction, lines) > best:
            best, move = points_of(board, direction, lines), direction
    return move
