"""The rules of 2048 that a game can change.

size              4     the board is size x size, from 2 up
base              2     every tile is base x 2^k: 2, 4, 8, ... or 3, 6, 12, ...
winning_tile   2048     a merge that reaches it wins; play continues
spawn_weights (90, 10)  how often a new tile is base, 2 x base, 4 x base, ...
tiles_per_move    1     new tiles after each move, at most as many as the board has cells
start_tiles       2     tiles on the board before the first move
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar, Final

from slidedrop.core.arguments import require_int
from slidedrop.core.errors import RulesError

LARGEST_SIZE: Final = 64
"""The widest board that people play and files hold; the engine itself has no limit."""
_MOST_WEIGHT: Final = (1 << 31) - 1
_MOST_WEIGHTS: Final = 32
LARGEST_BASE: Final = 10**9


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game of 2048."""

    kind: ClassVar[str] = "2048"

    size: int = 4
    base: int = 2
    winning_tile: int = 2048
    spawn_weights: tuple[int, ...] = (90, 10)
    tiles_per_move: int = 1
    start_tiles: int = 2

    def __post_init__(self) -> None:
        for name in ("size", "base", "winning_tile", "tiles_per_move", "start_tiles"):
            object.__setattr__(self, name, require_int(getattr(self, name), f"the rule '{name}'", RulesError))
        _check(self.size >= 2, f"a board has a size of 2 or more, not {self.size!r:.40}")
        _check(1 <= self.base <= LARGEST_BASE, f"the base tile is from 1 to {LARGEST_BASE}, not {self.base!r:.40}")
        _check(self.winning_tile > self.base, f"the winning tile must be greater than the base tile {self.base}")
        object.__setattr__(self, "spawn_weights", _weights(self.spawn_weights))
        cells = self.size * self.size
        lawful = 1 <= self.tiles_per_move <= cells
        _check(lawful, f"a move adds 1 to {cells!r:.40} tiles, not {self.tiles_per_move!r:.40}")
        lawful = 0 <= self.start_tiles <= cells
        _check(lawful, f"a game starts with 0 to {cells!r:.40} tiles, not {self.start_tiles!r:.40}")

    @classmethod
    def preset(cls, name: str, size: int = 4) -> Rules:
        """Return the named rules: classic (90/10), mis (50/50) or twos (only the base tile)."""
        if not isinstance(name, str) or name not in PRESETS:
            raise RulesError(f"there are no rules called {name!r:.40}; choose one of {', '.join(PRESETS)}")
        return replace(PRESETS[name], size=size)

    @property
    def name(self) -> str:
        """The preset with these rules, whatever their size, or "custom"."""
        return next((name for name in PRESETS if Rules.preset(name, self.size) == self), "custom")

    def is_tile(self, value: int) -> bool:
        """Tell whether this is a possible tile: base x 2^k."""
        power, rest = divmod(require_int(value, "a tile"), self.base)
        return rest == 0 and power > 0 and power & (power - 1) == 0

    def is_spawn(self, value: int) -> bool:
        """Tell whether a new tile can have this value."""
        tile = require_int(value, "a tile")
        return any(tile == self.base << power for power, weight in enumerate(self.spawn_weights) if weight)

    def crosses_winning(self, made: int) -> bool:
        """Tell whether a merge reached the winning tile from below it."""
        tile = require_int(made, "a tile")
        return tile >= self.winning_tile and tile // 2 < self.winning_tile

    def to_json(self) -> dict[str, object]:
        """Return the rules as plain values for a record."""
        return {**asdict(self), "spawn_weights": list(self.spawn_weights)}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Rules:
        """Return the rules of a record, or raise an error that names the wrong value."""
        _check(isinstance(values, Mapping), f"rules are a table of names and numbers, not {values!r:.40}")
        names = {field.name for field in fields(cls)}
        for name in values:
            _check(name in names, f"{name!r:.40} is not a rule of 2048; the rules are {', '.join(sorted(names))}")
        weights = values.get("spawn_weights", [90, 10])
        _check(isinstance(weights, list), f"spawn weights are a list of whole numbers, not {weights!r:.40}")
        rules = cls(**{**values, "spawn_weights": tuple(weights)})
        _check(rules.size <= LARGEST_SIZE, f"a record holds a board of size {LARGEST_SIZE} at most, not {rules.size}")
        return rules


def _weights(weights: tuple[int, ...]) -> tuple[int, ...]:
    said = "spawn weights are up to 32 whole numbers in a tuple, one above 0"
    _check(isinstance(weights, tuple) and len(weights) <= _MOST_WEIGHTS, said)
    numbers = tuple(require_int(weight, "each of the spawn weights (up to 32)", RulesError) for weight in weights)
    _check(min(numbers, default=-1) >= 0 and 0 < sum(numbers) <= _MOST_WEIGHT, said)
    return numbers


def _check(lawful: bool, message: str) -> None:  # noqa: FBT001 - reads as "check that"
    if not lawful:
        raise RulesError(message)


PRESETS: Final = {"classic": Rules(), "mis": Rules(spawn_weights=(50, 50)), "twos": Rules(spawn_weights=(100,))}
