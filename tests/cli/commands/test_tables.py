"""Tests of `slidedrop tables`: build, show, check and remove, with tables of a few thousand boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from slidedrop.cli.main import program
from slidedrop.twenty48.tables.build import build
from slidedrop.twenty48.tables.files import built_set, path_of, tables_folder
from slidedrop.twenty48.tables.layout import SETS
from tests.twenty48.tables.toys import CHAIN, FULL_ROWS, PARTIAL

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _toy_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETS, "small", (FULL_ROWS, PARTIAL))
    monkeypatch.setitem(SETS, "full", (CHAIN,))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program, ["tables", *arguments])


def test_a_set_is_built_shown_checked_and_removed(home: Path) -> None:
    assert run("info").output.splitlines()[1] == "In use: none"
    assert run("build", "2048").exit_code == 0
    assert built_set() == "small"
    assert tables_folder().is_relative_to(home)
    shown = run("info", "--check")
    assert shown.exit_code == 0
    assert shown.output.count(", checked") == 2
    assert run("build", "2048", "--size", "full").exit_code == 0
    assert built_set() == "full"
    assert run("remove", "--size", "full").output.startswith("Removed 1 file,")
    assert built_set() == "small"
    assert run("remove").output.startswith("Removed 2 files,")
    assert built_set() == ""


def test_a_damaged_set_fails_the_check() -> None:
    run("build")
    path = path_of(PARTIAL)
    data = bytearray(path.read_bytes())
    data[2000] ^= 1
    path.write_bytes(data)
    assert run("info").exit_code == 0
    assert run("info", "--check").exit_code == 1


def test_a_build_that_was_stopped_is_shown_resumed_and_removed() -> None:
    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(CHAIN, tell=stop, every=0.0)
    assert "slidedrop tables build 2048 --size full" in run("info").output
    assert run("build", "2048", "--size", "full").exit_code == 0
    assert built_set() == "full"


def test_an_unknown_size_or_game_is_refused() -> None:
    assert run("build", "2048", "--size", "huge").exit_code == 2
    assert run("build", "connect4").exit_code == 2
