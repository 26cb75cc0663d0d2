"""Tests of game outcomes: the winner and the reason."""

from __future__ import annotations

import pytest

from slidedrop.core.position import Outcome, Termination


def test_an_outcome_without_a_line_has_none() -> None:
    assert Outcome(None, Termination.BOARD_FULL).lines == ()


def test_an_outcome_never_changes() -> None:
    outcome = Outcome(0, Termination.LINE, (((0, 0), (0, 1), (0, 2), (0, 3)),))
    with pytest.raises(AttributeError):
        outcome.winner = 1  # type: ignore[misc]
