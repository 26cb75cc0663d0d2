"""Train a small network (student) on the values of the large network (teacher).

    the student slides ──> board ──> teacher: "41,300 points to come"; the student said 39,800 and is corrected
         also: a slide that it did not choose, and a board after one, because a search mostly evaluates such boards

A value from the teacher has less variance than the outcome of a game, so the student learns much faster: after 15 M
moves it plays as well as one that learned alone from 500 M. It learns on the boards of its own games, not on those of
the teacher, so it reaches the boards that it overrates and corrects their values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from benchmarks.selfplay2048 import downgraded_word, wide_spawned
from benchmarks.selfplay2048 import first_board as first_board_of
from slidedrop.engine.kernel import inlined, lean
from slidedrop.twenty48.engine.bitboard import GOLDEN, Word, drawn, slid
from slidedrop.twenty48.engine.lookahead import Chances, Stack, TranspositionTable, begin, go_on, value_at_units
from slidedrop.twenty48.engine.network import EIGHT_TUPLES, Evaluator, locate_weights, value_at
from slidedrop.twenty48.engine.wide import slid_with_points
from slidedrop.twenty48.training.learning import (
    LONGEST_GAME,
    Learner,
    ThreadState,
    best_slide,
    corrected,
    first_board,
    locate_to_learn,
    note_game,
    put_in,
    random_bits,
    taken_from,
    with_tile,
)

if TYPE_CHECKING:
    import numpy.typing as npt

_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_FAR: Final = 1 << 60
_MOST_LESSONS: Final = 3
"""The maximum number of boards to learn from, per move of a game."""


class Lessons(NamedTuple):
    """The boards of the last game from which the student learns, and buffers for their weights."""

    boards: npt.NDArray[np.uint64]
    pupils: npt.NDArray[np.uint64]
    """The indices of the student's weights for this board and for the next one, which is prefetched."""
    masters: npt.NDArray[np.uint64]
    """The indices of the teacher's weights."""


def fresh_lessons() -> Lessons:
    """Return empty lessons."""
    places = np.zeros((2, 8 * len(EIGHT_TUPLES)), np.uint64)
    return Lessons(np.zeros(_MOST_LESSONS * LONGEST_GAME, np.uint64), places, places.copy())


@lean
def distil(learner: Learner, teacher: Evaluator, state: ThreadState, lessons: Lessons, moves: int) -> None:
    """Let the student play and learn until it has made this number of moves."""
    goal = state.tally[0] + moves
    while state.tally[0] < goal:
        _teach(lessons, _collected(learner, state, lessons), learner, teacher)


@lean
def count_visits(
    learner: Learner, state: ThreadState, lessons: Lessons, visits: npt.NDArray[np.int32], moves: int
) -> None:
    """Count how often each weight is read in this many moves, without learning."""
    goal = state.tally[0] + moves
    while state.tally[0] < goal:
        for number in range(_collected(learner, state, lessons)):
            places = lessons.pupils[0]
            locate_weights(lessons.boards[number], places, visits, learner.shape, learner.lines)
            for place in range(8 * len(learner.shape.offsets)):
                visits[places[place]] += 1


@lean
def show_a_game(
    counter: Word,
    teacher: Evaluator,
    stack: Stack,
    table: TranspositionTable,
    chances: Chances,
    learner: Learner,
    state: ThreadState,
) -> int:
    """Let the teacher play one game at two plies, and add its boards to the student's stock.

    The student alone rarely reaches such boards. Returns the number of moves.
    """
    low, high, moves = first_board_of(counter, chances.four, teacher.lines), _ZERO, 0
    while moves < LONGEST_GAME:
        begin(stack, downgraded_word(low, high), 1)
        go_on(stack, table, teacher, chances, _FAR)
        direction = np.argmax(stack.answers)
        if stack.answers[direction] == -np.inf:
            break
        low, high, _ = slid_with_points(low, high, direction, teacher.lines)
        if high != _ZERO:
            break
        state.boards[moves] = low
        moves += 1
        counter += GOLDEN
        low = wide_spawned(low, high, drawn(counter), chances.four, teacher.lines)
    put_in(state.stock, state.boards[:moves], drawn(counter), learner.bits)
    return moves


@lean
def _collected(learner: Learner, state: ThreadState, lessons: Lessons) -> int:
    """Play a game from any band and collect boards to learn from; return their number."""
    start = taken_from(state.stock, random_bits(state), learner.last)
    board = first_board(learner, state) if start == _ZERO else with_tile(start, learner, state)
    played, collected = _play(board, learner, state, lessons)
    if start == _ZERO:
        note_game(played, state)
    put_in(state.stock, state.boards[:played], random_bits(state), learner.bits)
    return collected


@lean
def _play(board: Word, learner: Learner, state: ThreadState, lessons: Lessons) -> tuple[int, int]:
    """Play greedily to the end; return the number of moves and of lessons."""
    played, collected = 0, 0
    while played < LONGEST_GAME:
        after, points, _ = best_slide(board, state.places, learner.weights, learner.shape, learner.lines)
        if after == board:
            break
        state.boards[played], state.points[played] = after, points
        lessons.boards[collected] = after
        collected = _aside(board, after, collected + 1, learner, state, lessons)
        played += 1
        board = with_tile(after, learner, state)
    state.tally[0] += played
    return played, collected


@inlined
def _aside(board: Word, chosen: Word, collected: int, learner: Learner, state: ThreadState, lessons: Lessons) -> int:
    """Collect, each with probability 1/2, a board after a random slide, and one after a random and the best slide."""
    random = random_bits(state)
    other = slid(board, np.int64((random >> np.uint64(8)) & np.uint64(3)), learner.lines)
    if random & _ONE and other not in (board, chosen):
        lessons.boards[collected] = other
        collected += 1
    side = slid(board, np.int64((random >> np.uint64(4)) & np.uint64(3)), learner.lines)
    if random & np.uint64(2) and side != board:
        beyond = with_tile(side, learner, state)
        after, _, _ = best_slide(beyond, state.places, learner.weights, learner.shape, learner.lines)
        if after != beyond:
            lessons.boards[collected] = after
            collected += 1
    return collected


@lean
def _teach(lessons: Lessons, count: int, learner: Learner, teacher: Evaluator) -> None:
    """Correct the student's value of each board towards the teacher's value."""
    here, there = 0, 1
    if count > 0:
        _locate(lessons, 0, here, learner, teacher)
    for number in range(count):
        if number + 1 < count:
            _locate(lessons, number + 1, there, learner, teacher)
        said = value_at(lessons.pupils[here], learner.weights, learner.shape)
        corrected(lessons.pupils[here], value_at_units(lessons.masters[here], teacher) - said, learner)
        here, there = there, here


@inlined
def _locate(lessons: Lessons, number: int, room: int, learner: Learner, teacher: Evaluator) -> None:
    board = lessons.boards[number]
    locate_to_learn(board, lessons.pupils[room], learner)
    locate_weights(board, lessons.masters[room], teacher.units, teacher.shape, teacher.lines)
