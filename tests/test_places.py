"""Tests of the folders in which slidedrop stores its data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.places import cache_folder, config_folder, data_folder

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_slidedrop_home_puts_all_folders_under_one(home: Path) -> None:
    assert [data_folder(), cache_folder(), config_folder()] == [home / "data", home / "cache", home / "config"]


def test_without_slidedrop_home_the_platforms_folders_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SLIDEDROP_HOME")
    folders = [data_folder(), cache_folder(), config_folder()]
    assert len(set(folders)) == 3
    assert all("slidedrop" in folder.parts for folder in folders)


def test_an_empty_slidedrop_home_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLIDEDROP_HOME", "")
    assert "slidedrop" in data_folder().parts
