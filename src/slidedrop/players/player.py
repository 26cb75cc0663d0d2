"""A player is one method."""

from typing import Any, Protocol, runtime_checkable


class Player(Protocol):
    """Anyone who chooses a move."""

    @property
    def name(self) -> str:
        """What the player is called, such as "random" or "search:6"."""
        ...

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - a player of one game knows its positions and moves
        """Return one of the legal moves; called only where there is one."""
        ...


@runtime_checkable
class Choosy(Protocol):
    """A player that cannot sit at every game."""

    def check(self, position: Any) -> None:  # noqa: ANN401 - a position of its game
        """Refuse rules that it does not know, or a level that would take too long or too much memory from here on."""
        ...
