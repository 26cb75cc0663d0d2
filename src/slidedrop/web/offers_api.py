"""What two players agree on: taking a move back, and playing once more with the sides swapped."""

import json
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from slidedrop.core.game import Header
from slidedrop.records.replay import begin, header_of
from slidedrop.web import models
from slidedrop.web.answers import Json
from slidedrop.web.documented import refusals
from slidedrop.web.entrance import Seat, at_table, hand_over
from slidedrop.web.games_api import Id, may_change
from slidedrop.web.playing import stale, take_back, undos_for
from slidedrop.web.refusals import against_the_rules
from slidedrop.web.roles import Role, role_of_seat, seat_of
from slidedrop.web.store import Kept, Occasion, Secret
from slidedrop.web.table import Table
from slidedrop.web.tokens import digest, new_id, new_token

router: Final = APIRouter(prefix="/api/v1/games", tags=["agreements"])
_STALE: Final[dict[int | str, dict[str, Any]]] = {409: {"model": models.StaleNow}}


@router.post(
    "/{game}/offers",
    status_code=201,
    response_model=models.Offer,
    responses={**_STALE, **refusals(400, 401, 403, 404, 413, 422, 429, 503)},
)
async def offer(request: Request, game: Id, wanted: models.NewOffer) -> Response:
    """Ask the other side to let a move be taken back."""
    async with at_table(request, game, changing=True) as seat:
        may_change(request, seat)
        _check_offer(seat, wanted.ply)
        made = {"kind": wanted.kind, "by": seat.role, "ply": wanted.ply}
        await _put(seat, made)
        return Json(made, 201)


def _check_offer(seat: Seat, ply: int) -> None:
    own = _own_seat(seat)
    if ply != seat.table.ply:
        raise stale(seat.table)
    if not undos_for(seat.table, own):
        detail = "you have no move to take back yet"
        raise against_the_rules(detail)
    if seat.table.offer is not None and seat.table.offer["by"] != seat.role:
        detail = "the other side has made an offer already; answer that first"
        raise against_the_rules(detail)


def _own_seat(seat: Seat) -> int:
    own = seat_of(seat.role)
    if own is None:
        detail = "you have every seat, so there is nobody to ask; undo by yourself"
        raise against_the_rules(detail)
    return own


async def _put(seat: Seat, made: dict[str, Any] | None) -> None:
    await seat.room.store.put_offer(seat.table.id, None if made is None else json.dumps(made))
    seat.table.offer = made
    seat.table.ring()


@router.post(
    "/{game}/offers/answer",
    response_model=models.Done,
    responses={**_STALE, **refusals(400, 401, 403, 404, 413, 422, 429, 503)},
)
async def answer(request: Request, game: Id, wanted: models.OfferAnswer) -> Response:
    """Accept or refuse what the other side has offered; who has offered may take the offer back."""
    async with at_table(request, game, changing=True) as seat:
        may_change(request, seat)
        own, made = _own_seat(seat), seat.table.offer
        if made is None or made["ply"] != wanted.ply:
            raise stale(seat.table)
        if not wanted.accept:
            await _put(seat, None)
        elif made["by"] == seat.role:
            detail = "you have made this offer yourself; the other side accepts it"
            raise against_the_rules(detail)
        else:
            await take_back(seat.room, seat.table, 1 - own, made["by"])
        return Json({"ply": seat.table.ply})


@router.post(
    "/{game}/rematch",
    status_code=201,
    response_model=models.Seated,
    responses=refusals(400, 401, 403, 404, 413, 422, 429, 503),
)
async def rematch(request: Request, game: Id, wanted: models.Rematch) -> Response:
    """Begin the game that follows, or sit down at it; the sides are swapped."""
    async with at_table(request, game, changing=True) as seat:
        may_change(request, seat)
        _check_rematch(seat.table)
        role, token = _swapped(seat.role), new_token()
        following = await seat.room.store.create(_following(seat.table, role, token), Occasion(follows=game))
        if seat.table.rematch is None:
            seat.table.rematch = following
            seat.table.ring()
    await _note_secret(seat, following, Secret(digest(token), role, claimed=True))
    response = Json({"id": following, "role": role, **({"token": token} if wanted.token else {})}, 201)
    hand_over(request, response, following, role, token)
    return response


def _check_rematch(table: Table) -> None:
    if table.game.kind != "connect4" or table.game.outcome is None:
        detail = "a rematch follows a game of Connect-4 that is over"
        raise against_the_rules(detail)


def _swapped(role: Role) -> Role:
    own = seat_of(role)
    return role if own is None else role_of_seat(1 - own)


def _following(table: Table, role: Role, token: str) -> Kept:
    """Return a game by the same rules and from the same start, shared where this one is."""
    owner = None if table.owner is None else 1 - table.owner
    secret = Secret(digest(token), role, claimed=True)
    return Kept(new_id(), json.dumps(_same_rules(table)), (), owner=owner, secrets=(secret,))


def _same_rules(table: Table) -> Header:
    players = [str(player) for player in table.header.get("players", [])]
    return header_of(begin(table.header), players[::-1])


async def _note_secret(seat: Seat, game: str, secret: Secret) -> None:
    async with seat.room.table(game) as table:
        if secret not in table.secrets:
            table.secrets.append(secret)
