"""Tests of puzzles on the full screen, with the same saved progress as `slidedrop puzzle`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.terminal.full.parts import parts_of
from slidedrop.terminal.full.screens.puzzles import Puzzles
from slidedrop.terminal.notebook import Notebook
from tests.terminal.full.driving import drive

if TYPE_CHECKING:
    from tests.terminal.full.driving import Driven


def test_a_missed_puzzle_comes_again_and_a_solved_one_does_not() -> None:
    asked: list[str] = []

    async def play(person: Driven) -> None:
        await person.press("p")
        await person.until("the best move?")
        for right in (True, False):
            screen = person.app.screen
            assert isinstance(screen, Puzzles)
            assert screen.puzzle is not None
            assert screen.game is not None
            asked.append(screen.puzzle.position)
            parts = parts_of(screen.game)
            moves = {parts.notation.write_move(move): move for move in screen.game.legal_moves()}
            answer = screen.puzzle.best if right else next(one for one in moves if one != screen.puzzle.best)
            keys = {move: key for key, move in screen.typed_moves().items()}[moves[answer]]
            await person.press(*keys)
            await person.until("Right." if right else f" is {screen.puzzle.best}.", 60)
            await person.press("enter")
        await person.until("Missed 1")

    drive(play)
    due = Notebook()._saved["due"]
    assert due[asked[0]][0] == 0, "solved at once, it does not come again"
    assert due[asked[1]][0] > 0
