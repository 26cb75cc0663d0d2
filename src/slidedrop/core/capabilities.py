"""What a game may offer beyond its rules: typed results, and one protocol per capability."""

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
    """What a hint is based on."""

    PROOF = "proof"
    """Best play to the end is known."""
    TABLE = "table"
    """A table has the exact best move towards the next step."""
    ENGINE = "engine"
    """The game's engine has judged it."""
    SEARCH = "search"
    """A plain search looked some moves ahead."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move as typed, the reason in words, and what the reason is based on."""

    move: str
    reason: str
    basis: Basis = Basis.SEARCH

    def __str__(self) -> str:
        return f"{self.move.capitalize()}: {self.reason}."


class HintEngine(Protocol):
    """The capability "hints": the best move of a game, and why."""

    def __call__(self, game: Game, weights: Path | None = None, /) -> Hint:
        """Return the hint; `weights` is the file of another network, for games that use one."""


class ShareCodec(Protocol[GameT_contra]):
    """The capability "share codes"."""

    def pack(self, game: GameT_contra, packing: Packing, /) -> None:
        """Write the start, the final line of play, and the counts of undos and hints."""

    def unpack(self, packing: Unpacking, /) -> AnyGame:
        """Return the game after replaying it."""


class PuzzleMaker(Protocol[GameT_contra]):
    """The capability "puzzles"."""

    def start(self, position: str) -> AnyGame:
        """Return a game that starts from a typed position."""

    def refute(self, game: GameT_contra, answer: str) -> list[str]:
        """Play a wrong answer; return the board after it and the reason, as lines of text."""

    def mistakes(self, game: GameT_contra) -> Sequence[tuple[str, str]]:
        """Return the positions of a game in which a mistake was made, each with its best move."""


class BoardView(Protocol[PositionT_contra, MoveT_co, RulesT_contra]):
    """The capability "board": a two-player game on a board of cells, for code that knows no rules."""

    def moves(self, rules: RulesT_contra, /) -> Sequence[MoveT_co]:
        """Return every possible move of a board, always in the same order."""

    def pieces(self, position: PositionT_contra, /) -> Sequence[Sequence[int | None]]:
        """Return the owner of each cell's piece, row by row from the top; None for an empty cell."""
