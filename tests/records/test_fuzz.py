"""Fuzz tests of board files, key logs and journals: each gives a game or an error; the soak test reads 100,000."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.records.library import Library
from tests.records.fuzzing import FUZZED, KINDS, check_fuzzed

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = 670


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_read_or_refused_with_the_place_of_the_damage(kind: str, tmp_path: Path) -> None:
    read = sum(check_fuzzed(kind, number, tmp_path) for number in range(SAMPLE))
    assert SAMPLE // 20 < read < SAMPLE * 19 // 20  # some files are valid and some are broken


def test_broken_journals_are_listed_with_a_summary_or_an_error(tmp_path: Path) -> None:
    import random

    shelf = Library(tmp_path)
    for number in range(1, 101):
        shelf.path(number).write_bytes(FUZZED["journal"](random.Random(number)))
    listed = shelf.games()
    assert [game.number for game in listed] == list(range(1, 101))
    assert all(bool(game.summary) != bool(game.trouble) for game in listed)
    assert {bool(game.trouble) for game in listed} == {True, False}
