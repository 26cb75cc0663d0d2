"""Tests of training: it learns, is repeatable and survives kills and damaged files."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from slidedrop.core.errors import RecordError, RulesError
from slidedrop.twenty48.engine.wide import unpacked
from slidedrop.twenty48.training import checkpoint
from slidedrop.twenty48.training.checkpoint import curve_csv, curve_svg
from slidedrop.twenty48.training.learning import (
    Learner,
    ThreadState,
    _learn_backwards,
    _play,
    fresh_state,
)
from slidedrop.twenty48.training.training import (
    OWN_RATES,
    WARMUP_MOVES,
    Plan,
    Training,
    TrainingReport,
    network_of,
    tile_rates,
    train,
)
from tests.twins.networks2048 import SMALL_TUPLES, TUPLES, naive_places, random_training
from tests.twins.weights2048 import random_network

if TYPE_CHECKING:
    from pathlib import Path


ENVIRONMENT = dict(os.environ)
"""The environment from before a test gets its own home folder; its kernels are already compiled."""
SMALL = Plan(size=3, tuples=SMALL_TUPLES, seed=5)


def test_learning_from_a_game_matches_a_naive_implementation() -> None:
    learner, state = random_training().learner, fresh_state(3)
    played = _play(np.uint64(0x21), learner, state)
    weights, errors = _naively_taught(played, learner, state)
    _learn_backwards(played, learner, state)
    assert played > 50
    assert np.allclose(learner.weights, weights, rtol=1e-4, atol=1e-2)
    assert np.allclose(learner.errors, errors, rtol=1e-3, atol=1)


def test_training_on_3x3_more_than_doubles_the_mean_score(pool: ThreadPoolExecutor) -> None:
    training = Training.begin(SMALL)
    training.round(pool, 20_000)
    first = training.report()
    training.round(pool, 1_500_000)
    training.mark()
    training.round(pool, 200_000)
    assert training.report().mean > 2 * first.mean


def test_a_widened_network_starts_with_the_values_of_the_narrow_one() -> None:
    narrow, more = random_training(), ((1, 2, 5, 6), (0, 5, 9))
    narrow.learner.errors[:] = np.arange(len(narrow.learner.errors))
    wide = narrow.widened(more)
    for word in (np.uint64(0x1234_5678_9ABC_0121), np.uint64(0xD234_5678_9ABC_0121)):
        board = unpacked(word)
        old, new = (naive_places(board, plan.tuples) for plan in (narrow.plan, wide.plan))
        assert narrow.learner.weights[old].sum() == pytest.approx(wide.learner.weights[new].sum())
        kept = [place for at, place in enumerate(new) if at % (len(TUPLES) + 2) < len(TUPLES)]
        assert (narrow.learner.errors[2 * np.array(old) + 1] == wide.learner.errors[2 * np.array(kept) + 1]).all()


def test_the_same_seed_gives_the_same_network(pool: ThreadPoolExecutor) -> None:
    one, other = Training.begin(SMALL), Training.begin(SMALL)
    for training in (one, other):
        training.round(pool, 30_000)
    assert (one.learner.weights == other.learner.weights).all()
    assert one.tally.tolist() == other.tally.tolist()


def test_a_resumed_training_continues_identically(pool: ThreadPoolExecutor, tmp_path: Path) -> None:
    whole = Training.begin(SMALL)
    whole.round(pool, 30_000)
    checkpoint.save(whole, tmp_path)
    again = checkpoint.resume(tmp_path)
    for training in (whole, again):
        training.round(pool, 30_000)
    assert (whole.learner.weights == again.learner.weights).all()
    assert (whole.learner.errors == again.learner.errors).all()
    assert whole.tally.tolist() == again.tally.tolist()


def test_a_resumed_training_adds_the_extra_tuples_of_a_wider_plan(tmp_path: Path) -> None:
    checkpoint.save(Training.begin(SMALL), tmp_path)
    wider = replace(SMALL, tuples=(*SMALL.tuples, (5, 6, 9)), seed=6)
    other = replace(SMALL, tuples=((5, 6, 9),) * 5)
    assert checkpoint._resumed(tmp_path, wider).plan == replace(wider, seed=SMALL.seed)
    assert checkpoint._resumed(tmp_path, other).plan == SMALL
    assert checkpoint._resumed(tmp_path, replace(SMALL, tuples=SMALL.tuples[:2])).plan == SMALL


def test_two_threads_share_one_table(pool: ThreadPoolExecutor) -> None:
    training = Training.begin(SMALL).with_threads(2)
    training.round(pool, 20_000)
    assert [state.tally[0] >= 20_000 for state in training.states] == [True, True]
    assert training.with_threads(1).tally.tolist() == training.tally.tolist()


def test_a_training_from_weights_records_errors_before_it_learns(pool: ThreadPoolExecutor) -> None:
    network = random_network()
    known = Plan.from_json(network.about["plan"])
    network.about["plan"]["annealing"] = [0.0, 1500.0]  # the annealing of the earlier training is over
    training = Training.begin_from(network, Plan(seed=7))
    assert training.plan == replace(known, seed=7, warmup_moves=WARMUP_MOVES[4])
    values = network.evaluator.units * network.evaluator.unit
    training.plan = replace(training.plan, warmup_moves=1000)
    training.round(pool, 1000)
    assert training.learner.errors.any()
    assert np.array_equal(training.learner.weights, values)
    training.round(pool, 1000)
    assert not np.array_equal(training.learner.weights, values)


def test_annealing_uses_one_falling_learning_rate_for_all_weights(tmp_path: Path) -> None:
    list(checkpoint.train_in(tmp_path, SMALL, minutes=0.002, every=0.01, anneal=0.001))
    training = checkpoint.resume(tmp_path)
    begin, end = training.plan.annealing
    assert end - begin == pytest.approx(0.06)
    rates = []
    for training.seconds in (begin - 0.01, begin, (begin + end) / 2, end, end + 60):
        rates.append(training.rate)
    assert rates == pytest.approx([OWN_RATES, 0.03, (0.03 * 0.0005) ** 0.5, 0.0005, 0.0005])


def test_a_recipe_changes_rates_on_schedule_and_clears_errors_before_warm_up(pool: ThreadPoolExecutor) -> None:
    parts = ((20_000, -1, -1), (20_000, 0.5, 0.005), (10_000, 0, 0), (10_000, -1, -1))
    training = Training.begin(replace(SMALL, parts=parts))
    rates, errors, weights = [], [], []
    while not training.is_over:
        rates.append(training.rate)
        errors.append(training.learner.errors.any())
        weights.append(training.learner.weights.copy())
        training.round(pool, 10_000)
    assert rates == pytest.approx([-1, -1, 0.5, 0.05, 0, -1], rel=0.3)
    assert errors == [False, True, True, True, False, True]
    learned = [not np.array_equal(one, other) for one, other in pairwise([*weights, training.learner.weights])]
    assert learned == [True, True, True, True, False, True]
    assert 60_000 <= training.tally[0] < 62_000
    assert not list(train(training, 60))


def test_an_old_plan_without_recipe_parts_is_read() -> None:
    values = SMALL.to_json()
    del values["parts"]
    assert Plan.from_json(values) == SMALL


def test_at_a_single_rate_the_error_is_shared_equally_by_the_weights() -> None:
    learner, state = random_training().learner._replace(rate=np.float32(0.25)), fresh_state(3)
    state.boards[0] = np.uint64(0x4321)
    expected, places = learner.weights.copy(), naive_places(unpacked(0x4321))
    np.add.at(expected, places, -0.25 * expected[places].sum() / len(places))  # the value of a final board is 0
    _learn_backwards(1, learner, state)
    assert np.allclose(learner.weights, expected, atol=1e-2)


def test_a_training_from_weights_adds_the_extra_tuples_of_a_wider_plan(tmp_path: Path) -> None:
    known = Plan(tuples=TUPLES[:-1])  # one more tuple gives the number for which the kernels are compiled
    network = network_of(Training.begin(known), least=0)
    network.evaluator.units[:] = 1
    wide = replace(known, tuples=TUPLES)
    checkpoint.save(Training.begin_from(network, known), tmp_path)
    list(checkpoint.train_in(tmp_path, wide, 0))
    training = checkpoint.resume(tmp_path)
    assert training.plan.tuples == wide.tuples
    assert training.learner.weights[: len(network.evaluator.units)].any()
    assert not training.learner.weights[len(network.evaluator.units) :].any()


def test_reports_are_written_to_the_learning_curve_csv(tmp_path: Path) -> None:
    reports = list(checkpoint.train_in(tmp_path, SMALL, minutes=1e-3, every=0.01))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "curve.csv").read_text())))
    assert [int(row["moves"]) for row in rows] == [report.moves for report in reports]
    assert all(float(row["mean"]) > 0 for row in rows)


def test_training_stops_at_the_report_at_which_the_caller_stops(tmp_path: Path) -> None:
    reports = checkpoint.train_in(tmp_path, SMALL, minutes=60, every=0.01)
    moves = next(reports).moves
    reports.close()  # type: ignore[attr-defined]
    assert checkpoint.resume(tmp_path).tally[0] == moves


def test_tile_rates_count_every_game_that_reached_the_tile() -> None:
    games = np.zeros(16, np.int64)
    games[[8, 10, 11]] = (1, 1, 2)
    assert tile_rates(games) == {512: 0.75, 1024: 0.75, 2048: 0.5}


def test_a_board_of_five_by_five_has_no_plan() -> None:
    with pytest.raises(RulesError, match=r"2x2 to 4x4.* 5x5"):
        Plan.of_size(5)


def test_an_unwritable_training_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match=r"folder.* \([Nn]ot a directory\)"):
        checkpoint.save(Training.begin(SMALL), tmp_path / "file" / "folder")


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    checkpoint.save(Training.begin(SMALL), tmp_path)
    path = tmp_path / "training.sealed"
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(RecordError, match=r"training\.sealed.* damaged"):
        checkpoint.resume(tmp_path)


def test_a_killed_training_resumes_from_its_last_checkpoint(tmp_path: Path) -> None:
    _train_until_killed(tmp_path, 0)
    moves = int(checkpoint.resume(tmp_path).tally[0])
    assert moves > 0
    assert next(iter(train(checkpoint.resume(tmp_path), 1e-4))).moves > moves


def _train_until_killed(folder: Path, moves: int) -> None:
    """Train in another process that saves continuously, and kill it soon after it made progress."""
    program = (
        "import sys; from pathlib import Path; from slidedrop.twenty48.training.checkpoint import train_in; "
        "from slidedrop.twenty48.training.training import Plan; plan = Plan(size=3, tuples=eval(sys.argv[2])); "
        "list(train_in(Path(sys.argv[1]), plan, 60, every=0, keep=0))"
    )
    arguments = [str(folder), repr(SMALL.tuples)]
    with subprocess.Popen([sys.executable, "-c", program, *arguments], env=ENVIRONMENT) as process:
        while not (checkpoint.exists(folder) and checkpoint.resume(folder).tally[0] > moves):
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.037)
        process.send_signal(signal.SIGKILL)


def _naively_taught(
    played: int, learner: Learner, state: ThreadState
) -> tuple[np.ndarray[tuple[int], np.dtype[np.float32]], np.ndarray[tuple[int], np.dtype[np.float32]]]:
    """Apply the updates of a game backwards as the module describes, one weight at a time."""
    weights, errors, lesson = learner.weights.copy(), learner.errors.copy(), 0.0
    for move in range(played - 1, -1, -1):
        places = naive_places(unpacked(state.boards[move]))
        error = lesson - float(weights[places].sum())
        total = 0.0
        for place in places:
            summed, sized = errors[2 * place], errors[2 * place + 1]
            weights[place] += (summed / sized if sized else 1) ** 2 * error / len(places)
            errors[2 * place] += error
            errors[2 * place + 1] += abs(error)
            total += float(weights[place])
        lesson = int(state.points[move]) + 0.5 * lesson + 0.5 * total
    return weights, errors


def test_a_second_training_in_a_folder_is_refused_without_harm_to_the_first(tmp_path: Path) -> None:
    first = checkpoint.train_in(tmp_path, SMALL, minutes=60, every=0.01)
    moves = next(iter(first)).moves
    with pytest.raises(RecordError, match=f"another .*{tmp_path.name}"):
        next(iter(checkpoint.train_in(tmp_path, SMALL, minutes=60, every=0.01)))
    first.close()  # type: ignore[attr-defined]
    assert checkpoint.resume(tmp_path).tally[0] == moves


CURVE = [
    TrainingReport(seconds=30.0, moves=1000, games=10, speed=33, mean=5000.0, tiles={512: 1.0, 2048: 0.25}),
    TrainingReport(seconds=60.0, moves=2000, games=15, speed=33, mean=10000.0, tiles={2048: 0.5, 4096: 0.125}),
]


def test_the_csv_has_one_line_for_each_report() -> None:
    header, *rows = curve_csv(CURVE).splitlines()
    assert header.startswith("seconds,moves,games,moves_per_second,mean,reach_2048,reach_4096")
    assert rows == ["30.0,1000,10,33,5000.0,0.25,0,0,0,0,0", "60.0,2000,15,33,10000.0,0.5,0.125,0,0,0,0"]


def test_the_picture_rises_with_the_points() -> None:
    picture = ET.fromstring(curve_svg(CURVE))  # noqa: S314 - our own picture
    line = picture.find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None
    (left, low), (right, high) = (point.split(",") for point in line.attrib["points"].split())
    assert float(left) < float(right)
    assert float(low) > float(high)  # y coordinates of a picture grow downwards


def test_an_empty_curve_gives_a_valid_picture() -> None:
    assert ET.fromstring(curve_svg([])) is not None  # noqa: S314 - our own picture
