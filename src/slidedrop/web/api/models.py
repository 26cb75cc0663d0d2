"""The requests and answers of docs/reference/http-api.md, as types."""

# Pydantic reads these annotations when the module is imported, so they are not postponed.
import re
from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from slidedrop.games import game_names
from slidedrop.web.roles import Role
from slidedrop.web.tokens import ID_PATTERN, TOKEN_PATTERN

Ply = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
GameName = Annotated[str, StringConstraints(pattern=f"^({'|'.join(map(re.escape, game_names()))})$")]
GameId = Annotated[str, StringConstraints(pattern=f"^{ID_PATTERN}$")]
RequestId = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, StringConstraints(pattern=f"^{TOKEN_PATTERN}$")]
Seconds = Annotated[float, Field(ge=0.1, le=3, allow_inf_nan=False)]
Height = Annotated[float, Field(ge=-1, le=1)]
"""A point of the graph: 1 the first player has won, 0 a draw, -1 lost."""
Tile = Annotated[list[Annotated[int, Field(strict=True)]], Field(min_length=3, max_length=3)]


class StrictModel(BaseModel):
    """A model that refuses unknown names."""

    model_config = ConfigDict(extra="forbid")


class Move(TypedDict):
    """A typed move; a dictionary, because a record holds thousands, and objects would delay other requests."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc] # as pydantic's documentation has it
    move: Annotated[str, StringConstraints(max_length=16)]
    tiles: NotRequired[Annotated[list[Tile], Field(max_length=64)]]
    """Only in a record whose tiles no seed can reproduce."""


Command = Move | Literal["undo", "redo", "resign", "hint"]


class Header(BaseModel):
    """The start of a game; see docs/reference/formats.md. Unknown names are ignored."""

    version: Literal[1]
    game: GameName
    rules: dict[str, Any] = {}
    start: dict[str, Any] | None = None
    seed: Annotated[str, StringConstraints(max_length=20)] | None = None
    players: Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(max_length=2)] | None = None
    began: Annotated[str, StringConstraints(max_length=40)] | None = None


class Record(BaseModel):
    """A game: its start and its commands."""

    header: Header
    commands: list[Command] = []


class NewGame(StrictModel):
    """The request for a new game."""

    record: Record
    token: bool = False
    """Whether the answer holds the secret besides the cookie."""


class Commands(StrictModel):
    """The commands of a player, and the ply they follow."""

    ply: Ply
    commands: Annotated[list[Command], Field(min_length=1, max_length=1000)]
    request: RequestId
    """Drawn for each request, and sent again with it."""


class NewLink(StrictModel):
    """The role that a link gives."""

    role: Role


class Claim(StrictModel):
    """A link's secret."""

    secret: Token
    key: Token | None = None
    """A random key that the browser creates before its first request and repeats until it gets an answer."""
    token: bool = False
    watch: bool = False
    """Whether to watch only, even if the link offers more."""


class NewOffer(StrictModel):
    """An offer to the opponent."""

    kind: Literal["take-back"]
    ply: Ply


class OfferAnswer(StrictModel):
    """Yes or no to the offer made at that ply."""

    accept: bool
    ply: Ply


class Resignation(StrictModel):
    """Which side resigns: `own`, or the `other`, which has left at its turn."""

    side: Literal["own", "other"] = "own"


class Rematch(StrictModel):
    """Another game with sides swapped."""

    token: bool = False


class HintWanted(StrictModel):
    """The position for a hint."""

    record: Record


class Choose(HintWanted):
    """A position, and the player that chooses a move."""

    player: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Seated(BaseModel):
    """A game and the browser's role in it."""

    id: GameId
    role: Role
    ply: Ply | None = None
    token: Token | None = None


class Offer(BaseModel):
    """An open offer."""

    kind: Literal["take-back"]
    by: Role
    ply: Ply


class GameNow(BaseModel):
    """The current state of a game."""

    id: GameId
    ply: Ply
    role: Role
    record: Record
    offer: Offer | None
    rematch: GameId | None


class Done(BaseModel):
    """The ply of the game after the saved commands."""

    ply: Ply


class StaleNow(BaseModel):
    """The current state of a game, for a client that has missed something."""

    detail: str
    ply: Ply
    record: Record


class Link(BaseModel):
    """A secret to share, in the fragment of a link."""

    secret: Token
    role: Role


class Ended(BaseModel):
    """The number of revoked secrets."""

    ended: int


class Deleted(BaseModel):
    """The deleted game."""

    deleted: GameId


class Chosen(BaseModel):
    """A typed move."""

    move: str


class Hint(Chosen):
    """A move and why."""

    reason: str


class PlayerDeclaration(BaseModel):
    """The declaration of a player."""

    name: str
    title: str
    description: str
    levels: tuple[int, int] | None
    timed: bool
    needs_engine: bool
    any_rules: bool
    offered: bool


class Players(BaseModel):
    """The names of the installed players, the server's own last, and the built-in declarations."""

    players: list[str]
    declarations: list[PlayerDeclaration]


class Health(BaseModel):
    """The health of the server."""

    status: Literal["ok"]


class ScoresWanted(HintWanted):
    """A position, and the time limit for its values."""

    seconds: Seconds = 1


class ReviewWanted(HintWanted):
    """A game, and its moves to review: those before a ply, or the last ones."""

    before: Ply | None = None
    seconds: Seconds = 0.5
    """For each position."""


class MoveValue(BaseModel):
    """The value of a move for the side that plays it; docs/reference/http-api.md has the parts of each game."""

    model_config = ConfigDict(extra="allow")
    move: str
    words: str
    is_best: bool


class GradedMove(BaseModel):
    """One graded move of a game; docs/reference/http-api.md has the parts of each game."""

    model_config = ConfigDict(extra="allow")
    ply: Ply
    player: Literal[0, 1]
    move: str
    grade: str
    words: str
    best: list[str]
    height: Height | None
    is_turning_point: bool


class Scores(BaseModel):
    """The value of every legal move."""

    turn: Literal[0, 1]
    moves: list[MoveValue]
    words: str
    how: str
    """How the values were found: "proven", or which of them are not."""
    notice: str
    best: list[str]
    is_proven: bool


class Review(BaseModel):
    """Some moves of a game, graded."""

    moves: list[GradedMove]
    before: Ply
    """The number of earlier moves that are not graded yet."""
    of: Ply
    """How many moves the game has."""
    start: str
    """The value of the position before these moves, in words."""
    start_height: Height | None
    ending: str
    """How the game ended; empty if these are not its last moves."""
    notice: str
