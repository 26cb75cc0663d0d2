"""Tests of the error classes: base class, exit codes and details of the error."""

from __future__ import annotations

import shlex
import sys

import pytest

from slidedrop.core import errors
from slidedrop.core.errors import GameOver, IllegalMove, MissingExtra, NotationError, RecordError, SlidedropError

FAMILY = [error for error in vars(errors).values() if isinstance(error, type) and issubclass(error, Exception)]


@pytest.mark.parametrize("error", FAMILY)
def test_every_error_is_a_slidedrop_error(error: type[Exception]) -> None:
    assert issubclass(error, SlidedropError)


@pytest.mark.parametrize("error", FAMILY)
def test_every_error_has_a_nonzero_exit_code(error: type[SlidedropError]) -> None:
    assert error.exit_code > 0


def test_notation_errors_and_illegal_moves_are_distinct() -> None:
    assert not issubclass(NotationError, IllegalMove)
    assert not issubclass(IllegalMove, NotationError)


def test_a_move_after_the_end_is_an_illegal_move() -> None:
    assert issubclass(GameOver, IllegalMove)


def test_a_record_error_has_the_offset_of_the_damage() -> None:
    assert RecordError("torn", offset=17).offset == 17


def test_a_record_error_without_a_place_has_none() -> None:
    assert RecordError("in use").offset is None


def test_a_missing_extra_names_the_command_that_installs_it() -> None:
    error = MissingExtra("a fast search", "ai")
    assert shlex.split(str(error).rpartition(": ")[2]) == [sys.executable, "-m", "pip", "install", ".[ai]"]
    assert error.extra == "ai"
