"""Requests to the engines: moves, hints, values, reviews, and the list of players."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from slidedrop.engine.wasm import is_portable
from slidedrop.players.registry import player_types
from slidedrop.web.api import models
from slidedrop.web.api.deps import parts_of
from slidedrop.web.api.records_in import text_of
from slidedrop.web.engine import analysis_jobs, move_jobs
from slidedrop.web.engine.worker_pool import Pools
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, documented

router: Final = APIRouter(prefix="/api/v1", tags=["computer"])
_REFUSALS: Final = documented(400, 403, 413, 422, 429, 503)


def _asked(request: Request, *, analysis: bool = False) -> tuple[str, Pools]:
    """Return the address and the worker processes, unless the address sent too many requests."""
    parts, address = parts_of(request), address_of(request)
    (parts.limits.analyses if analysis else parts.limits.thoughts).take(address)
    return address, parts.pools


@router.post("/choose", response_model=models.Chosen, responses=_REFUSALS)
async def choose(request: Request, wanted: models.Choose) -> Response:
    """Let a named player choose a move; the game need not be on the server."""
    address, pools = _asked(request)
    record, player = text_of(wanted.record), wanted.player
    if (own := parts_of(request).settings.own_players.get(player)) is not None:
        return Json(await pools.engine.ask(address, move_jobs.choose_own, record, own))
    pool = pools.quick if move_jobs.is_quick(record, player, wanted.record.header.game) else pools.engine
    return Json(await pool.ask(address, move_jobs.choose, record, player))


@router.post("/hint", response_model=models.Hint, responses=_REFUSALS)
async def hint(request: Request, wanted: models.HintWanted) -> Response:
    """Return a good move and the reason."""
    address, pools = _asked(request)
    record = text_of(wanted.record)
    return Json(await pools.ask(address, move_jobs.quick_hint, pools.engine, move_jobs.hint, record))


@router.post("/scores", response_model=models.Scores, responses=_REFUSALS)
async def scores(request: Request, wanted: models.ScoresWanted) -> Response:
    """Return the value of every legal move; a repeated request proves more."""
    address, pools = _asked(request, analysis=True)
    question = (text_of(wanted.record), wanted.seconds)
    found = await pools.ask(address, analysis_jobs.quick_scores, pools.analysts, analysis_jobs.scores, *question)
    return Json(found)


@router.post("/review", response_model=models.Review, responses=_REFUSALS)
async def review(request: Request, wanted: models.ReviewWanted) -> Response:
    """Grade a few moves of a game; continue with the answer's `before`, until it is 0."""
    address, pools = _asked(request, analysis=True)
    question = (text_of(wanted.record), wanted.before, wanted.seconds)
    return Json(await pools.analysts.ask(address, analysis_jobs.review, *question))


@router.get("/players", response_model=models.Players, responses=documented(400, 422, 429))
async def players(request: Request, game: Annotated[models.GameName, Query()]) -> Response:
    """Return the players of a game that are installed, with their declarations."""
    installed = [one for one in player_types(game) if is_portable() or not one.needs_engine]
    names = [*(one.name for one in installed), *parts_of(request).settings.own_players]
    return Json({"players": names, "declarations": [one.to_json() for one in installed]})
