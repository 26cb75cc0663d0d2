"""Start, read, change and delete a game on the server."""

import re
from typing import Annotated, Final

from fastapi import APIRouter, Header, Path, Query
from fastapi import Request as HttpRequest
from starlette.responses import Response, StreamingResponse

from slidedrop.session import Request
from slidedrop.web.api import models
from slidedrop.web.api.deps import CHANGES, STALE, admitted, game_to_change, games_of, limits_of, open_game, parts_of
from slidedrop.web.api.records_in import commands_from, import_record, text_of
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, bad_request, documented, forbidden, unprocessable
from slidedrop.web.live.events import EventStream
from slidedrop.web.live.playing import play, stale
from slidedrop.web.names import shown_name
from slidedrop.web.store.store import CreateReason, KeyReused
from slidedrop.web.tokens import digest

router: Final = APIRouter(prefix="/api/v1/games", tags=["games"])
_EVENTS_OF_ONE: Final = 150
"""Commands at the start of a stream that count as one request: they have the bytes of one."""
Id = Annotated[str, Path(min_length=1, max_length=64)]
Key = Annotated[str, Header(alias="Idempotency-Key", min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


@router.post(
    "",
    status_code=201,
    response_model=models.Seated,
    responses={200: {"model": models.Seated}, **documented(400, 403, 413, 422, 429, 503)},
)
async def create(request: HttpRequest, wanted: models.NewGame, key: Key) -> Response:
    """Start a game from a record; the same key returns the same game."""
    address, games = address_of(request), games_of(request)
    limits_of(request).creations.take(address)
    async with games.turn_for(len(wanted.record.commands), address):
        kept, live = await import_record(games, wanted.record)
        try:
            game = await games.store.create(
                kept, CreateReason(key=digest(key), fingerprint=digest(text_of(wanted.record)))
            )
        except KeyReused:
            detail = "this Idempotency-Key began another game before; draw a new one for a new game"
            raise unprocessable(detail) from None
        if game == kept.id:
            games.add(live)
    status = 201 if game == kept.id else 200
    return await admitted(request, game, "both", status=status, wants_token=wanted.token, tells_ply=True)


@router.get("/{game}", response_model=models.GameNow, responses=documented(400, 401, 404, 422, 429, 503))
async def read(
    request: HttpRequest,
    game: Id,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    most: Annotated[int | None, Query(ge=1, le=50_000)] = None,
) -> Response:
    """Return the game with all its commands, or some of them."""
    async with open_game(request, game) as access:
        live = access.live
        now = {"id": live.id, "ply": live.ply, "role": access.role, "record": live.record(after, most)}
        return Json({**now, "offer": live.offer, "rematch": live.rematch})


@router.delete("/{game}", response_model=models.Deleted, responses=CHANGES)
async def delete(request: HttpRequest, game: Id) -> Response:
    """Delete a game; only its creator may, or the holder of the link to all seats."""
    async with open_game(request, game, changing=True) as access:
        if not access.is_host:
            raise forbidden("only the player who started the game may delete it", "not-yours")
        limits_of(request).commands.take(f"{game} {access.role}")
        await access.games.delete(access.live)
        return Json({"deleted": game})


@router.post("/{game}/commands", response_model=models.Done, responses=STALE | CHANGES)
async def command(request: HttpRequest, game: Id, wanted: models.Commands) -> Response:
    """Carry out commands; the answer comes when they are saved."""
    async with game_to_change(request, game) as access:
        asked = Request(wanted.request, wanted.ply, commands_from(wanted.commands))
        return Json({"ply": await play(access, asked)})


@router.get(
    "/{game}/events",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "The stream of docs/reference/http-api.md."},
        **STALE,
        **documented(400, 401, 404, 422, 429, 503),
    },
)
async def events(
    request: HttpRequest,
    game: Id,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    name: Annotated[str, Query(max_length=24, pattern="^[^\\x00-\\x1f\\x7f]*$")] = "",
    last: Annotated[str | None, Header(alias="Last-Event-ID", max_length=20)] = None,
) -> Response:
    """Send everything after a ply, then events as they happen."""
    if last and re.fullmatch("[0-9]{1,7}", last) is None:
        raise bad_request("Last-Event-ID is the number of the last command that came")
    first = int(last) if last else after
    async with open_game(request, game) as access:
        if first > access.live.ply:
            raise stale(access.live)
        parts = parts_of(request)
        parts.limits.requests.take(access.address, (access.live.ply - first) // _EVENTS_OF_ONE, owed=True)
        return EventStream(access, first, shown_name(name), parts.limits, parts.settings.heartbeat)
