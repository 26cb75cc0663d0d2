"""Moves typed on a screen whose keys also do other things."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from textual import events

from slidedrop.terminal.full.screens.layout import AppScreen
from slidedrop.terminal.move_typing import MoveTyping


class MoveKeys(AppScreen):
    """A screen on which a key that starts or continues a legal move types it, and any other key runs its binding.

    The application's queue decides, after the keys before it, so keys keep their order.
    """

    typed_moves: Callable[[], dict[str, Any]]
    """The legal moves by the text that is typed for them."""
    make: Callable[[Any], None]
    """Makes a move that was typed."""
    wait: Callable[[], object]
    """Shows a part of a move."""

    @cached_property
    def typing(self) -> MoveTyping[Any]:
        return MoveTyping()

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character:
            event.stop()
            self.app.call_later(self._press, event.key, event.character)

    async def _press(self, key: str, character: str) -> None:
        moves, bound = self.typed_moves(), self.active_bindings.get(key)
        if not self.is_current:
            return
        if self.typing.takes(character, moves):
            move = self.typing.press(character, moves)
            self.wait() if move is None else self.make(move)
        elif bound is not None and bound.enabled:
            await self.app.run_action(bound.binding.action, bound.node)
