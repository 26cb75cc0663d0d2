"""Beginning a game on the server, reading it, and doing something in it."""

import re
from typing import Annotated, Final

from fastapi import APIRouter, Header, Path, Query, Request
from starlette.responses import Response, StreamingResponse

from slidedrop.web import models
from slidedrop.web.answers import Json
from slidedrop.web.documented import refusals
from slidedrop.web.entrance import Seat, at_table, hand_over
from slidedrop.web.events import EventStream
from slidedrop.web.limits import Gate, address_of
from slidedrop.web.playing import play, stale
from slidedrop.web.records_in import brought_in, commands_from, text_of
from slidedrop.web.refusals import against_the_rules, not_yours, unreadable
from slidedrop.web.room import Room
from slidedrop.web.store import Kept, KeyReused, Occasion, Secret
from slidedrop.web.tokens import digest, new_id, new_token

router: Final = APIRouter(prefix="/api/v1/games", tags=["games"])
Id = Annotated[str, Path(min_length=1, max_length=64)]
Key = Annotated[str, Header(alias="Idempotency-Key", min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


@router.post(
    "",
    status_code=201,
    response_model=models.Seated,
    responses={200: {"model": models.Seated}, **refusals(400, 403, 413, 422, 429, 503)},
)
async def create(request: Request, wanted: models.NewGame, key: Key) -> Response:
    """Begin a game from a record; the same key again gives the same game."""
    gate: Gate = request.app.state.gate
    gate.creations.take(address_of(request))
    room: Room = request.app.state.room
    kept, _ = await brought_in(wanted.record, new_id())
    token = new_token()
    kept = _with_secret(kept, token)
    try:
        game = await room.store.create(kept, Occasion(key=digest(key), fingerprint=digest(text_of(wanted.record))))
    except KeyReused:
        detail = "this Idempotency-Key has begun another game before; draw a new one for a new game"
        raise against_the_rules(detail) from None
    return await _seated(request, room, game, token, again=game != kept.id, wants_token=wanted.token)


def _with_secret(kept: Kept, token: str) -> Kept:
    return Kept(kept.id, kept.header, kept.entries, secrets=(Secret(digest(token), "both", claimed=True),))


async def _seated(request: Request, room: Room, game: str, token: str, *, again: bool, wants_token: bool) -> Response:
    """Return the answer to who has begun a game, with the cookie."""
    async with room.table(game) as table:
        secret = Secret(digest(token), "both", claimed=True)
        if secret not in table.secrets:  # the table was in memory before this secret was drawn
            table.secrets.append(secret)
        sitter = table.sitter([secret.digest])
        answer = {"id": game, "ply": table.ply, "role": sitter.role if sitter else "both"}
    response = Json({**answer, **({"token": token} if wants_token else {})}, 200 if again else 201)
    hand_over(request, response, game, "both", token)
    return response


@router.get("/{game}", response_model=models.GameNow, responses=refusals(400, 401, 404, 422, 429, 503))
async def read(request: Request, game: Id) -> Response:
    """Return the whole game as it stands."""
    async with at_table(request, game) as seat:
        table = seat.table
        return Json(
            {
                "id": table.id,
                "ply": table.ply,
                "role": seat.role,
                "record": table.record(),
                "offer": table.offer,
                "rematch": table.rematch,
            }
        )


@router.post(
    "/{game}/commands",
    response_model=models.Done,
    responses={409: {"model": models.StaleNow}, **refusals(400, 401, 403, 404, 413, 422, 429, 503)},
)
async def command(request: Request, game: Id, wanted: models.Commands) -> Response:
    """Carry out commands; the answer comes when they are on disk."""
    async with at_table(request, game, changing=True) as seat:
        may_change(request, seat)
        commands = commands_from(wanted.commands)
        ply = await play(seat.room, seat.table, seat.role, wanted.ply, commands, wanted.request)
        return Json({"ply": ply})


def may_change(request: Request, seat: Seat) -> None:
    """Refuse who only watches, and too many changes of one game."""
    if seat.role == "watch":
        detail = "you are watching; only who sits at the table may do that"
        raise not_yours(detail)
    gate: Gate = request.app.state.gate
    gate.commands.take(seat.table.id)


@router.get(
    "/{game}/events",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "The stream of docs/api.md."},
        409: {"model": models.StaleNow},
        **refusals(400, 401, 404, 422, 429, 503),
    },
)
async def events(
    request: Request,
    game: Id,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    last: Annotated[str | None, Header(alias="Last-Event-ID", max_length=20)] = None,
) -> Response:
    """Tell everything after a ply, then what happens."""
    first = _ply(last) if last else after
    async with at_table(request, game) as seat:
        if first > seat.table.ply:
            raise stale(seat.table)
        return EventStream(seat, first, request.app.state.gate, address_of(request), request.app.state.heartbeat)


def _ply(text: str) -> int:
    if re.fullmatch("[0-9]{1,7}", text) is None:
        detail = "Last-Event-ID is the number of the last command that came"
        raise unreadable(detail)
    return int(text)
