"""Tests of the carousel: the stock of boards of every band from which most training games start."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from slidedrop.twenty48.engine.bitboard import drawn
from slidedrop.twenty48.engine.wide import unpacked
from slidedrop.twenty48.training import checkpoint
from slidedrop.twenty48.training.learning import BANDS, SLOTS, band_of, fresh_stock, put_in, taken_from
from slidedrop.twenty48.training.training import Plan, Training
from tests.twins.networks2048 import SMALL_TUPLES

if TYPE_CHECKING:
    from pathlib import Path

    from slidedrop.twenty48.training.learning import Stock

SMALL = Plan(size=3, tuples=SMALL_TUPLES, seed=5)


def lots(number: int) -> list[np.uint64]:
    return [np.uint64(int(drawn(np.uint64(lot * 0x9E3779B97F4A7C15 % (1 << 64))))) for lot in range(1, number + 1)]


def stock_of(bands: list[int]) -> Stock:
    """Return a stock with twenty boards of each of these bands; each board encodes its band."""
    stock = fresh_stock()
    for band in bands:
        stock.boards[band, :20] = [1000 * band + number for number in range(20)]
        stock.counts[band] = 20
    return stock


@pytest.mark.parametrize("bits", [2, 5, 11])
def test_the_band_is_the_sum_of_the_tiles(bits: int) -> None:
    random = Random(bits)
    for _ in range(300):
        word = random.getrandbits(64) & random.getrandbits(64)
        expected = min(sum(unpacked(word).tiles) >> bits, BANDS - 1)
        assert band_of(np.uint64(word), bits) == expected


def test_one_board_in_a_hundred_is_stored_except_the_last_ones() -> None:
    boards = np.full(1000, 0xB, np.uint64)  # one tile of 2048: band 1
    boards[980:] = 0xC
    stock = fresh_stock()
    for lot in lots(50):
        put_in(stock, boards, lot, 11)
    assert 9 * 50 < stock.counts[1] <= 10 * 50
    assert stock.counts.sum() == stock.counts[1]
    assert set(stock.boards[1].tolist()) == {0xB}
    put_in(stock, boards[:15], np.uint64(0), 11)
    assert stock.counts.sum() == stock.counts[1]


def test_the_newest_boards_take_the_place_of_the_oldest() -> None:
    stock = fresh_stock()
    boards = [int(f"{number:b}B", 16) for number in range(SLOTS + 3)]  # 2048, and tiles of 2 that count the boards
    for board in boards:
        put_in(stock, np.full(21, board, np.uint64), np.uint64(0), 11)
    assert stock.boards[1, :5].tolist() == [*boards[SLOTS:], *boards[3:5]]


def test_bands_are_drawn_equally_often_and_a_quarter_of_games_start_new() -> None:
    stock = stock_of([1, 2, 3, 4])
    taken = [int(taken_from(stock, lot, BANDS - 1)) for lot in lots(8000)]
    bands = Counter(board // 1000 for board in taken)
    assert 1800 < bands[0] < 2200
    assert all(1300 < bands[band] < 1700 for band in (1, 2, 3, 4))
    assert len(set(taken)) == 1 + 4 * 20


def test_a_band_with_few_boards_is_not_drawn() -> None:
    stock = stock_of([1, 2])
    stock.boards[3, 0], stock.counts[3] = 3000, 1
    assert {int(taken_from(stock, lot, BANDS - 1)) // 1000 for lot in lots(500)} == {0, 1, 2}
    assert {int(taken_from(stock, lot, 1)) // 1000 for lot in lots(500)} == {0, 1}  # later bands are not drawn
    assert {int(taken_from(fresh_stock(), lot, BANDS - 1)) for lot in lots(50)} == {0}


def test_a_training_fills_the_first_ten_bands(pool: ThreadPoolExecutor) -> None:
    training = Training.begin(SMALL)
    training.round(pool, 1_500_000)
    assert (training.states[0].stock.counts[:10] > SLOTS).all()


def test_a_resumed_carousel_training_continues_identically(pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    whole = Training.begin(SMALL)
    whole.round(pool, 200_000)
    checkpoint.save(whole, tmp_path)
    again = checkpoint.resume(tmp_path)
    for training in (whole, again):
        training.round(pool, 100_000)
    assert (whole.learner.weights == again.learner.weights).all()
    assert whole.tally.tolist() == again.tally.tolist()
