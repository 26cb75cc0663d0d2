"""How a player is named: `name`, `name:level`, `name@time`, such as "search:6" or "network@5ms"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from slidedrop.core.errors import NotationError

_SPEC: Final = r"([a-z]+)(?::([0-9]{1,3}))?(?:@([0-9]{1,6}(?:\.[0-9]{1,3})?)(ms|s))?"


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
        level = "" if self.level is None else f":{self.level}"
        return f"{self.name}{level}{_time(self.seconds)}"


def _time(seconds: float | None) -> str:
    """Return the time as it is written after a name: in seconds from one up, where no finer part is lost."""
    if seconds is None:
        return ""
    amount, unit = (seconds, "s") if seconds >= 1 and round(seconds, 3) == seconds else (seconds * 1000, "ms")
    return f"@{amount:.3f}".rstrip("0").rstrip(".") + unit
