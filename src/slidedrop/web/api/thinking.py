"""Asking the computer: for a move, a hint, the value of every column, a game reviewed, and who there is to ask."""

from collections.abc import Callable
from typing import Annotated, Final, cast

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from slidedrop.engine.wasm import is_portable
from slidedrop.players.registry import player_types
from slidedrop.web.api import models
from slidedrop.web.api.deps import limits_of
from slidedrop.web.api.records_in import text_of
from slidedrop.web.engine import analysis_jobs, move_jobs
from slidedrop.web.engine.worker_pool import WorkerPool
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, documented

router: Final = APIRouter(prefix="/api/v1", tags=["computer"])
_REFUSALS: Final = documented(400, 403, 413, 422, 429, 503)


async def _thought(request: Request, pool: str, work: Callable[..., move_jobs.Answer], *arguments: object) -> Json:
    """Have one of the server's pools think, unless the address asks too often."""
    limits, address = limits_of(request), address_of(request)
    (limits.analyses if pool == "analysts" else limits.thoughts).take(address)
    return Json(await cast("WorkerPool", getattr(request.app.state, pool)).ask(address, work, *arguments))


@router.post("/choose", response_model=models.Chosen, responses=_REFUSALS)
async def choose(request: Request, wanted: models.Choose) -> Response:
    """Let a named player choose a move; the game need not be on the server."""
    record, player = text_of(wanted.record), wanted.player
    if (own := request.app.state.own_players.get(player)) is not None:
        return await _thought(request, "engine", move_jobs.choose_own, record, own)
    # a quick question has a process of its own, so that it never waits behind a long one
    pool = "quick" if move_jobs.is_quick(record, player, wanted.record.header.game) else "engine"
    return await _thought(request, pool, move_jobs.choose, record, player)


@router.post("/hint", response_model=models.Hint, responses=_REFUSALS)
async def hint(request: Request, wanted: models.HintWanted) -> Response:
    """Say which move is good here, and why."""
    return await _thought(request, "engine", move_jobs.hint, text_of(wanted.record))


@router.post("/scores", response_model=models.Scores, responses=_REFUSALS)
async def scores(request: Request, wanted: models.ScoresWanted) -> Response:
    """Say what every legal move of a position is worth; asked again, more is proven."""
    return await _thought(request, "analysts", analysis_jobs.scores, text_of(wanted.record), wanted.seconds)


@router.post("/review", response_model=models.Review, responses=_REFUSALS)
async def review(request: Request, wanted: models.ReviewWanted) -> Response:
    """Grade a few moves of a game; continue with the answer's `before`, until it is 0."""
    record = text_of(wanted.record)
    return await _thought(request, "analysts", analysis_jobs.review, record, wanted.before, wanted.seconds)


@router.get("/players", response_model=models.Players, responses=documented(400, 422, 429))
async def players(request: Request, game: Annotated[models.GameName, Query()]) -> Response:
    """List the players of a game that are installed here, by name and with their declarations."""
    installed = [one for one in player_types(game) if is_portable() or not one.needs_engine]
    names = [*(one.name for one in installed), *request.app.state.own_players]
    return Json({"players": names, "declarations": [one.to_json() for one in installed]})
