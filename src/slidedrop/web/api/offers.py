"""Agreements of two players: undo, and a rematch with sides swapped."""

import json
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from slidedrop.records.replay import begin, header_of
from slidedrop.web.api import models
from slidedrop.web.api.deps import CHANGES, STALE, admitted, game_to_change, limits_of
from slidedrop.web.api.games import Id
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, unprocessable
from slidedrop.web.live.game import LiveGame
from slidedrop.web.live.games import Access
from slidedrop.web.live.playing import play_for, stale
from slidedrop.web.roles import role_of_seat, seat_of
from slidedrop.web.store.store import CreateReason, Stale, StoredGame
from slidedrop.web.tokens import new_id

router: Final = APIRouter(prefix="/api/v1/games", tags=["agreements"])
AWAY_SECONDS: Final = 600
"""How long a player has been gone before the game can be claimed."""


@router.post("/{game}/offers", status_code=201, response_model=models.Offer, responses=STALE | CHANGES)
async def offer(request: Request, game: Id, wanted: models.NewOffer) -> Response:
    """Ask the opponent to agree to an undo."""
    async with game_to_change(request, game) as access:
        _check_offer(access, wanted.ply)
        made = {"kind": wanted.kind, "by": access.role, "ply": wanted.ply}
        await _put(access, made)
        return Json(made, 201)


def _check_offer(access: Access, ply: int) -> None:
    own = _own_seat(access)
    if ply != access.live.ply:
        raise stale(access.live)
    access.live.undo_commands(own)
    if access.live.offer is not None and access.live.offer["by"] != access.role:
        raise unprocessable("your opponent has already asked; answer first", "offer-open")


def _own_seat(access: Access) -> int:
    own = seat_of(access.role)
    if own is None:
        raise unprocessable("you have every seat; use undo instead of asking", "every-seat")
    return own


async def _put(access: Access, made: dict[str, Any] | None) -> None:
    live = access.live
    before, text = (None if offer is None else json.dumps(offer) for offer in (live.offer, made))
    try:
        await access.games.store.put_offer(live.id, live.ply, before, text)
    except Stale:
        await access.games.reload(live)
        raise stale(live) from None
    live.offer = made
    live.notify()


@router.post("/{game}/offers/answer", response_model=models.Done, responses=STALE | CHANGES)
async def answer(request: Request, game: Id, wanted: models.OfferAnswer) -> Response:
    """Accept or refuse the opponent's offer; the player who made an offer may withdraw it."""
    async with game_to_change(request, game) as access:
        own, made = _own_seat(access), access.live.offer
        if made is None or made["ply"] != wanted.ply:
            raise stale(access.live)
        if not wanted.accept:
            await _put(access, None)
        elif made["by"] == access.role:
            raise unprocessable("you made this offer; your opponent has to accept it", "own-offer")
        else:
            await play_for(access, access.live.undo_commands(1 - own), made["by"])
        return Json({"ply": access.live.ply})


@router.post("/{game}/resign", response_model=models.Done, responses=CHANGES)
async def resign(request: Request, game: Id, wanted: models.Resignation) -> Response:
    """Resign at any time, or claim the game if the opponent has left at their turn."""
    async with game_to_change(request, game) as access:
        own, live = _own_seat(access), access.live
        seat = own if wanted.side == "own" else 1 - own
        if seat != own and (live.to_move != seat or live.away(role_of_seat(seat)) < AWAY_SECONDS):
            when = f"when your opponent has been away at their turn for {AWAY_SECONDS // 60} min"
            raise unprocessable(f"a game can be claimed {when}", "claim-early", minutes=AWAY_SECONDS // 60)
        return Json({"ply": await play_for(access, live.resign_commands(seat), access.role)})


@router.post("/{game}/rematch", status_code=201, response_model=models.Seated, responses=CHANGES)
async def rematch(request: Request, game: Id, wanted: models.Rematch) -> Response:
    """Start the next game with sides swapped, or join it."""
    async with game_to_change(request, game) as access:
        limits_of(request).creations.take(address_of(request))
        live, own = access.live, seat_of(access.role)
        if len(live.seats) == 1 or live.game.outcome is None:
            raise unprocessable("a rematch follows a game of two players that is over", "no-rematch")
        following = await access.games.store.create(_following(live), CreateReason(follows=game))
        await access.games.catch_up(live)
    role = access.role if own is None else role_of_seat(1 - own)
    return await admitted(request, following, role, status=201, wants_token=wanted.token)


def _following(live: LiveGame) -> StoredGame:
    """Return a game by the same rules and from the same start, shared if this one is."""
    owner = None if live.owner is None else 1 - live.owner
    players = [str(player) for player in live.header.get("players", [])]
    header = header_of(begin(live.header), players[::-1])
    return StoredGame(new_id(), json.dumps(header), (), owner=owner)
