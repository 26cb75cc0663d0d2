"""A player is one method."""

from __future__ import annotations

from typing import Any, Protocol


class Player(Protocol):
    """Anyone who chooses a move."""

    @property
    def name(self) -> str:
        """What the player is called, such as "random" or "search:6"."""
        ...

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - a player of one game knows its positions and moves
        """Return one of the legal moves; called only where there is one."""
        ...
