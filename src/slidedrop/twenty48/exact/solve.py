"""A small board solved layer by layer: first all reachable boards, then, from the last layer, their values.

    boards   sum 4 ──> 6 ──> 8 ──> ... ──> 2044          a layer follows from the two before it
    worths   sum 4 <── 6 <── 8 <── ... <── 2044          a layer follows from the two after it

Only a few layers are in memory. Finished layers are on disk, and an interrupted solve resumes after the last of them.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.engine.bitboard import lines_for
from slidedrop.twenty48.exact.kernels import MOST_SLIDES, Words, write_means, write_slides, write_tiles, write_worths
from slidedrop.twenty48.exact.values import (
    Exact,
    canonical_word,
    check_solvable,
    layers_of,
    read_exact,
    start_boards,
    sums,
)
from slidedrop.twenty48.rules import Rules

Tell = Callable[[int, int], object]
"""A callback that receives the work done and the total."""


def solve(rules: Rules, tile: int = 0, *, folder: Path | None = None, tell: Tell = lambda _done, _of: None) -> Exact:
    """Solve a board for points or for a tile, resuming if possible, and return the solution."""
    check_solvable(rules, tile)
    solving, layers = _Solving(rules, tile, folder), sums(rules)
    steps = [(solving.find_boards, total) for total in layers]
    steps += [(solving.find_worths, total) for total in reversed(layers)]
    for done, (step, total) in enumerate(steps, 1):
        step(total)
        tell(done, len(steps))
    exact = read_exact(rules, tile, folder)
    if exact is None:
        raise RecordError("the files of the solution were taken away while it was made; solve again")
    return exact


class _Solving:
    def __init__(self, rules: Rules, tile: int, folder: Path | None) -> None:
        self._boards, self._worths = layers_of(rules, tile, folder)
        self._lines = lines_for(rules.size)
        self._target = np.uint64((tile // rules.base).bit_length())
        self._cells = rules.size * rules.size
        total = sum(rules.spawn_weights)
        self._chances = [(rank, weight / total) for rank, weight in enumerate(rules.spawn_weights[:2], 1) if weight]
        self._starts: dict[int, list[int]] = {}
        for board in start_boards(rules):
            self._starts.setdefault(2 * sum(board.tiles) // rules.base, []).append(canonical_word(board, rules.base))
        self._slid = lru_cache(maxsize=2)(self._slide)

    def find_boards(self, total: int) -> None:
        """Save the boards of a layer: the starting boards, and those that new tiles make from earlier layers."""
        if total not in self._boards:
            parts = [self._with_tile(self._slid(total - (1 << rank)), rank) for rank, _ in self._chances]
            found = np.unique(np.concatenate([*parts, np.array(self._starts.get(total, []), np.uint64)]))
            self._boards.write(total, found.tobytes())

    def _layer(self, total: int) -> Words:
        return np.frombuffer(self._boards.layer(total), np.uint64)

    def _slide(self, total: int) -> Words:
        """Return the boards that need a tile after the slides of a layer."""
        layer = self._layer(total)
        room = np.empty(MOST_SLIDES * len(layer), np.uint64)
        return np.unique(room[: write_slides(layer, self._lines, room)])

    def _with_tile(self, afters: Words, rank: int) -> Words:
        room = np.empty(self._cells * len(afters), np.uint64)
        return np.unique(room[: write_tiles(afters, np.uint64(rank), self._lines, room)])

    def find_worths(self, total: int) -> None:
        if total in self._worths:
            return
        layer, afters = self._layer(total), self._slid(total)
        means, worths = np.zeros(len(afters)), np.empty(len(layer))
        for rank, chance in self._chances if len(afters) else ():
            after = total + (1 << rank)
            known = np.frombuffer(self._worths.layer(after), np.float64)
            write_means(afters, np.uint64(rank), chance, self._layer(after), known, self._lines, means)
        write_worths(layer, afters, means, self._target, self._lines, worths)
        self._worths.write(total, worths.tobytes())
