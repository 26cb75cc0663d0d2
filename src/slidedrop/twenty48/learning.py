"""Learning from whole games, walked backwards: what the last board was worth teaches the one before it.

    play     s1 -r2-> s2 -r3-> s3 -r4-> s4 (stuck)        s: the board after a slide, r: the points of the next slide
    learn    s4 should be 0;  s3 should be r4 + (what is now known of s4);  s2 ...;  s1 ...

Three ideas make it quick. *Backwards*: one game carries the news of its end to its beginning at once. *Temporal
coherence*: each weight has its own rate |E| / A, where E adds up its errors and A their sizes; a weight whose errors
agree learns fast, one whose errors cancel comes to rest. *Restarts*: the next game begins in the middle of the last
one, again and again until only a few moves are left, so the hard late boards are seen most often. What has learned for
long is better served by a *carousel* (`carousel.py`): games begin at every stage equally often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from slidedrop.kernel import inlined, lean
from slidedrop.twenty48.bitboard import (
    GOLDEN,
    Lines,
    Word,
    drawn,
    largest_rank,
    points_of,
    slid,
    spawned_by_lot,
)
from slidedrop.twenty48.bits import call_for
from slidedrop.twenty48.carousel import Stock, fresh_stock, put_in, taken_from
from slidedrop.twenty48.network import MOST_TUPLES, Shape, look_up, value_at

if TYPE_CHECKING:
    import numpy.typing as npt

LONGEST_GAME: Final = 1 << 17
"""Moves after which a game is cut off: more than it takes to fill the board with tiles to 131072."""
SHORTEST_RESTART: Final = 10
"""A game of fewer moves is not begun again from its middle."""


class Learner(NamedTuple):
    """A network and what it remembers of its errors; several threads may share one."""

    weights: npt.NDArray[np.float32]
    errors: npt.NDArray[np.float32]
    """For each weight the sum of its errors and the sum of their sizes."""
    shape: Shape
    tables: Lines
    four: np.uint64
    """The chance of a tile of rank 2, times 2^32."""
    trace: np.float32
    """How much of what really came goes into the lesson (lambda); the rest is what the network expected."""
    carousel: int
    """How wide the stages of the carousel are, in bits; 0 says that games begin again in the middle of the last."""


class Memory(NamedTuple):
    """One thread's game, and what it has seen so far."""

    boards: npt.NDArray[np.uint64]
    """The boards after each slide of the last game."""
    points: npt.NDArray[np.int32]
    """The points of each of those slides."""
    places: npt.NDArray[np.uint64]
    """Where the weights are that the next slides look at."""
    counter: npt.NDArray[np.uint64]
    """The random counter: one number."""
    tally: npt.NDArray[np.int64]
    """Moves in all, games from the first board, their points; then how many of them ended with each largest rank."""
    stock: Stock
    """Boards to begin games with."""


def fresh_memory(seed: int) -> Memory:
    """Return room for one thread that plays the games of a seed."""
    return Memory(
        np.zeros(LONGEST_GAME, np.uint64),
        np.zeros(LONGEST_GAME, np.int32),
        np.zeros(4 * 8 * MOST_TUPLES, np.uint64),
        np.array([seed], np.uint64),
        np.zeros(3 + 16, np.int64),
        fresh_stock(),
    )


@lean
def practise(learner: Learner, memory: Memory, moves: int) -> None:
    """Play and learn whole games until this many moves are made."""
    goal = memory.tally[0] + moves
    while memory.tally[0] < goal:
        if learner.carousel:
            _practise_a_stage(learner, memory)
        else:
            _practise_with_restarts(learner, memory)


