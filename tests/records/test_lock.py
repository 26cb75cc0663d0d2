"""One writer a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.records.lock import lock

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_taken_by_one_and_free_again_when_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "1.journal"
    first = os.open(path, os.O_RDWR | os.O_CREAT)
    second = os.open(path, os.O_RDWR)
    lock(first, path)
    with pytest.raises(RecordError, match="is being played by another slidedrop"):
        lock(second, path)
    os.close(first)
    lock(second, path)
    os.close(second)
