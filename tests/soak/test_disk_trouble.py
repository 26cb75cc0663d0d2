"""Soak test: the disk fails at two hundred random moments, and the moves reported as saved are on the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.plain.disk_trouble import KINDS, has_trouble
from tests.terminal.plain.test_saving import can_mount

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(50))
def test_exactly_the_moves_reported_as_saved_are_on_disk(kind: str, seed: int, home: Path) -> None:
    if kind == "full" and not can_mount():
        pytest.skip("no right to mount a disk here")
    assert has_trouble(kind, 1000 + seed, home)
