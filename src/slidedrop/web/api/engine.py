"""Asking the computer: for a move, for a hint, and who there is to ask."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from slidedrop.players.registry import needs_engine, player_names
from slidedrop.portable.program import is_portable
from slidedrop.web.api import models
from slidedrop.web.api.deps import engine_of
from slidedrop.web.api.records_in import text_of
from slidedrop.web.engine.move_jobs import is_quick
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, documented

router: Final = APIRouter(prefix="/api/v1", tags=["computer"])


@router.post("/choose", response_model=models.Chosen, responses=documented(400, 403, 413, 422, 429, 503))
async def choose(request: Request, wanted: models.Choose) -> Response:
    """Let a named player choose a move; the game need not be on the server."""
    record = text_of(wanted.record)
    pool = engine_of(request, quick=is_quick(record, wanted.player))
    return Json(await pool.choose(record, wanted.player, address_of(request)))


@router.post("/hint", response_model=models.Hint, responses=documented(400, 403, 413, 422, 429, 503))
async def hint(request: Request, wanted: models.HintWanted) -> Response:
    """Say which move is good here, and why."""
    return Json(await engine_of(request).hint(text_of(wanted.record), address_of(request)))


@router.get("/players", response_model=models.Players, responses=documented(400, 422, 429))
async def players(request: Request, game: Annotated[models.GameName, Query()]) -> Response:
    """Name the players of a game who choose by themselves, as far as they are installed here."""
    installed = [name for name in player_names(game) if is_portable() or not needs_engine(name)]
    return Json({"players": [*installed, *request.app.state.own_players]})
