"""A small board solved layer by layer: first every board that can come up, then from the last what each is worth.

    boards   sum 4 ──> 6 ──> 8 ──> ... ──> 2044          a layer follows from the two before it
    worths   sum 4 <── 6 <── 8 <── ... <── 2044          a layer follows from the two after it

Three layers at most are in memory. What is finished is on disk; killed at any moment, solving goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.engine.bitboard import Lines, lines_for
from slidedrop.twenty48.exact.goal import SCORE, Goal
from slidedrop.twenty48.exact.kernels import MOST_SLIDES, write_means, write_slides, write_tiles, write_worths
from slidedrop.twenty48.exact.layers import Layers, writing_layers
from slidedrop.twenty48.exact.plain import start_boards
from slidedrop.twenty48.exact.stored import Files, canonical_word, files_of, read_exact
from slidedrop.twenty48.exact.values import Exact, check_solvable
from slidedrop.twenty48.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

    Words = npt.NDArray[np.uint64]
    Worths = npt.NDArray[np.float64]

_STEP = 2
_FIRST = 4
_NONE = np.empty(0, np.uint64)
Tell = Callable[[int, int], object]
"""Hears how much of how much is done."""


def solve(
    rules: Rules, goal: Goal = SCORE, *, folder: Path | None = None, tell: Tell = lambda _done, _of: None
) -> Exact:
    """Solve a board, or go on solving it, and return what is known of it then."""
    check_solvable(rules)
    goal.check(rules)
    _Solving(rules, goal, files_of(rules, goal, folder), tell).run()
    exact = read_exact(rules, goal, folder)
    if exact is None:
        raise RecordError("the files of the solution were taken away while it was made; solve again")
    return exact


class _Solving:
    """The two passes over a board."""

    def __init__(self, rules: Rules, goal: Goal, files: Files, tell: Tell) -> None:
        self._files = files
        self._tell = tell
        self._lines: Lines = lines_for(rules.size)
        self._target = np.uint64((goal.tile // rules.base).bit_length() if goal.tile else 0)
        total = sum(rules.spawn_weights)
        self._chances = [(rank, weight / total) for rank, weight in enumerate(rules.spawn_weights[:2], 1) if weight]
        self._cells = rules.size * rules.size
        self._last = (4 << self._cells) - 4
        """The sum of the fullest board: on 2x2, 32 + 16 + 8 + 4."""
        self._starts: dict[int, set[int]] = {}
        for board in start_boards(rules):
            self._starts.setdefault(2 * sum(board.tiles) // rules.base, set()).add(canonical_word(board, rules.base))

    def run(self) -> None:
        """Write both files as far as they are not there yet."""
        with writing_layers(self._files.boards, self._files.about) as (writer, found):
            if not found.is_complete:
                self._write_boards(writer.add, found)
        boards = Layers(self._files.boards, self._files.about)
        with writing_layers(self._files.worths, self._files.about_worths) as (writer, found):
            if not found.is_complete:
                self._write_all_worths(writer.add, boards, found)

    def _write_boards(self, add: Callable[[int, bytes], None], found: Layers) -> None:
        known = list(found)
        layers = {total: _words(found.layer(total)) for total in known[-2:]}
        slides = lru_cache(maxsize=2)(lambda total: self._slid(layers.get(total, _NONE)))
        for total in range(known[-1] + _STEP if known else _FIRST, self._last + _STEP, _STEP):
            parts = [self._with_tile(slides(total - (1 << rank)), rank) for rank, _ in self._chances]
            starts = np.array(list(self._starts.get(total, ())), np.uint64)
            layers[total] = np.unique(np.concatenate([*parts, starts]))
            layers.pop(total - 2 * _STEP, None)
            if len(layers[total]):
                add(total, layers[total].tobytes())
            self._tell(total, 2 * self._last)
        add(0, b"")

    def _slid(self, layer: Words) -> Words:
        """Return the boards that wait for a tile after the slides of a layer."""
        room = np.empty(MOST_SLIDES * len(layer), np.uint64)
        return np.unique(room[: write_slides(layer, self._lines, room)])

    def _with_tile(self, afters: Words, rank: int) -> Words:
        """Return the boards of the layer that a new tile of this rank leads to."""
        room = np.empty(self._cells * len(afters), np.uint64)
        return np.unique(room[: write_tiles(afters, np.uint64(rank), self._lines, room)])

    def _write_all_worths(self, add: Callable[[int, bytes], None], boards: Layers, found: Layers) -> None:
        done = list(found)
        worths = {total: _worths(found.layer(total)) for total in done[-2:]}
        for total in reversed([total for total in boards if not done or total < done[-1]]):
            worths[total] = self._layer_worths(total, boards, worths)
            worths.pop(total + 2 * _STEP, None)
            add(total, worths[total].tobytes())
            self._tell(2 * self._last - total, 2 * self._last)
        add(0, b"")

    def _layer_worths(self, total: int, boards: Layers, worths: dict[int, Worths]) -> Worths:
        layer = _words(boards.layer(total))
        afters = self._slid(layer)
        means = np.zeros(len(afters), np.float64)
        for rank, chance in self._chances:
            after = total + (1 << rank)
            if len(afters):
                next_layer = _words(boards.layer(after))
                write_means(afters, np.uint64(rank), chance, next_layer, worths[after], self._lines, means)
        result = np.empty(len(layer), np.float64)
        write_worths(layer, afters, means, self._target, self._lines, result)
        return result


def _words(data: memoryview) -> Words:
    return np.frombuffer(data, np.uint64)


def _worths(data: memoryview) -> Worths:
    return np.frombuffer(data, np.float64)
