"""Tests of a plugin game on the full screen that has no screen module."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop import games
from slidedrop.core.spec import Provider
from slidedrop.records.library import Library
from slidedrop.records.replay import replay
from slidedrop.terminal.full.screens.analysis import Analysis
from slidedrop.terminal.full.screens.generic import GenericScreen
from slidedrop.terminal.full.settings import Settings
from tests.terminal.full.driving import drive

if TYPE_CHECKING:
    from tests.terminal.full.driving import Driven


@pytest.fixture(autouse=True)
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the toy game."""
    monkeypatch.setitem(games.BUILT_IN, "nim", Provider("tests.terminal.nim:SPEC"))


def saved(number: int) -> list[str]:
    return replay(Library().record(number)).line()


async def begin(person: Driven, *keys: str) -> None:
    """Open the form of the toy game by the menu, press keys there, and start."""
    await person.press("down", "down", "enter")
    await person.until("Opponent")
    await person.press(*keys, "enter")


def test_moves_are_typed_chosen_undone_and_redone_and_the_game_is_saved() -> None:
    async def play(person: Driven) -> None:
        await begin(person, "left")  # a friend
        shown = await person.until("Legal moves")
        assert "o o o o o o o |" in shown
        assert "White to move" in shown
        assert isinstance(person.app.screen, GenericScreen)
        await person.press("b", "2", "right", "right", "enter")
        await person.until("o o |")
        await person.press("u", "u", "r")
        await person.until("o o o o o |")
        await person.press("i")
        await person.until("no hints")
        await person.press("b", "3", "b", "2")
        await person.until("White won")

    drive(play)
    assert saved(1) == ["b2", "b3", "b2"]


def test_a_declared_player_answers_and_a_person_may_resign() -> None:
    async def play(person: Driven) -> None:
        await begin(person, "down", "right")  # against the first player that is offered, moving second
        await person.until("Your turn")
        await person.press("x", "down", "enter")
        await person.until("You lost")

    drive(play, settings=Settings(animation=False, pace=0.0))
    assert saved(1) == ["b3", "resign"], "search finds the move that leaves four stones"


def test_a_game_is_continued_from_home_and_stepped_through_with_a_branch() -> None:
    async def play(person: Driven) -> None:
        await begin(person, "left", "down", "down", "right")  # with a friend, and 11 stones
        await person.until("11 stones")
        await person.press("b", "1", "b", "2", "q")
        await person.until("Continue Nim: 2 moves")
        await person.press("c")
        await person.until("8 stones")
        await person.press("v")
        await person.until("no review")
        await person.press("left", "b", "3")
        await person.until("move 1 of 2, branch b3")
        assert "7 stones" in person.shown()
        screen = person.app.screen
        assert isinstance(screen, Analysis)
        assert screen.position.legal_moves() == [1, 2, 3]

    drive(play)


def test_two_computers_are_watched_and_nothing_is_saved_or_counted() -> None:
    async def play(person: Driven) -> None:
        await person.press("w", "down", "down", "enter")
        await person.until("White")
        await person.press("enter")
        await person.until(" won")
        await person.press("escape", "q", "t")
        await person.until("No games yet")

    drive(play, settings=Settings(animation=False, pace=0.0))
    assert Library().numbers() == []
