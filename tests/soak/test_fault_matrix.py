"""Soak test of the fault matrix with 20 seeds: no false reports and no missing ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.editions.checking.in_process import without_processes
from tests.editions.checking.test_matrix import (
    API,
    DIALOGUE,
    GRID_FAULTS,
    api_charges,
    check,
    dialogue_charges,
    grid_charges,
)

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.soak
SEEDS = range(20)


@pytest.mark.parametrize(("name", "fault"), DIALOGUE)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_dialogue_fault_is_reported_alone(
    seed: int, name: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_processes(monkeypatch)
    check(dialogue_charges(name, fault, seed), fault)


@pytest.mark.parametrize(("name", "fault"), API)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_class_fault_is_reported_alone(seed: int, name: str, fault: str, tmp_path: Path) -> None:
    check(api_charges(name, fault, seed, tmp_path), fault)


@pytest.mark.parametrize("fault", GRID_FAULTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_connect_4_fault_is_reported_alone(seed: int, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_processes(monkeypatch)
    check(grid_charges(fault, seed), fault)
