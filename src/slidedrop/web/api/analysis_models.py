"""The requests and answers of analysis, as types; what they mean is said in slidedrop.analysis."""

# Pydantic reads these annotations when the module is imported, so they are not postponed.
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from slidedrop.web.api.models import Closed, Ply, Record

Seconds = Annotated[float, Field(ge=0.1, le=3, allow_inf_nan=False)]
Height = Annotated[float, Field(ge=-1, le=1)]
"""A point of the graph: 1 the first player has won, 0 a draw, -1 lost."""


class ScoresWanted(Closed):
    """A position of Connect-4, and how long it may be thought about."""

    record: Record
    seconds: Seconds = 1


class ReviewWanted(Closed):
    """A game of Connect-4, and which of its moves: those that end before a ply, without one the last ones."""

    record: Record
    before: Ply | None = None
    seconds: Seconds = 0.5
    """For each position."""


class MoveScore(BaseModel):
    """What one move is worth to the side that plays it."""

    move: str
    words: str
    """Such as "win in 9", "draw", "loss in 12", "not proven yet"."""
    verdict: Literal["win", "draw", "loss"] | None
    discs: int | None
    """How many discs until the end, both sides'; null for a draw and where it is not proven."""
    low: int
    high: int
    """The public score lies between these two; it is known where they are equal."""
    is_best: bool


class Scores(BaseModel):
    """What every legal move is worth."""

    turn: Literal[0, 1]
    moves: list[MoveScore]
    words: str
    how: str
    """How it was found out, in words: "proven", or what is not."""
    notice: str
    best: list[str]
    is_proven: bool


class ReviewedMove(BaseModel):
    """One move of a game, and what it was worth."""

    ply: Ply
    """Counted from 1."""
    player: Literal[0, 1]
    move: str
    grade: str
    words: str
    before: str
    after: str
    best: list[str]
    low: int
    high: int
    height: Height | None
    is_turning_point: bool
    better_line: str
    better_words: str


class Review(BaseModel):
    """Some moves of a game, graded."""

    moves: list[ReviewedMove]
    before: Ply
    """How many moves before these are not graded yet."""
    of: Ply
    """How many moves the game has."""
    start: str
    """What the position before these moves was worth, in words."""
    start_height: Height | None
    ending: str
    """How the game ended; empty where these are not its last moves."""
    notice: str
