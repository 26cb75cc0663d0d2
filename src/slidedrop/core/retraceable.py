"""What every game can do beside its moves: go back, go forward again, and count the help that was taken.

moves  ->  "move", "resign"            each game's own
here   ->  "undo", "redo", "hint"      the same for every game
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from slidedrop.core.history import History

if TYPE_CHECKING:
    from slidedrop.core.command import Command

Key = TypeVar("Key")
Moment = TypeVar("Moment")


class Retraceable(Generic[Key, Moment]):
    """A game that remembers all that was tried in it."""

    _history: History[Key, Moment]
    take_backs: int
    """How often a move was taken back."""
    hints: int
    """How often a hint was taken."""

    def _begin_at(self, first: Moment) -> None:
        self._history = History(first)
        self.take_backs = 0
        self.hints = 0

    def undo(self) -> bool:
        """Take the last move back; False at the start."""
        went = self._history.undo()
        self.take_backs += went
        self._arrived()
        return went

    def redo(self) -> bool:
        """Make the move again that was taken back last; False where there is none."""
        went = self._history.redo()
        self._arrived()
        return went

    def _arrived(self) -> None:
        """Put right what depends on the moment now, after going back or forward."""

    def _retrace(self, command: Command) -> bool:
        """Carry out a command that every game has."""
        if command.verb == "undo":
            return self.undo()
        if command.verb == "redo":
            return self.redo()
        self.hints += 1
        return True
