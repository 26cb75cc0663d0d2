"""What every game can do beside its moves."""

from __future__ import annotations

from slidedrop.core.command import Command
from slidedrop.core.retraceable import Retraceable


class Counting(Retraceable[str, int]):
    """The smallest game there is: each move adds one."""

    def __init__(self) -> None:
        self._begin_at(0)

    @property
    def count(self) -> int:
        return self._history.state

    def move(self) -> None:
        self._history.advance("on", self.count + 1)

    def do(self, verb: str) -> bool:
        return self._retrace(Command(verb))  # type: ignore[arg-type]


def test_undo_and_redo_walk_and_only_what_was_taken_back_is_counted() -> None:
    game = Counting()
    game.move()
    game.move()
    assert [game.do("undo"), game.do("undo"), game.do("undo")] == [True, True, False]
    assert (game.count, game.take_backs) == (0, 2)
    assert [game.do("redo"), game.do("redo"), game.do("redo")] == [True, True, False]
    assert (game.count, game.take_backs) == (2, 2)


def test_a_hint_is_counted_and_changes_nothing_else() -> None:
    game = Counting()
    game.move()
    assert game.do("hint")
    assert (game.count, game.hints, game.take_backs) == (1, 1, 0)
