"""Links for another device, another player or a watcher, and claiming one."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from slidedrop.web.api import models
from slidedrop.web.api.deps import CHANGES, game_to_change, games_of, key_of, limits_of, open_game, seated
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
    """Create a secret for another person or for your other device."""
    async with open_game(request, game, changing=True) as access:
        limits_of(request).commands.take(f"{game} {access.role}")
        _check_handing(access, wanted.role)
        if len(access.live.seats) == 1 and seat_of(wanted.role) is not None:
            raise unprocessable("this game has one seat; share 'both' or 'watch'", "one-seat")
        token = new_token()
        made = Secret(digest(token), wanted.role, claimed=False)
        await access.games.store.add_link(game, made, by_watcher=access.role == "watch")
        await access.games.catch_up(access.live)
        return Json({"secret": token, "role": wanted.role}, 201)


def _check_handing(access: Access, wanted: Role) -> None:
    invites_again = access.is_host and seat_of(wanted) is not None
    if not (invites_again or may_hand_on(access.role, wanted)):
        raise forbidden(f"as {access.role} you cannot share {wanted}", "hand-on")


@router.delete("/games/{game}/links", response_model=models.Ended, responses=CHANGES)
async def end_links(request: Request, game: Id, role: Annotated[Role, Query()]) -> Response:
    """Revoke every link and key of a role, except the one of this request."""
    async with game_to_change(request, game) as access:
        _check_handing(access, role)
        ended = await access.games.store.revoke(game, role, access.secret)
        await access.games.catch_up(access.live)
        return Json({"ended": ended})


@router.post("/claims", response_model=models.Seated, responses=documented(400, 403, 404, 409, 413, 422, 429, 503))
async def claim(request: Request, wanted: models.Claim) -> Response:
    """Exchange a link's secret for a role in its game, once per browser.

    A browser without a cookie sends its own key, so that a repeated request gets the same seat.
    """
    limits_of(request).claims.take(address_of(request))
    keys = [key for key in (key_of(request), wanted.key) if key] or [new_token()]
    token = new_token() if wanted.token else None
    own_token = None if token is None else digest(token)
    try:
        found = await games_of(request).store.claim(digest(wanted.secret), keys, own_token, watch=wanted.watch)
    except SeatTaken:
        raise Refused(
            409, "another player has taken this seat already; you can watch the game", "seat-taken", taken=True
        ) from None
    if found is None:
        raise Refused(404, "this link no longer opens a game; ask for a new one", "link-ended")
    return await seated(request, found.game, found.role, keys[0], token)
