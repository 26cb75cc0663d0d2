"""The requests and answers of docs/http-api.md, as types."""

# Pydantic reads these annotations when the module is imported, so they are not postponed.
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from slidedrop.web.roles import Role
from slidedrop.web.tokens import ID_PATTERN, TOKEN_PATTERN

Ply = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
GameName = Literal["2048", "connect4"]
GameId = Annotated[str, StringConstraints(pattern=f"^{ID_PATTERN}$")]
RequestId = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, StringConstraints(pattern=f"^{TOKEN_PATTERN}$")]
Tile = Annotated[list[Annotated[int, Field(strict=True)]], Field(min_length=3, max_length=3)]


class Closed(BaseModel):
    """A value with no other names than these."""

    model_config = ConfigDict(extra="forbid")


class Move(Closed):
    """A move as a person types it."""

    move: Annotated[str, StringConstraints(max_length=16)]
    tiles: Annotated[list[Tile], Field(max_length=64)] | None = None
    """Only in a record whose tiles no seed can give again."""


Command = Move | Literal["undo", "redo", "resign", "hint"]


class Header(BaseModel):
    """How a game began; see docs/formats.md. Other names are passed over."""

    version: Literal[1]
    game: GameName
    rules: dict[str, Any] = {}
    start: dict[str, Any] | None = None
    seed: Annotated[str, StringConstraints(max_length=20)] | None = None
    players: Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(max_length=2)] | None = None
    began: Annotated[str, StringConstraints(max_length=40)] | None = None


class Record(BaseModel):
    """A game: how it began and what was done."""

    header: Header
    commands: list[Command] = []


class NewGame(Closed):
    """What begins a game on the server."""

    record: Record
    token: bool = False
    """Whether the answer shall hold the secret, besides the cookie."""


class Commands(Closed):
    """What somebody does, at the ply they know."""

    ply: Ply
    commands: Annotated[list[Command], Field(min_length=1, max_length=1000)]
    request: RequestId
    """Drawn for each request, and sent again with it."""


class NewLink(Closed):
    """For whom a link shall be."""

    role: Role


class Claim(Closed):
    """A link's secret."""

    secret: Token
    token: bool = False
    watch: bool = False
    """Whether to watch only, whatever else the link offers."""


class NewOffer(Closed):
    """What is offered to the other side."""

    kind: Literal["take-back"]
    ply: Ply


class OfferAnswer(Closed):
    """Yes or no to the offer that was made at that ply."""

    accept: bool
    ply: Ply


class Resignation(Closed):
    """Whose game is given up: one's own, or that of the other side, which has left at its turn."""

    side: Literal["own", "other"] = "own"


class Rematch(Closed):
    """Once more, with the sides swapped."""

    token: bool = False


class Choose(Closed):
    """A position, and who shall choose a move there."""

    record: Record
    player: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class HintWanted(Closed):
    """A position to have a hint for."""

    record: Record


class Seated(BaseModel):
    """A game, and what one may do there."""

    id: GameId
    role: Role
    ply: Ply | None = None
    token: Token | None = None


class Offer(BaseModel):
    """An offer that awaits its answer."""

    kind: Literal["take-back"]
    by: Role
    ply: Ply


class GameNow(BaseModel):
    """A game as it stands."""

    id: GameId
    ply: Ply
    role: Role
    record: Record
    offer: Offer | None
    rematch: GameId | None


class Done(BaseModel):
    """The ply that the game has reached, on disk."""

    ply: Ply


class StaleNow(BaseModel):
    """The game as it stands for who has missed something."""

    detail: str
    ply: Ply
    record: Record


class Link(BaseModel):
    """A secret to hand on, in the fragment of a link."""

    secret: Token
    role: Role


class Ended(BaseModel):
    """How many secrets are worthless now."""

    ended: int


class Chosen(BaseModel):
    """A move as a person types it."""

    move: str


class Hint(BaseModel):
    """A move and why."""

    move: str
    reason: str


class Players(BaseModel):
    """The names of players who choose by themselves."""

    players: list[str]


class Health(BaseModel):
    """That all is well."""

    status: Literal["ok"]
