"""The requests about rooms; docs/reference/http-api.md."""

import json
import secrets
from collections.abc import Callable
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response, StreamingResponse

from slidedrop.core.errors import SlidedropError
from slidedrop.core.randomness import fresh_seed
from slidedrop.web.api import models
from slidedrop.web.api.deps import admitted, key_of, limits_of, parts_of, with_key
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, Refused, documented, forbidden, unprocessable
from slidedrop.web.names import checked_name
from slidedrop.web.roles import Role, role_of_seat
from slidedrop.web.rooms import rooms as rules
from slidedrop.web.rooms.live import DAY, LiveRooms, RoomStream, Shown
from slidedrop.web.rooms.rooms import SIGNS, Kind, Player, Room
from slidedrop.web.store.store import CreateReason, StoredGame
from slidedrop.web.tokens import digest, key_digest, new_id, new_token

router: Final = APIRouter(prefix="/api/v1/rooms", tags=["rooms"])
Code = Annotated[str, Path(min_length=1, max_length=32)]
_WEEK: Final = 7 * DAY
"""After how many seconds a room is closed that its owner has forgotten."""
_PAIRS: Final = 100
LONGEST_TITLE: Final = 60
_READS: Final = documented(400, 404, 422, 429, 503)
_CHANGES: Final = documented(400, 403, 404, 413, 422, 429, 503)


class NewRoom(models.StrictModel):
    """The settings of a new room."""

    kind: Kind
    title: Annotated[str, StringConstraints(max_length=LONGEST_TITLE)] = ""
    game: models.GameName | None = None
    """The first one that suits the kind, if none is named."""
    opponent: Annotated[str, StringConstraints(max_length=40)] | None = None
    """A middle level, if none is named."""
    minutes: Annotated[int, Field(ge=0, le=24 * 60, strict=True)] = 0


class NewName(models.StrictModel):
    """A name in a room."""

    name: Annotated[str, StringConstraints(max_length=60)]
    key: models.Token | None = None
    """A random key that the browser creates before its first request and repeats until it gets an answer."""


class Door(models.StrictModel):
    """Whether more people may join."""

    open: bool


class RoomNow(BaseModel):
    """A room and the visitor's own line; docs/reference/http-api.md has the rest."""

    model_config = ConfigDict(extra="allow")
    code: str
    standings: list[dict[str, Any]]
    owner: bool
    you: dict[str, Any] | None


class SatDown(BaseModel):
    """The game of a player, or null while waiting for an opponent."""

    id: models.GameId | None
    role: Role | None


def _rooms(request: Request) -> LiveRooms:
    return cast("LiveRooms", request.app.state.rooms)


async def _found(request: Request, code: str) -> Shown:
    """Return a room; a wrong code counts like a wrong secret, which limits guessing."""
    claims, address = limits_of(request).claims, address_of(request)
    claims.take(address)
    shown = await _rooms(request).find(code)
    if shown is None:
        raise _no_room()
    claims.take(address, -1)
    return shown


def _no_room() -> Refused:
    return Refused(404, "there is no room with this code; it may have been closed", "no-room")


def _refused(error: SlidedropError) -> Refused:
    return unprocessable(str(error), error.code if isinstance(error, rules.RoomError) else "bad-name")


async def _changed(request: Request, room: Room, change: Callable[[Room], Room], by: str = "") -> Shown:
    _rooms(request).changes.take(room.code + by)
    try:
        after = await _rooms(request).change(room.code, change)
    except SlidedropError as error:
        raise _refused(error) from error
    if after is None:
        raise _no_room()
    return after


def _own(key: str | None, room: Room, role: str) -> str:
    """Return the digest of a browser's key for a role in a room; "-" without a key."""
    return "-" if key is None else key_digest(key, room.code, f"room {role}")


async def _change_own(request: Request, code: str, change: Callable[[Room], Room]) -> Response:
    room = await _own_room(request, code)
    return _answer(request, await _changed(request, room, change, " owner"), key_of(request))


async def _own_room(request: Request, code: str) -> Room:
    room = (await _found(request, code)).room
    if room.owner != _own(key_of(request), room, "owner"):
        raise forbidden("only the owner of this room may do that", "not-owner")
    return room


def _answer(request: Request, shown: Shown, key: str | None, status: int = 200) -> Response:
    room, player = shown.room, shown.room.player(_own(key, shown.room, "player"))
    game = player and room.game_of(player.number)
    you = player and {**shown.lines[player.number], "waiting": player.ready, "game": game and game.game}
    mine = json.dumps({"owner": room.owner == _own(key, room, "owner"), "you": you})
    text = f"{shown.text(_rooms(request).now())[:-1]}, {mine[1:]}"
    answer = Response(text, status, media_type="application/json")
    return answer if key is None else with_key(request, key, answer)


