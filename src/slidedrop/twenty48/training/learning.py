"""Learning from whole games, backwards: each board learns from the value of the next one.

    play     s1 -r2-> s2 -r3-> s3 -r4-> s4 (stuck)        s: the board after a slide, r: the points of the next slide
    learn    s4 should be 0;  s3 should be r4 + (the new value of s4);  s2 ...;  s1 ...

Three ideas make it fast. *Backwards*: the result at the end of a game reaches its start in one pass. *Temporal
coherence*: each weight has its own rate (E / A)^2, where E is the sum of its errors and A the sum of their absolute
values; a weight whose errors agree learns fast, one whose errors cancel stops. The reason for the square: if n errors
are noise, |E| / A is about 1 / sqrt(n), and the weight never converges; the square is 1 / n, as if the weight were the
mean of its targets (decision 21). *A carousel*: games start in every band equally often.

    band 0      the first tiles
    band 1      boards whose tiles sum to 2,048 or more        (on 4x4; smaller boards have narrower bands)
    ...
    band 14     16384 + 8192 + 4096 or more: rarely reached by a game that starts from the first tiles

Three of four games start from a board of a random band in earlier games, so the last bands, where a search later spends
most of its time, are trained as often as the first. (Jaskowski's "carousel shaping", 2017, started at the start of each
stage; here it is any board of the band.)
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import (
    GOLDEN,
    Lines,
    Word,
    drawn,
    largest_rank,
    points_of,
    slid,
    spawned_at_random,
)
from slidedrop.twenty48.engine.bits import prefetch
from slidedrop.twenty48.engine.network import MOST_TUPLES, Shape, locate_weights, value_at

LONGEST_GAME: Final = 1 << 17
"""The maximum number of moves of a game: more than it takes to fill the board with tiles up to 131072."""
BANDS: Final = 32
SLOTS: Final = 256
STEP_BITS: Final = {2: 2, 3: 5, 4: 11}
"""The width of a band by board size: the number of low bits of the tile sum that are dropped."""
LAST_BAND: Final = {2: BANDS - 1, 3: BANDS - 1, 4: 15}
"""The last band in which games start: on 4x4 the one before 32768. With all, half of the games started beyond it."""
_EVERY: Final = 100
"""One board in this many is added to the stock."""
_LOST: Final = 20
"""The number of boards at the end of a game that are not added: they have no future to learn from."""
_ENOUGH: Final = 16
"""The minimum number of boards in a band before games start in it."""
_FIRST_TILES: Final = 4
"""One game in this many starts from the first tiles."""


class Stock(NamedTuple):
    """The most recent boards of each band."""

    boards: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.int64]
    """The number of boards ever added to each band; the newest replace the oldest."""


def fresh_stock() -> Stock:
    """Return an empty stock."""
    return Stock(np.zeros((BANDS, SLOTS), np.uint64), np.zeros(BANDS, np.int64))


@lean
def band_of(board: Word, bits: int) -> int:
    """Return the band of a board: the sum of its tiles, in steps of 2^bits."""
    total = 0
    for cell in range(16):
        rank = int((board >> np.uint64(4 * cell)) & np.uint64(15))
        total += (1 << rank) & ~1
    return min(total >> bits, BANDS - 1)


@lean
def put_in(stock: Stock, boards: npt.NDArray[np.uint64], random: Word, bits: int) -> None:
    """Add some boards of a game to the stock."""
    for move in range(int(random % np.uint64(_EVERY)), len(boards) - _LOST, _EVERY):
        band = band_of(boards[move], bits)
        stock.boards[band, stock.counts[band] % SLOTS] = boards[move]
        stock.counts[band] += 1


@lean
def taken_from(stock: Stock, random: Word, last: int) -> Word:
    """Return a board of a random band, before its tile; 0 means a new game."""
    while last > 0 and stock.counts[last] < _ENOUGH:
        last -= 1
    if last == 0 or random % np.uint64(_FIRST_TILES) == np.uint64(0):
        return np.uint64(0)
    band = 1 + int((random >> np.uint64(8)) % np.uint64(1 << 24)) % last
    known = min(int(stock.counts[band]), SLOTS)
    board: Word = stock.boards[band, int(random >> np.uint64(32)) % max(known, 1)]
    return board


class Learner(NamedTuple):
    """A network and the sums of its errors; several threads may share one."""

    weights: npt.NDArray[np.float32]
    errors: npt.NDArray[np.float32]
    """For each weight, the sum of its errors and the sum of their absolute values."""
    shape: Shape
    lines: Lines
    four: np.uint64
    """The probability of a tile of rank 2, times 2^32."""
    trace: np.float32
    """The weight of the actual results in the learning target (lambda); the rest is the network's own estimate."""
    bits: int
    """The width of a carousel band, in bits."""
    last: int
    """The last band in which games start."""
    rate: np.float32
    """The share of an error that every weight corrects: 0 only records; below 0, each weight has its own rate."""


class ThreadState(NamedTuple):
    """The state of one thread: its last game, its random counter, and its totals."""

    boards: npt.NDArray[np.uint64]
    """The boards after each slide of the last game."""
    points: npt.NDArray[np.int32]
    """The points of each of those slides."""
    places: npt.NDArray[np.uint64]
    """The positions of the weights for the next slides."""
    counter: npt.NDArray[np.uint64]
    """The random counter: one number."""
    tally: npt.NDArray[np.int64]
    """The total of moves, of games from the first tiles, and of their points; then the number of these games by largest
    rank."""
    stock: Stock
    """Boards from which games start."""


