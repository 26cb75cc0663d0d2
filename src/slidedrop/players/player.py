"""A player has one method, `choose(position)`, and is named `name`, `name:level` or `name@time`, such as "search:6".

A player type is a class with a `declaration`, in a module of `players/common` or of the package that the game's
definition names. Help texts, menus, the HTTP API and the page are made from these declarations, so a new opponent is
one class in one file.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from slidedrop.core.errors import NotationError
from slidedrop.core.spec import AnySpec

_NAME: Final = r"([a-z]+)(?::([0-9]{1,3}))?(?:@([0-9]{1,6}(?:\.[0-9]{1,3})?)(ms|s))?"
PositionT_contra = TypeVar("PositionT_contra", contravariant=True)
MoveT_co = TypeVar("MoveT_co", covariant=True)


class Player(Protocol[PositionT_contra, MoveT_co]):
    """An object that chooses moves."""

    @property
    def name(self) -> str:
        """The player's name, such as "random" or "search:6"."""

    def choose(self, position: PositionT_contra) -> MoveT_co:
        """Return one of the legal moves; called only if there is one."""


AnyPlayer = Player[Any, Any]
"""A player of any game."""


class Levels(NamedTuple):
    """The levels of a player and its default level."""

    least: int
    most: int
    usual: int


@dataclass(frozen=True, slots=True)
class PlayerType:
    """The declaration of a player type."""

    name: str
    title: str
    """The name for people."""
    description: str
    """One line for menus and help."""
    levels: Levels | None = None
    timed: bool = False
    """Whether it accepts a time limit."""
    needs_engine: bool = False
    """Whether it cannot play without the built engines."""
    any_rules: bool = True
    """Whether it plays every board; if not, the game's engine must know the rules."""
    offered: bool = True
    """Whether menus offer it."""
    order: int = 100
    """Its place in menus and lists, the smallest first."""
    takes_weights: bool = False
    """Whether a file of weights can be named for it."""
    quick: bool = False
    """Whether a move takes no more than a few milliseconds."""
    unbounded: bool = False
    """Whether a move may take very long unless a time limit is given."""
    seeded: bool = False
    """Whether its move follows from the seed and the position alone, so that a server can check it."""
    adapts: bool = False
    """Whether its level follows from a person's results if no level is named."""
    online_level: int = 64
    """The highest level that a server plays."""

    def to_json(self) -> dict[str, Any]:
        levels = None if self.levels is None else list(self.levels[:2])
        names = ("name", "title", "description", "timed", "needs_engine", "any_rules", "offered")
        return {**{name: getattr(self, name) for name in names}, "levels": levels}


@dataclass(frozen=True, slots=True)
class PlayerName:
    """The parts of a player's name."""

    name: str
    level: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str) -> PlayerName:
        """Return the parts of a name, or raise an error that explains how to write names."""
        match = re.fullmatch(_NAME, text.strip().lower()) if isinstance(text, str) else None
        if match is None:
            way = "write a name, a level or a time, such as random, tree:4, search@200ms, or your class: bot.py:Bot"
            raise NotationError(f"'{text!s:.60}' is not a player; {way}")
        name, level, amount, unit = match.groups()
        seconds = None if amount is None else float(amount) / (1000 if unit == "ms" else 1)
        return cls(name, None if level is None else int(level), seconds)

    def __str__(self) -> str:
        name = self.name if self.level is None else f"{self.name}:{self.level}"
        if self.seconds is None:
            return name
        # in seconds from one up, if nothing is lost
        whole = self.seconds >= 1 and round(self.seconds, 3) == self.seconds
        amount, unit = (self.seconds, "s") if whole else (self.seconds * 1000, "ms")
        return f"{name}@{amount:.3f}".rstrip("0").rstrip(".") + unit


@dataclass(frozen=True, slots=True)
class PlayerSetup:
    """Everything that a player is made from."""

    game: AnySpec
    asked: PlayerName
    seed: int | None = None
    """For players that choose at random."""
    weights: Path | None = None
    """A file of weights instead of the bundled one."""
    native: bool = False
    """Whether its engine is compiled for this processor, which pays in many games."""


class PlayerBase(ABC, Generic[PositionT_contra, MoveT_co]):
    """A player that declares itself; everything but `choose` has a default."""

    declaration: ClassVar[PlayerType]

    def __init__(self, setup: PlayerSetup) -> None:
        self.setup = setup
        self.name = str(setup.asked)

    @property
    def level(self) -> int | None:
        """The level of this player; None for a player without levels."""
        levels = self.declaration.levels
        return levels.usual if self.setup.asked.level is None and levels is not None else self.setup.asked.level

    @abstractmethod
    def choose(self, position: PositionT_contra) -> MoveT_co:
        """Return one of the legal moves; called only if there is one."""

    def validate(self, position: PositionT_contra) -> None:
        """Refuse unknown rules, or a level that would take too much time or memory from this position."""

    def remark(self, position: PositionT_contra) -> str:  # noqa: ARG002 - most players have none
        """Return a note on how it plays by these rules; empty if there is none."""
        return ""

    def warm_up(self, position: PositionT_contra) -> None:
        """Load everything before moves are timed."""

    @classmethod
    def fingerprint(cls, weights: Path | None) -> str:  # noqa: ARG003 - most players have no weights
        """Return a checksum of its weights; empty if it has none."""
        return ""
