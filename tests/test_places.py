"""Where things are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.places import cache_folder, config_folder, data_folder

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_one_variable_puts_everything_under_one_folder(home: Path) -> None:
    assert [data_folder(), cache_folder(), config_folder()] == [home / "data", home / "cache", home / "config"]


def test_without_it_things_go_where_the_platform_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SLIDEDROP_HOME")
    folders = [data_folder(), cache_folder(), config_folder()]
    assert len(set(folders)) == 3
    assert all("slidedrop" in folder.parts for folder in folders)


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLIDEDROP_HOME", "")
    assert "slidedrop" in data_folder().parts
