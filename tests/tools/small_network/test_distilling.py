"""Tests of distilling: a student network learns the values of its teacher."""

from __future__ import annotations

import numpy as np
import pytest

from slidedrop.twenty48.engine.wide import unpacked
from slidedrop.twenty48.training.training import Plan, Training
from tests.twins.networks2048 import TUPLES, naive_value
from tests.twins.weights2048 import random_network
from tools.small_network.distilling import count_visits, distil, fresh_lessons


@pytest.mark.no_cover  # kernels: coverage cannot trace compiled code
def test_a_student_of_the_same_shape_learns_the_teachers_values() -> None:
    teacher = random_network().evaluator
    weights = teacher.units.astype(np.float32) * teacher.unit
    training = Training.begin(Plan(tuples=TUPLES))
    state, student, lessons = training.states[0], training.learner, fresh_lessons()
    distil(student, teacher, state, lessons, 150_000)
    boards = [unpacked(word) for word in lessons.boards[:100]]
    told = np.array([naive_value(board, weights) for board in boards])
    said = np.array([naive_value(board, student.weights) for board in boards])
    assert np.abs(said - told).mean() < told.std() / 4
    visits, moves, kept = np.zeros(len(student.weights), np.int32), state.tally[0], student.weights.copy()
    count_visits(student, state, lessons, visits, 1000)
    assert np.array_equal(student.weights, kept)
    assert 64 * (state.tally[0] - moves) <= visits.sum() <= 3 * 64 * (state.tally[0] - moves)
