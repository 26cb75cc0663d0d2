"""Tests that a player declared in a file appears in the menus of the full screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.players import connect4, registry
from slidedrop.records.library import Library
from slidedrop.terminal.full.settings import Settings
from tests.terminal.full.driving import drive

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.terminal.full.driving import Driven

DECLARED = """
from slidedrop.players.player import PlayerBase, PlayerType

class LeftPlayer(PlayerBase):
    declaration = PlayerType("leftmost", "Leftmost", "Plays the first column that is free.", order=1)

    def choose(self, position):
        return position.legal_moves()[0]
"""


def forget() -> None:
    """Clear the cached declarations."""
    registry.player_classes.cache_clear()
    registry._declared.cache_clear()


@pytest.fixture
def _declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "leftmost_of_test.py").write_text(DECLARED)
    monkeypatch.setattr(connect4, "__path__", [*connect4.__path__, str(tmp_path)])
    forget()
    yield
    forget()


@pytest.mark.usefixtures("_declared")
def test_a_declared_player_is_offered_and_plays() -> None:
    async def play(person: Driven) -> None:
        await person.press("4")
        await person.until("Leftmost")
        await person.until("the first column")
        await person.press("enter", "4")
        await person.until("Your turn")
        await person.until("Discs 2")
        assert "Leftmost" in person.shown()

    drive(play, settings=Settings(animation=False, pace=0.0))
    assert Library().games()[0].players == ("human", "leftmost")
