"""Handing a game on: links for another device, another player or a watcher, and claiming one."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from slidedrop.web.api import models
from slidedrop.web.api.deps import CHANGES, admitted, game_to_change, games_of, key_of, limits_of, open_game
from slidedrop.web.api.games import Id
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, Refused, documented, forbidden, unprocessable
from slidedrop.web.live.games import Access
from slidedrop.web.roles import Role, may_hand_on, seat_of
from slidedrop.web.store.store import SeatTaken, Secret
from slidedrop.web.tokens import digest, new_token

router: Final = APIRouter(prefix="/api/v1", tags=["links"])


@router.post("/games/{game}/links", status_code=201, response_model=models.Link, responses=CHANGES)
async def link(request: Request, game: Id, wanted: models.NewLink) -> Response:
    """Draw a secret for somebody else, or for another device of one's own."""
    async with open_game(request, game, changing=True) as access:
        limits_of(request).commands.take(access.live.id)
        _check_handing(access, wanted.role)
        if len(access.live.seats) == 1 and seat_of(wanted.role) is not None:
            raise unprocessable("this game has one seat; hand on both or watch")
        token = new_token()
        secret = Secret(digest(token), wanted.role, claimed=False)
        await access.games.store.add_link(game, secret)
        access.live.secrets.append(secret)
        return Json({"secret": token, "role": wanted.role}, 201)


def _check_handing(access: Access, wanted: Role) -> None:
    if not may_hand_on(access.role, wanted):
        raise forbidden(f"as {access.role} you cannot hand on {wanted}")


@router.delete("/games/{game}/links", response_model=models.Ended, responses=CHANGES)
async def end_links(request: Request, game: Id, role: Annotated[Role, Query()]) -> Response:
    """Make every link and key of a role worthless, except the one that asks."""
    async with game_to_change(request, game) as access:
        _check_handing(access, role)
        live, own = access.live, access.secret
        ended = await access.games.store.revoke(game, role, own)
        gone = [secret.digest for secret in live.secrets if secret.role == role and secret.digest != own]
        live.secrets = [secret for secret in live.secrets if secret.digest not in gone]
        live.end_streams(gone)
        return Json({"ended": ended})


@router.post("/claims", response_model=models.Seated, responses=documented(400, 403, 404, 409, 413, 422, 429, 503))
async def claim(request: Request, wanted: models.Claim) -> Response:
    """Exchange a link's secret for a role in its game; who has a better one there already keeps that."""
    limits_of(request).claims.take(address_of(request))
    games = games_of(request)
    try:
        found = await games.store.claim(digest(wanted.secret), key_of(request) or "", watch=wanted.watch)
    except SeatTaken:
        raise Refused(409, "somebody has taken this seat already; you can watch the game", taken=True) from None
    if found is None:
        raise Refused(404, "this link no longer opens a game; ask for a new one")
    async with games.open(found.game) as live:
        live.owner = found.owner if live.owner is None else live.owner
        live.notify()
    return await admitted(request, found.game, found.role, status=200, wants_token=wanted.token)
