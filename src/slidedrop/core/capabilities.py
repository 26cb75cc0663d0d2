"""What a game may offer beyond its rules: the results as typed values, and the protocol of each capability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from slidedrop.core.game import Game
from slidedrop.core.packing import Packing, Unpacking

if TYPE_CHECKING:
    from slidedrop.core.game_base import GameBase

    AnyGame = GameBase[Any, Any, Any]

GameT_contra = TypeVar("GameT_contra", contravariant=True)
PositionT_contra = TypeVar("PositionT_contra", contravariant=True)
MoveT_co = TypeVar("MoveT_co", covariant=True)
RulesT_contra = TypeVar("RulesT_contra", contravariant=True)


class Basis(Enum):
    """What a hint stands on."""

    PROOF = "proof"
    """Best play to the end is known."""
    TABLE = "table"
    """A table knows the best move towards the next step, exactly."""
    ENGINE = "engine"
    """The game's engine has judged it."""
    SEARCH = "search"
    """A plain search looked some moves ahead."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move as a person types it, the reason in words, and what the reason stands on."""

    move: str
    reason: str
    basis: Basis = Basis.SEARCH

    def __str__(self) -> str:
        return f"{self.move.capitalize()}: {self.reason}."


class HintEngine(Protocol):
    """The capability "hints": the move to make in a game that has one, and why."""

    def __call__(self, game: Game, weights: Path | None = None, /) -> Hint:
        """Return the hint; `weights` is a file of another network, for games whose engine is one."""


class ShareCodec(Protocol[GameT_contra]):
    """The capability "share codes"."""

    def pack(self, game: GameT_contra, packing: Packing, /) -> None:
        """Write how the game began, the line finally played, and the counts of undos and hints."""

    def unpack(self, packing: Unpacking, /) -> AnyGame:
        """Return the game, played through again."""


class PuzzleMaker(Protocol[GameT_contra]):
    """The capability "puzzles"."""

    def start(self, position: str) -> AnyGame:
        """Return a game that starts with a position as people type it."""

    def refute(self, game: GameT_contra, answer: str) -> list[str]:
        """Play a wrong answer, and return the board after it and what is wrong with it, in lines of text."""

    def mistakes(self, game: GameT_contra) -> Sequence[tuple[str, str]]:
        """Return the positions of a game in which a mistake was made, each with its best move."""


class BoardView(Protocol[PositionT_contra, MoveT_co, RulesT_contra]):
    """The capability "board": a game of two on a board of cells, seen without its rules."""

    def moves(self, rules: RulesT_contra, /) -> Sequence[MoveT_co]:
        """Return every move that a board can have, always in the same order."""

    def pieces(self, position: PositionT_contra, /) -> Sequence[Sequence[int | None]]:
        """Return whose piece is on each cell, row by row from the top; None where there is none."""
