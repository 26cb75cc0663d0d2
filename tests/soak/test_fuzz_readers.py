"""110,000 changed inputs for each reader: only our errors, and the slowest input is printed (run with -s)."""

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
    print(f"{kind} {batch}: {found.inputs} inputs, {found.refused} refused, slowest {found.slowest:.3f} s")  # noqa: T201
    assert found.slowest < 2