def fresh_state(seed: int) -> ThreadState:
    """Return the state of a new thread for the games of a seed."""
    return ThreadState(
        np.zeros(LONGEST_GAME, np.uint64),
        np.zeros(LONGEST_GAME, np.int32),
        np.zeros(4 * 8 * MOST_TUPLES, np.uint64),
        np.array([seed], np.uint64),
        np.zeros(3 + 16, np.int64),
        fresh_stock(),
    )


@lean
def practise(learner: Learner, state: ThreadState, moves: int) -> None:
    """Play and learn from whole games until at least this many moves are made."""
    goal = state.tally[0] + moves
    while state.tally[0] < goal:
        _practise_a_band(learner, state)


@lean
def _practise_a_band(learner: Learner, state: ThreadState) -> None:
    start = taken_from(state.stock, random_bits(state), learner.last)
    if start == np.uint64(0):
        played = _play(first_board(learner, state), learner, state)
        note_game(played, state)
    else:
        played = _play(with_tile(start, learner, state), learner, state)
    put_in(state.stock, state.boards[:played], random_bits(state), learner.bits)
    _learn_backwards(played, learner, state)


@inlined
def best_slide(
    board: Word, places: npt.NDArray[np.uint64], weights: npt.NDArray[np.float32], shape: Shape, lines: Lines
) -> tuple[Word, int, np.float32]:
    """Return the board after the best slide, its points and its value; the same board if no slide is legal."""
    size = 8 * len(shape.offsets)
    for direction in range(4):
        there = slid(board, direction, lines)
        if there != board:
            locate_weights(there, places[direction * size : (direction + 1) * size], weights, shape, lines)
    after, points, worth = board, 0, np.float32(0)
    for direction in range(4):
        there = slid(board, direction, lines)
        if there == board:
            continue
        gained = points_of(board, direction, lines)
        promise = np.float32(gained) + value_at(places[direction * size : (direction + 1) * size], weights, shape)
        if after == board or promise > worth:
            after, points, worth = there, gained, promise
    return after, points, worth


@lean
def _play(board: Word, learner: Learner, state: ThreadState) -> int:
    """Play greedily to the end and record every board; return the number of moves."""
    played = 0
    while played < LONGEST_GAME:
        after, points, _ = best_slide(board, state.places, learner.weights, learner.shape, learner.lines)
        if after == board:
            break
        state.boards[played] = after
        state.points[played] = points
        played += 1
        board = with_tile(after, learner, state)
    state.tally[0] += played
    return played


@lean
def _learn_backwards(played: int, learner: Learner, state: ThreadState) -> None:
    size = 8 * len(learner.shape.offsets)
    here, before = state.places[:size], state.places[size : 2 * size]
    if played > 0:
        locate_to_learn(state.boards[played - 1], here, learner)
    lesson = np.float32(0)
    for move in range(played - 1, -1, -1):
        if move > 0:  # prefetch the previous board's weights while this board learns
            locate_to_learn(state.boards[move - 1], before, learner)
        error = lesson - value_at(here, learner.weights, learner.shape)
        expected = corrected(here, error, learner)
        came = learner.trace * lesson + (np.float32(1) - learner.trace) * expected
        lesson = np.float32(state.points[move]) + came
        here, before = before, here


@inlined
def locate_to_learn(board: Word, places: npt.NDArray[np.uint64], learner: Learner) -> None:
    """Write the positions of a board's weights, and prefetch them and their errors."""
    locate_weights(board, places, learner.weights, learner.shape, learner.lines)
    for number in range(8 * len(learner.shape.offsets)):
        prefetch(learner.errors, np.uint64(2) * places[number])


@inlined
def corrected(places: npt.NDArray[np.uint64], error: np.float32, learner: Learner) -> np.float32:
    """Correct these weights, each at its own rate, and return their new sum."""
    weights, errors = learner.weights, learner.errors
    step = error / np.float32(8 * len(learner.shape.offsets))
    total = np.float32(0)
    for number in range(8 * len(learner.shape.offsets)):
        place = places[number]
        summed, sized = errors[np.uint64(2) * place], errors[np.uint64(2) * place + np.uint64(1)]
        weights[place] += _rate_of(summed, sized, learner.rate) * step
        errors[np.uint64(2) * place] = summed + error
        errors[np.uint64(2) * place + np.uint64(1)] = sized + abs(error)
        total += weights[place]
    return total


@inlined
def _rate_of(summed: np.float32, sized: np.float32, common: np.float32) -> np.float32:
    """Return the common rate of all weights; if there is none, the rate computed from a weight's errors."""
    if common >= np.float32(0):
        return common
    share = summed / sized if sized > np.float32(0) else np.float32(1)
    return share * share


@lean
def first_board(learner: Learner, state: ThreadState) -> Word:
    """Return a board with its first two tiles."""
    return with_tile(with_tile(np.uint64(0), learner, state), learner, state)


@lean
def with_tile(board: Word, learner: Learner, state: ThreadState) -> Word:
    """Return the board with its next tile."""
    return spawned_at_random(board, random_bits(state), learner.four, learner.lines)


@lean
def random_bits(state: ThreadState) -> Word:
    """Return the next 64 random bits of a thread."""
    state.counter[0] += GOLDEN
    return drawn(state.counter[0])


@lean
def note_game(played: int, state: ThreadState) -> None:
    """Count a finished game that started from the first tiles."""
    state.tally[1] += 1
    state.tally[2] += state.points[:played].sum()
    state.tally[3 + largest_rank(state.boards[played - 1])] += 1
