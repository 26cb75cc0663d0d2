"""Tests of the 2048 networks: values of boards, and the network file."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slidedrop.core.errors import RecordError, RulesError
from slidedrop.engine.kernel import compiled
from slidedrop.twenty48 import Board
from slidedrop.twenty48.engine.bitboard import Lines, Word, lines_for
from slidedrop.twenty48.engine.bits import HAS_BMI2
from slidedrop.twenty48.engine.exports import UNITS
from slidedrop.twenty48.engine.network import (
    EIGHT_TUPLES,
    Shape,
    locate_weights,
    pattern_by_pext,
    pattern_by_shifts,
    shape_of,
    value_at,
)
from slidedrop.twenty48.engine.quantise import STEPS, quantised, units_of_codes
from slidedrop.twenty48.engine.weights import Network, read_network, save_network
from slidedrop.twenty48.engine.wide import packed
from slidedrop.twenty48.training.training import network_of
from tests.twins.networks2048 import TUPLES, naive_value, random_training

if TYPE_CHECKING:
    from pathlib import Path


LINES = lines_for()
boards = st.lists(st.integers(0, 15), min_size=16, max_size=16).map(
    lambda ranks: Board.from_tiles([1 << rank if rank else 0 for rank in ranks])
)


@compiled
def value(board: Word, weights: np.ndarray, shape: Shape, lines: Lines) -> np.float32:
    """Return the value of one board."""
    places = np.zeros(64, np.uint64)
    locate_weights(board, places, weights, shape, lines)
    return value_at(places, weights, shape)


@pytest.fixture(scope="module")
def network() -> Network:
    return network_of(random_training(), "slidedrop train 2048", least=0)


@settings(max_examples=50)
@given(boards)
def test_the_value_of_a_board_sums_its_weights_over_all_symmetries(board: Board) -> None:
    learner = random_training().learner
    found = value(packed(board)[0], learner.weights, learner.shape, LINES)
    assert found == pytest.approx(naive_value(board, learner.weights), rel=1e-5)


@settings(max_examples=20)
@given(boards, st.lists(st.sets(st.integers(0, 15), min_size=1, max_size=4), min_size=1, max_size=1))
def test_a_tuple_may_look_at_any_cells(board: Board, tuples: list[set[int]]) -> None:
    shape = shape_of([sorted(cells) for cells in tuples])
    padded = shape._replace(  # four runs for every tuple, so that the kernels are compiled only once
        shifts=tuple(run + (np.uint64(0),) * (4 - len(run)) for run in shape.shifts),
        masks=tuple(run + (np.uint64(0),) * (4 - len(run)) for run in shape.masks),
    )
    weights = np.arange(int(shape.size), dtype=np.float32)
    expected = naive_value(board, weights, [sorted(cells) for cells in tuples])
    assert value(packed(board)[0], weights, padded, LINES) == pytest.approx(expected, rel=1e-5)


@compiled
def patterns(board: Word, shape: Shape) -> tuple[list[Word], list[Word]]:
    """Return the pattern of every tuple, extracted in both ways."""
    numbers = range(len(shape.offsets))
    return [pattern_by_pext(board, at, shape) for at in numbers], [
        pattern_by_shifts(board, at, shape) for at in numbers
    ]


@pytest.mark.skipif(not HAS_BMI2, reason="this processor has no instruction that gathers bits")
@given(st.integers(0, 2**64 - 1))
def test_pext_and_shifts_extract_the_same_patterns(word: int) -> None:
    at_once, by_runs = patterns(np.uint64(word), shape_of(EIGHT_TUPLES))
    assert at_once == by_runs


@pytest.mark.parametrize("tuples", [[], [(0,)] * 17, [(0, 0)], [(0, 16)], [()], [tuple(range(8))]])
def test_tuples_that_do_not_fit_the_board_are_refused(tuples: list[tuple[int, ...]]) -> None:
    with pytest.raises(RulesError, match=r"1 to (16 tuples|7 different)"):
        shape_of(tuples)


def test_turning_a_board_does_not_change_its_value() -> None:
    learner = random_training().learner
    rows = np.array([[2, 4, 8, 16], [0, 0, 32, 2], [64, 0, 2, 4], [128, 256, 0, 2]])
    values = {
        round(float(value(packed(Board.from_rows(turned.tolist()))[0], learner.weights, learner.shape, LINES)), 1)
        for turned in (np.rot90(side, turn) for side in (rows, rows.T) for turn in range(4))
    }
    assert max(values) - min(values) < 0.5


@given(st.lists(st.floats(-30_000, 30_000, width=32), min_size=1, max_size=200))
def test_a_quantised_weight_is_within_one_step(numbers: list[float]) -> None:
    weights, largest = np.array(numbers, np.float32), 30_000
    for steps in (511, STEPS):
        found = units_of_codes(steps)[quantised(weights, largest, steps)] * (largest / UNITS)
        assert (np.abs(found - weights) <= largest / steps).all()


def test_a_zero_weight_has_code_0() -> None:
    codes = quantised(np.array([0, 5, -5, 1e-9, -1e-9], np.float32), 5.0)
    assert codes.tolist() == [0, 2 * STEPS, 2 * STEPS + 1, 0, 0]
    assert units_of_codes()[codes].tolist() == [0, UNITS, -UNITS, 0, 0]


def test_insignificant_weights_are_left_out() -> None:
    training = random_training()
    weights, errors = training.learner.weights, training.learner.errors
    errors[1::2] = np.arange(len(weights)) % 5000
    kept = network_of(training, least=5000).evaluator.units != 0
    missed = np.abs(weights) * np.sqrt(errors[1::2] + 500)
    assert not kept[missed < 5000].any()
    assert kept[(missed >= 5000) & (np.abs(weights) > 1)].all()
    assert 0.1 < kept.mean() < 0.9


def test_a_network_round_trips_through_its_file(network: Network, tmp_path: Path) -> None:
    save_network(network, tmp_path / "a.weights", level=1)
    again = read_network(tmp_path / "a.weights")
    assert (again.evaluator.units == network.evaluator.units).all()
    assert again.evaluator.unit == network.evaluator.unit
    assert again.evaluator.shape == network.evaluator.shape
    assert again.about["command"] == "slidedrop train 2048"
    assert again.about["plan"]["tuples"] == [list(cells) for cells in TUPLES]


def test_a_file_that_is_cut_or_flipped_anywhere_is_refused(network: Network, tmp_path: Path) -> None:
    path = tmp_path / "a.weights"
    save_network(network, path, level=1)
    whole, chance = path.read_bytes(), random.Random(6)
    for _ in range(40):
        place = chance.randrange(len(whole))
        flipped = bytearray(whole)
        flipped[place] ^= 1 << chance.randrange(8)
        for damaged in (bytes(flipped), whole[:place]):
            path.write_bytes(damaged)
            with pytest.raises(RecordError, match=r"a\.weights"):
                read_network(path)


def test_a_file_that_is_not_a_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear network")
    with pytest.raises(RecordError, match="SLDNET01"):
        read_network(path)


def test_a_missing_weights_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"none.*no such file"):
        read_network(tmp_path / "none")
