"""Comparison of a built engine with the native kernels: every score, node count and bit must be equal."""

from __future__ import annotations

import struct
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.selfplay2048 import chances_by_plies
from slidedrop.connect4.engine.perfect import Solver
from slidedrop.twenty48.engine.lookahead import begin, best_value, fresh_stack, fresh_table, go_on
from slidedrop.twenty48.engine.portable_network import SHIPPED
from slidedrop.twenty48.engine.weights import load_network
from slidedrop.twenty48.engine.wide import familiar_word, words_of
from tests.connect4.random_discs import random_positions, solved
from tests.connect4.solver_checks import fresh_searches

if TYPE_CHECKING:
    from slidedrop.twenty48.engine.exports import SearchExports


def check_solver(columns: int, rows: int, number: int, plies: tuple[int, int], seed: str, *, cleared: bool) -> None:
    """Compare scores and nodes of random positions: all in one list, or one by one with a cleared table.

    A second list on a used table may take fewer nodes than native: a list is looked up in the table when it arrives,
    and the entries of its last positions may be overwritten before these are searched.
    """
    positions = random_positions(Random(seed), columns, rows, number, plies)
    size = 1 if cleared else number
    batches = [positions[at : at + size] for at in range(0, number, size)]
    built, native = Solver(columns, rows), fresh_searches(columns, rows, 64)
    for batch in batches:
        if cleared:
            built._engine.clear_tables()
            native.sure.table.fill(0)
            native.quick.table.fill(0)
        scores, nodes = solved(native, batch)
        answers = built.solve_all(batch)
        assert [(answer.score, answer.nodes) for answer in answers] == list(zip(scores, nodes, strict=True))


def random_ranks(rng: Random) -> list[int]:
    """Return the ranks of a realistic board: a large tile, some tiles of decreasing size, and small ones."""
    largest = rng.randint(4, 14)
    falling = [max(1, largest - step - rng.randint(0, 1)) for step in range(rng.randint(2, 6))]
    small = [rng.choice((0, 0, 1, 1, 2, 3, 4)) for _ in range(16 - len(falling))]
    return falling + small


def check_slides(engine: SearchExports, number: int, plies: int, seed: str, name: str = SHIPPED) -> None:
    """Compare the bits of every slide's value and the number of evaluated boards; tables are cleared for each board."""
    rng, network = Random(seed), load_network(name)
    stack, chances = fresh_stack(len(network.evaluator.shape.offsets)), chances_by_plies(0.1)
    for _ in range(number):
        ranks = random_ranks(rng)
        table, board = fresh_table(), words_of(ranks, 4)[0]
        shown = familiar_word(board)
        begin(stack, shown, plies - 1)
        go_on(stack, table, network.evaluator, chances, 1 << 60)
        values, nodes = stack.answers.astype(np.float64), stack.counts[1]
        if shown != board:  # large tiles are downgraded; the values stay at the level of the original board
            own, other = (np.float64(best_value(one, stack, table, network.evaluator)) for one in (board, shown))
            values += own - other
        engine.clear_tables()
        engine.ranks.write(ranks)
        assert engine.search_plies(15, plies)
        bits = struct.pack("<4f", *engine.values.read(4))
        assert (bits, engine.progress().nodes) == (values.astype(np.float32).tobytes(), nodes), ranks
