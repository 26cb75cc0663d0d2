"""Soak tests with a hundred thousand broken board files, logs and journals: each error names the file or the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.records.fuzzing import KINDS, check_fuzzed

if TYPE_CHECKING:
    from pathlib import Path

COUNT = 100_000
BATCH = 2_500


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(COUNT // BATCH))
def test_broken_files_give_a_game_or_an_error_message(batch: int, tmp_path: Path) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        check_fuzzed(KINDS[number % len(KINDS)], 1_000_000 + number, tmp_path)