@lean
def _practise_with_restarts(learner: Learner, memory: Memory) -> None:
    played = _play(_first_board(learner, memory), learner, memory)
    _note_game(played, memory)
    _learn_backwards(played, learner, memory)
    while played >= SHORTEST_RESTART:
        middle = memory.boards[played // 2]
        played = _play(_with_tile(middle, learner, memory), learner, memory)
        _learn_backwards(played, learner, memory)


@lean
def _practise_a_stage(learner: Learner, memory: Memory) -> None:
    start = taken_from(memory.stock, _lot(memory))
    if start == np.uint64(0):
        played = _play(_first_board(learner, memory), learner, memory)
        _note_game(played, memory)
    else:
        played = _play(_with_tile(start, learner, memory), learner, memory)
    put_in(memory.stock, memory.boards[:played], _lot(memory), learner.carousel)
    _learn_backwards(played, learner, memory)


@inlined
def best_slide(
    board: Word, places: npt.NDArray[np.uint64], weights: npt.NDArray[np.float32], shape: Shape, tables: Lines
) -> tuple[Word, int, np.float32]:
    """Return the board after the best slide, its points and its worth; the same board says that none is legal."""
    size = 8 * len(shape.offsets)
    for direction in range(4):
        there = slid(board, direction, tables)
        if there != board:
            look_up(there, places[direction * size : (direction + 1) * size], weights, shape, tables)
    after, points, worth = board, 0, np.float32(0)
    for direction in range(4):
        there = slid(board, direction, tables)
        if there == board:
            continue
        gained = points_of(board, direction, tables)
        promise = np.float32(gained) + value_at(places[direction * size : (direction + 1) * size], weights, shape)
        if after == board or promise > worth:
            after, points, worth = there, gained, promise
    return after, points, worth


@lean
def _play(board: Word, learner: Learner, memory: Memory) -> int:
    """Play greedily to the end and remember every board; return the number of moves."""
    played = 0
    while played < LONGEST_GAME:
        after, points, _ = best_slide(board, memory.places, learner.weights, learner.shape, learner.tables)
        if after == board:
            break
        memory.boards[played] = after
        memory.points[played] = points
        played += 1
        board = _with_tile(after, learner, memory)
    memory.tally[0] += played
    return played


@lean
def _learn_backwards(played: int, learner: Learner, memory: Memory) -> None:
    size = 8 * len(learner.shape.offsets)
    here, before = memory.places[:size], memory.places[size : 2 * size]
    if played > 0:
        _look_up_to_learn(memory.boards[played - 1], here, learner)
    lesson = np.float32(0)
    for move in range(played - 1, -1, -1):
        if move > 0:  # the weights of the board before are fetched while this one learns
            _look_up_to_learn(memory.boards[move - 1], before, learner)
        error = lesson - value_at(here, learner.weights, learner.shape)
        expected = _corrected(here, error, learner)
        came = learner.trace * lesson + (np.float32(1) - learner.trace) * expected
        lesson = np.float32(memory.points[move]) + came
        here, before = before, here


@inlined
def _look_up_to_learn(board: Word, places: npt.NDArray[np.uint64], learner: Learner) -> None:
    look_up(board, places, learner.weights, learner.shape, learner.tables)
    for number in range(8 * len(learner.shape.offsets)):
        call_for(learner.errors, np.uint64(2) * places[number])


@inlined
def _corrected(places: npt.NDArray[np.uint64], error: np.float32, learner: Learner) -> np.float32:
    """Correct the weights at these places, each at its own rate, and return their sum after that."""
    weights, errors = learner.weights, learner.errors
    step = error / np.float32(8 * len(learner.shape.offsets))
    total = np.float32(0)
    for number in range(8 * len(learner.shape.offsets)):
        place = places[number]
        summed, sized = errors[np.uint64(2) * place], errors[np.uint64(2) * place + np.uint64(1)]
        rate = abs(summed) / sized if sized > np.float32(0) else np.float32(1)
        weights[place] += rate * step
        errors[np.uint64(2) * place] = summed + error
        errors[np.uint64(2) * place + np.uint64(1)] = sized + abs(error)
        total += weights[place]
    return total


@lean
def _first_board(learner: Learner, memory: Memory) -> Word:
    return _with_tile(_with_tile(np.uint64(0), learner, memory), learner, memory)


@lean
def _with_tile(board: Word, learner: Learner, memory: Memory) -> Word:
    return spawned_by_lot(board, _lot(memory), learner.four, learner.tables)


@lean
def _lot(memory: Memory) -> Word:
    memory.counter[0] += GOLDEN
    return drawn(memory.counter[0])


@lean
def _note_game(played: int, memory: Memory) -> None:
    memory.tally[1] += 1
    memory.tally[2] += memory.points[:played].sum()
    memory.tally[3 + largest_rank(memory.boards[played - 1])] += 1
