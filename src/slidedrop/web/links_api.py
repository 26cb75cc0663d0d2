"""Handing a game on: links for another device, another player or somebody who looks on, and claiming one."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from slidedrop.web import models
from slidedrop.web.answers import Json
from slidedrop.web.documented import refusals
from slidedrop.web.entrance import Seat, at_table, hand_over
from slidedrop.web.games_api import Id, may_change
from slidedrop.web.limits import Gate, address_of
from slidedrop.web.refusals import Refused, against_the_rules, not_yours
from slidedrop.web.roles import Role, as_it_stands, may_hand_on, seat_of
from slidedrop.web.room import Room
from slidedrop.web.store import Claimed, Secret
from slidedrop.web.tokens import digest, new_token

router: Final = APIRouter(prefix="/api/v1", tags=["links"])


@router.post(
    "/games/{game}/links",
    status_code=201,
    response_model=models.Link,
    responses=refusals(400, 401, 403, 404, 413, 422, 429, 503),
)
async def link(request: Request, game: Id, wanted: models.NewLink) -> Response:
    """Draw a secret for somebody else, or for another device of one's own."""
    async with at_table(request, game, changing=True) as seat:
        may_change(request, seat)
        _check(seat, wanted.role)
        token = new_token()
        secret = Secret(digest(token), wanted.role, claimed=False)
        await seat.room.store.add_secret(game, secret)
        seat.table.secrets.append(secret)
        return Json({"secret": token, "role": wanted.role}, 201)


def _check(seat: Seat, wanted: Role) -> None:
    _check_handing(seat, wanted)
    if seat.table.game.kind == "2048" and seat_of(wanted) is not None:
        detail = "2048 has one seat; hand on both or watch"
        raise against_the_rules(detail)


def _check_handing(seat: Seat, wanted: Role) -> None:
    if not may_hand_on(seat.role, wanted):
        detail = f"as {seat.role} you cannot hand on {wanted}"
        raise not_yours(detail)


@router.delete(
    "/games/{game}/links",
    response_model=models.Ended,
    responses=refusals(400, 401, 403, 404, 413, 422, 429, 503),
)
async def end_links(request: Request, game: Id, role: Annotated[Role, Query()]) -> Response:
    """Make every link and cookie of a role worthless, except the one that asks."""
    async with at_table(request, game, changing=True) as seat:
        may_change(request, seat)
        _check_handing(seat, role)
        table, own = seat.table, seat.sitter.secret
        ended = await seat.room.store.revoke(game, role, own)
        gone = [secret.digest for secret in table.secrets if secret.role == role and secret.digest != own]
        table.secrets = [secret for secret in table.secrets if secret.digest not in gone]
        table.show_out(gone)
        return Json({"ended": ended})


@router.post("/claims", response_model=models.Seated, responses=refusals(400, 403, 404, 413, 422, 429, 503))
async def claim(request: Request, wanted: models.Claim) -> Response:
    """Exchange a link's secret for the cookie that opens its game."""
    gate: Gate = request.app.state.gate
    gate.claims.take(address_of(request))
    room: Room = request.app.state.room
    found = await room.store.claim(digest(wanted.secret))
    if found is None:
        detail = "this link opens no game any more; ask for a new one"
        raise Refused(404, detail)
    await _sit_down(room, found, digest(wanted.secret))
    answer = {"id": found.game, "role": as_it_stands(found.role, found.owner)}
    response = Json({**answer, **({"token": wanted.secret} if wanted.token else {})})
    hand_over(request, response, found.game, found.role, wanted.secret)
    return response


async def _sit_down(room: Room, found: Claimed, shown: str) -> None:
    """Note at the table what the store has noted."""
    async with room.table(found.game) as table:
        others = [secret for secret in table.secrets if secret.digest != shown]
        table.secrets = [*others, Secret(shown, found.role, claimed=True)]
        table.owner = found.owner
        table.ring()
