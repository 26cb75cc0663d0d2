"""Tests of the menu of `slidedrop` without arguments, and of the editions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from slidedrop.records.library import Library
from tests.cli.talking import at_a_terminal, names, slidedrop

if TYPE_CHECKING:
    from pathlib import Path


def test_without_a_terminal_the_menu_plays_a_fixed_demonstration() -> None:
    said = slidedrop()
    assert said.code == 0
    assert re.match(r"2048, .*'network' .*seed 2048.*\nScore: 0 ", said.out)
    assert "\n 2048 " in said.out, "the engine makes the winning tile"
    assert re.search("Connect-4, .*'perfect' .*'random' .*seed 2048", said.out)
    assert "Red won, " in said.out
    assert said == slidedrop()
    assert Library().numbers() == []


@pytest.mark.parametrize("typed", ["q\n", "", "frob\nquit\n"])
def test_the_menu_can_be_quit(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = at_a_terminal(monkeypatch, typed=typed)
    assert said.code == 0
    assert "Which game?" in said.out
    assert ("Type 1" in said.out) is ("frob" in typed)
    assert Library().numbers() == []


@pytest.mark.parametrize("typed", ["1\nq\n", "2048\nq\n"])
def test_2048_can_be_chosen(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = at_a_terminal(monkeypatch, typed=typed)
    assert "2048: game 1, 4x4 classic, seed " in said.out
    assert "Saved as game 1" in said.out


@pytest.mark.parametrize("typed", ["2\nq\n", "c4\nq\n", "Connect4\nq\n"])
def test_connect4_can_be_chosen(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = at_a_terminal(monkeypatch, typed=typed)
    assert re.search("Connect-4: game 1, 7x6, .*you, .*tree:4", said.out)
    assert "Saved as game 1" in said.out


def test_an_edition_gets_its_own_arguments(tmp_path: Path) -> None:
    said = slidedrop("edition", "psa3", "-s", "5", "-o", tmp_path / "my.board", typed="q\n")
    assert said.code == 0
    assert said.out.startswith("Welcome to 2048!\n")
    assert (tmp_path / "my.board").read_text().startswith("5\n0\n")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_without_a_name_the_editions_are_listed(arguments: list[str]) -> None:
    said = slidedrop("edition", *arguments)
    assert said.code == 0
    assert names(said.out, "psa3", "mis", "a07", "swipe", "adt")