def _player(request: Request, room: Room) -> Player:
    player, phase = room.player(_own(key_of(request), room, "player")), room.phase(_rooms(request).now())
    if player is None:
        raise forbidden("join the room first, with a name", "join-first")
    if phase == "waiting":
        raise unprocessable("the room has not started yet", "not-begun")
    if phase != "open":
        raise unprocessable("the room's time is up", "time-over")
    return player


@router.post("", status_code=201, response_model=RoomNow, responses=documented(400, 403, 413, 422, 429, 503))
async def open_room(request: Request, wanted: NewRoom) -> Response:
    """Open a room; this browser is its owner."""
    limits_of(request).creations.take(address_of(request))
    try:
        title = checked_name(wanted.title, LONGEST_TITLE) if wanted.title.strip() else ""
        game = rules.game_for(wanted.kind, wanted.game)
        against = rules.opponent_for(game, wanted.opponent) if wanted.kind == "opponent" else ""
    except SlidedropError as error:
        raise _refused(error) from error
    key = key_of(request) or new_token()
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(6))
        owner = key_digest(key, code, "room owner")
        room = Room(code, wanted.kind, str(fresh_seed()), owner, title, against, wanted.minutes, game=game.name)
        if await _rooms(request).open(room, _WEEK):
            return _answer(request, await _found(request, code), key, 201)


@router.get("/{code}", response_model=RoomNow, responses=_READS)
async def read_room(request: Request, code: Code) -> Response:
    """Return a room; "today" is the room of the day."""
    return _answer(request, await _found(request, code), key_of(request))


@router.post("/{code}/players", response_model=RoomNow, responses=_CHANGES)
async def join(request: Request, code: Code, wanted: NewName) -> Response:
    """Join a room with a name; the same browser may repeat the request."""
    room, key = (await _found(request, code)).room, key_of(request) or wanted.key or new_token()
    own, drawn = _own(key, room, "player"), _own(wanted.key, room, "player")
    if room.player(own) is None and room.player(drawn) is None:
        joins = _rooms(request).joins if room.owner else _rooms(request).joins_of_day
        joins.take(f"{room.code} {address_of(request)}")
    return _answer(request, await _changed(request, room, lambda now: rules.joined(now, own, wanted.name, drawn)), key)


@router.post("/{code}/games", response_model=SatDown, responses=_CHANGES)
async def sit_down(request: Request, code: Code) -> Response:
    """Go to this browser's game in the room; in a round robin, to the next one or wait for it."""
    room = (await _found(request, code)).room
    player = _player(request, room)
    names = [new_id() for _ in range(_PAIRS)]
    room = (await _changed(request, room, lambda now: rules.seated(now, player.key, names))).room
    played = room.game_of(player.number)
    if played is None or (room.kind == "round-robin" and played.result.finished):
        return Json({"id": None, "role": None})
    role: Role = "both" if len(played.seats) == 1 else role_of_seat(played.seats.index(player.number))
    games, header = _rooms(request).games, json.dumps(rules.header_for(room))
    await games.store.create(StoredGame(played.game, header, ()), CreateReason(key=digest(f"room {played.game}")))
    async with games.open(played.game) as live:
        _rooms(request).heard(live)  # results that were lost when a server was killed
    return await admitted(request, played.game, role, status=200, wants_token=False)


@router.post("/{code}/start", response_model=RoomNow, responses=_CHANGES)
async def start(request: Request, code: Code) -> Response:
    """Start the clock, once, so that everyone may play."""
    now = _rooms(request).now()
    return await _change_own(request, code, lambda room: room._replace(began=room.began or now))


@router.post("/{code}/door", response_model=RoomNow, responses=_CHANGES)
async def door(request: Request, code: Code, wanted: Door) -> Response:
    """Stop or allow new players."""
    return await _change_own(request, code, lambda room: room._replace(shut=not wanted.open))


@router.delete("/{code}/players/{number}", response_model=RoomNow, responses=_CHANGES)
async def remove(request: Request, code: Code, number: Annotated[int, Path(ge=1, le=1_000_000)]) -> Response:
    """Remove a player with their name and games, for good."""
    return await _change_own(request, code, lambda room: rules.removed(room, {number}))


@router.delete("/{code}", response_model=models.Ended, responses=_CHANGES)
async def close(request: Request, code: Code) -> Response:
    """Close a room and delete its names and standings."""
    room = await _own_room(request, code)
    await _rooms(request).close(room.code)
    return Json({"ended": len(room.players)})


@router.get(
    "/{code}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "See docs/reference/http-api.md."}, **_READS},
)
async def events(request: Request, code: Code) -> Response:
    """Send the room, then its changes."""
    shown, parts = await _found(request, code), parts_of(request)
    return RoomStream(_rooms(request), shown.room.code, parts.limits, address_of(request), parts.settings.heartbeat)
