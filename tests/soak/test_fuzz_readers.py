"""Soak tests with 110,000 changed inputs per reader; `python -m tests.records.reader_fuzzing` prints the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.records.reader_fuzzing import READERS, fuzz

if TYPE_CHECKING:
    from pathlib import Path

COUNT = 110_000
BATCH = 11_000


@pytest.mark.soak
@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("batch", range(COUNT // BATCH))
def test_changed_inputs_are_read_or_refused(kind: str, batch: int, tmp_path: Path) -> None:
    found = fuzz(kind, range(batch * BATCH, (batch + 1) * BATCH), tmp_path)
    assert not found.others
    assert found.slowest < 2
