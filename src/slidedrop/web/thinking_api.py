"""Asking the computer: for a move, for a hint, and who there is to ask."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from slidedrop.core.errors import NotationError
from slidedrop.players.registry import is_compiled, player_names
from slidedrop.web import models
from slidedrop.web.answers import Json
from slidedrop.web.documented import refusals
from slidedrop.web.kernels import Kernels, has_extra
from slidedrop.web.limits import Gate, address_of
from slidedrop.web.records_in import text_of
from slidedrop.web.thinking import Thinkers

router: Final = APIRouter(prefix="/api/v1", tags=["computer"])


@router.post("/choose", response_model=models.Chosen, responses=refusals(400, 403, 413, 422, 429, 503))
async def choose(request: Request, wanted: models.Choose) -> Response:
    """Let a named player choose a move; the game need not be on the server."""
    if _is_compiled(wanted.player):
        check_kernels(request)
    return Json(await _thinkers(request).choose(text_of(wanted.record), wanted.player, address_of(request)))


@router.post("/hint", response_model=models.Hint, responses=refusals(400, 403, 413, 422, 429, 503))
async def hint(request: Request, wanted: models.HintWanted) -> Response:
    """Say which move is good here, and why."""
    check_kernels(request)
    return Json(await _thinkers(request).hint(text_of(wanted.record), address_of(request)))


@router.get("/players", response_model=models.Players, responses=refusals(400, 422, 429))
async def players(game: Annotated[models.GameName, Query()]) -> Response:
    """Name the players of a game who choose by themselves, as far as they are installed here."""
    installed = [name for name in player_names(game) if has_extra() or not is_compiled(name)]
    return Json({"players": installed})


def check_kernels(request: Request) -> None:
    """Refuse what is compiled while it is being compiled."""
    kernels: Kernels = request.app.state.kernels
    kernels.check_ready()


def _is_compiled(player: str) -> bool:
    try:
        return is_compiled(player)
    except NotationError:
        return False  # the player will say what is wrong with the name


def _thinkers(request: Request) -> Thinkers:
    gate: Gate = request.app.state.gate
    gate.thoughts.take(address_of(request))
    thinkers: Thinkers = request.app.state.thinkers
    return thinkers
