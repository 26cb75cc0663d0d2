"""The kernels that 2048 exports (declared in `exports.py`), and their memory.

The memory consists of arrays, so that it can be placed in the memory of a WebAssembly instance. The network's shape is
not an array: in a built engine it is a constant, for speed. So each built engine supports one shape, and a network of
another shape needs an engine compiled for this processor.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import NativeBackend, inlined, lean
from slidedrop.twenty48.engine.bitboard import (
    SIDE,
    Lines,
    Word,
    fill_towards_end,
    fill_towards_start,
    lines_for,
    points_of,
)
from slidedrop.twenty48.engine.exports import CELLS, FRAME, UNITS, SearchExports
from slidedrop.twenty48.engine.lookahead import (
    Chances,
    Stack,
    TranspositionTable,
    begin,
    best_value,
    fresh_stack,
    fresh_table,
    go_on,
)
from slidedrop.twenty48.engine.network import (
    EIGHT_TUPLES,
    FOUR_TUPLES,
    Evaluator,
    Shape,
    shape_of,
)
from slidedrop.twenty48.engine.quantise import STEPS, scatter_weights
from slidedrop.twenty48.engine.wide import downgraded_words, familiar_word, slid_with_points, wide_empty_cells

PROGRAMS: Final = {"2048": EIGHT_TUPLES, "2048-small": FOUR_TUPLES}
"""The tuples of the network in each built engine."""
LOW, HIGH, FITTED, SEEN = range(4)
_UNLIMITED: Final = 1 << 60
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_NIBBLE: Final = np.uint64(4)
_LOW_BITS: Final = np.uint64(15)


class EngineMemory(NamedTuple):
    """Everything that the kernels read and write."""

    ranks: npt.NDArray[np.uint8]
    """The board to search."""
    root: npt.NDArray[np.uint64]
    """The board in two words, in one word without tiles that are too large, and as the search sees it."""
    values: npt.NDArray[np.float64]
    """The value of each of the four slides."""
    spawn_values: npt.NDArray[np.float64]
    """The value of each new tile, for 16 cells and 2 ranks."""
    unit: npt.NDArray[np.float32]
    """The points per unit."""
    odds: npt.NDArray[np.float32]
    """The probability of no tile, of rank 1 and of rank 2."""
    costs: npt.NDArray[np.int64]
    """The budget used by a tile in a search by probability; in a search by plies each tile uses 1."""
    ones: npt.NDArray[np.int64]
    stack: Stack
    by_plies: TranspositionTable
    by_probability: TranspositionTable
    lines: Lines
    shape: Shape
    units_of_codes: npt.NDArray[np.int16]
    planes: npt.NDArray[np.uint8]
    """A frame of the file: gaps, low bytes of codes, high bytes of codes."""
    units: npt.NDArray[np.int16]


def new_memory(evaluator: Evaluator, table_bits: int = 18) -> EngineMemory:
    """Return the memory for a network."""
    return EngineMemory(
        ranks=np.zeros(CELLS, np.uint8),
        root=np.zeros(4, np.uint64),
        values=np.zeros(4, np.float64),
        spawn_values=np.zeros(2 * CELLS, np.float64),
        unit=np.array([evaluator.unit], np.float32),
        odds=np.zeros(3, np.float32),
        costs=np.zeros((CELLS + 1, 3), np.int64),
        ones=np.ones((CELLS + 1, 3), np.int64),
        stack=fresh_stack(len(evaluator.shape.offsets)),
        by_plies=fresh_table(table_bits),
        by_probability=fresh_table(table_bits),
        lines=evaluator.lines,
        shape=evaluator.shape,
        units_of_codes=np.zeros(2 * STEPS + 2, np.int16),
        planes=np.zeros(3 * FRAME, np.uint8),
        units=evaluator.units,
    )


def memory_of(program: str) -> EngineMemory:
    """Return the memory of a built engine, with all weights zero."""
    shape = shape_of(PROGRAMS[program])
    return new_memory(Evaluator(np.zeros(int(shape.size), np.int16), np.float32(0), shape, lines_for(SIDE)))


def facts_of(program: str) -> dict[str, Any]:
    """Return the other facts that a built engine records: the shape of its network."""
    return {"tuples": PROGRAMS[program]}


def native_engine(evaluator: Evaluator, table_bits: int = 18) -> SearchExports:
    """Return the engine of a network, compiled for this processor."""
    return SearchExports(NativeBackend(new_memory(evaluator, table_bits), EXPORTS))


@lean
def set_up(memory: EngineMemory) -> int:
    """Fill the slide tables in a new memory, and clear the transposition tables."""
    fill_towards_start(memory.lines.slides[0], memory.lines.points)
    fill_towards_end(memory.lines.slides[1], memory.lines.slides[0], SIDE)
    memory.ones[:] = 1
    return clear_tables(memory)


@lean
def set_steps(memory: EngineMemory, steps: int) -> int:
    """Compute the units of every code; a code is the number of steps, doubled, plus one for a negative weight."""
    for code in range(2 * steps + 2):
        size = np.rint(float(code >> 1) / float(steps) * float(UNITS))
        memory.units_of_codes[code] = -int(size) if code & 1 else int(size)
    return 0


@lean
def write_weights(memory: EngineMemory, place: int, turned: int) -> int:
    """Write the weights of the frame in `planes`, starting at a position; return the position of the last one."""
    return scatter_weights(memory.planes, turned, place, memory.units_of_codes, memory.units)


@lean
def clear_tables(memory: EngineMemory) -> int:
    """Clear the transposition tables; their values are valid for one set of probabilities only."""
    _clear(memory.by_plies)
    _clear(memory.by_probability)
    return 0


@inlined
def _clear(table: TranspositionTable) -> None:
    table.boards[:] = np.uint64(0)
    table.budgets[:] = -1
    table.leaves[:] = np.uint64(0)
    table.worths[:] = np.float32(0)


@lean
def search_plies(memory: EngineMemory, largest: int, plies: int) -> int:
    """Search the board in `ranks` to a depth; 0 if a tile is too large for the search."""
    low, high = _words_of(memory.ranks)
    return _search_words(memory, low, high, largest, plies)


@lean
def set_root(memory: EngineMemory, largest: int) -> int:
    """Make the board in `ranks` the root of the next search; 0 if a tile is too large."""
    low, high = _words_of(memory.ranks)
    return _set_root(memory, low, high, largest)


@lean
def start_search(memory: EngineMemory, budget: int, by_probability: int, limit: int) -> int:
    """Start a search from the root; see `continue_search`."""
    begin(memory.stack, memory.root[SEEN], budget)
    return continue_search(memory, by_probability, limit)


@lean
def continue_search(memory: EngineMemory, by_probability: int, limit: int) -> int:
    """Search until `values` are complete (1) or slightly more boards than the limit were valued (0)."""
    network = Evaluator(memory.units, memory.unit[0], memory.shape, memory.lines)
    if by_probability != 0:
        done = go_on(memory.stack, memory.by_probability, network, Chances(memory.costs, memory.odds, _ZERO), limit)
    else:
        done = go_on(memory.stack, memory.by_plies, network, Chances(memory.ones, memory.odds, _ZERO), limit)
    if done:
        _write_values(memory)
    return 1 if done else 0


@lean
def value_spawns(memory: EngineMemory, largest: int, direction: int, plies: int) -> int:
    """Value each tile that can follow a slide of the board in `ranks`; 0 if a tile is too large."""
    low, high = _words_of(memory.ranks)
    after, after_high, _ = slid_with_points(low, high, direction, memory.lines)
    empty = wide_empty_cells(after, after_high, memory.lines)
    for cell in range(CELLS):
        place = _NIBBLE * np.uint64(cell)
        for rank in range(1, 3):
            value = -1.0
            if (empty >> place) & _ONE != _ZERO and memory.odds[rank] > 0:
                with_tile = after | (np.uint64(rank) << place)
                if _search_words(memory, with_tile, after_high, largest, plies) == 0:
                    return 0
                value = _best_value(memory)
            memory.spawn_values[CELLS * (rank - 1) + cell] = value
    return 1


@inlined
def _words_of(ranks: npt.NDArray[np.uint8]) -> tuple[Word, Word]:
    """Return the two words of a board: the four low bits of each rank, and the fifth bit."""
    low, high = np.uint64(0), np.uint64(0)
    for cell in range(CELLS):
        rank, place = np.uint64(ranks[cell]), _NIBBLE * np.uint64(cell)
        low |= (rank & _LOW_BITS) << place
        high |= (rank >> _NIBBLE) << place
    return low, high


@lean
def _search_words(memory: EngineMemory, low: Word, high: Word, largest: int, plies: int) -> int:
    if _set_root(memory, low, high, largest) == 0:
        return 0
    return start_search(memory, plies - 1, 0, _UNLIMITED)


@lean
def _set_root(memory: EngineMemory, low: Word, high: Word, largest: int) -> int:
    fitted, rest = downgraded_words(low, high, largest)
    memory.root[LOW], memory.root[HIGH] = low, high
    memory.root[FITTED], memory.root[SEEN] = fitted, familiar_word(fitted)
    return 1 if rest == _ZERO else 0


@inlined
def _best_value(memory: EngineMemory) -> float:
    """Return the best value of the slides; 0 if no slide is legal."""
    best = memory.values[0]
    for direction in range(1, 4):
        best = max(best, memory.values[direction])
    return best if best > -np.inf else 0.0


@inlined
def _write_values(memory: EngineMemory) -> None:
    """Write the values in points of the original board: points differ if tiles were replaced by smaller ones."""
    low, high, fitted = memory.root[LOW], memory.root[HIGH], memory.root[FITTED]
    more = _points_unseen(memory)
    for direction in range(4):
        value = np.float64(memory.stack.answers[direction]) + more
        if value > -np.inf and (fitted != low or high != _ZERO):
            _, _, points = slid_with_points(low, high, direction, memory.lines)
            value = value - np.float64(points_of(fitted, direction, memory.lines)) + np.float64(points)
        memory.values[direction] = value


@inlined
def _points_unseen(memory: EngineMemory) -> float:
    """Return the difference between the network's values of the original board and of the board with smaller tiles."""
    fitted, seen = memory.root[FITTED], memory.root[SEEN]
    if seen == fitted:
        return 0.0
    network, valued = Evaluator(memory.units, memory.unit[0], memory.shape, memory.lines), memory.stack.counts[1]
    own = best_value(fitted, memory.stack, memory.by_plies, network)
    shown = best_value(seen, memory.stack, memory.by_plies, network)
    memory.stack.counts[1] = valued
    return np.float64(own) - np.float64(shown)


EXPORTS: Final[tuple[Callable[..., Any], ...]] = (
    set_up,
    set_steps,
    write_weights,
    clear_tables,
    search_plies,
    set_root,
    start_search,
    continue_search,
    value_spawns,
)
DECLARATION: Final = SearchExports
