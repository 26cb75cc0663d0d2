"""Fuzz tests of all readers: an error in limited time for broken input; the soak test reads 110,000 inputs each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import SlidedropError
from slidedrop.records.share import read_code
from tests.cli.talking import slidedrop
from tests.records.reader_fuzzing import READERS, fuzz

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = {"weights": 150, "backup": 150, "book": 400, "share code": 300, "protocol": 600, "wasm": 100}
SLOWEST = 1.0
"""The limit of CPU seconds for one input, on a busy machine."""


@pytest.mark.parametrize("kind", READERS)
def test_a_changed_input_is_read_or_refused(kind: str, tmp_path: Path) -> None:
    found = fuzz(kind, range(SAMPLES[kind]), tmp_path)
    assert not found.others
    assert 0 < found.refused < found.inputs
    assert found.slowest < SLOWEST


@pytest.mark.parametrize(
    "code",
    [
        "T1EwkEBICABATAhD0Ke2SNoB5AAAAiQQ31",  # its rules have more new tiles than cells
        "T1" + "A" * 200_000,
    ],
)
def test_a_malicious_share_code_is_refused_quickly(code: str) -> None:
    began = time.process_time()
    with pytest.raises(SlidedropError):
        read_code(code)
    assert time.process_time() - began < 0.2


def test_an_endless_weights_file_is_refused() -> None:
    said = slidedrop("hint", "2048", "2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,2", "--weights", "/dev/zero")
    assert said.code == 1
    assert "/dev/zero" in said.err
