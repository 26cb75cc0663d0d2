"""A player is one method, and is named `name`, `name:level` or `name@time`, such as "search:6" or "network@5ms"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from slidedrop.core.errors import NotationError

_SPEC: Final = r"([a-z]+)(?::([0-9]{1,3}))?(?:@([0-9]{1,6}(?:\.[0-9]{1,3})?)(ms|s))?"


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


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """The parts of a player's name."""

    name: str
    level: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str) -> PlayerSpec:
        """Return the parts of a name, or say how names are written."""
        match = re.fullmatch(_SPEC, text.strip().lower()) if isinstance(text, str) else None
        if match is None:
            way = "write a name, a level or a time, such as random, tree:4, search@200ms"
            raise NotationError(f"'{text!s:.60}' is not a player; {way}")
        name, level, amount, unit = match.groups()
        seconds = None if amount is None else float(amount) / (1000 if unit == "ms" else 1)
        return cls(name, None if level is None else int(level), seconds)

    def __str__(self) -> str:
        name = self.name if self.level is None else f"{self.name}:{self.level}"
        if self.seconds is None:
            return name
        # In seconds from one up, where no finer part is lost.
        whole = self.seconds >= 1 and round(self.seconds, 3) == self.seconds
        amount, unit = (self.seconds, "s") if whole else (self.seconds * 1000, "ms")
        return f"{name}@{amount:.3f}".rstrip("0").rstrip(".") + unit
