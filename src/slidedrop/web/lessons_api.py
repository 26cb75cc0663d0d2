"""Lessons in Connect-4: what every column is worth, and a game looked through again."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from slidedrop.web import lessons_models as models
from slidedrop.web.answers import Json
from slidedrop.web.documented import refusals
from slidedrop.web.limits import Gate, address_of
from slidedrop.web.records_in import text_of
from slidedrop.web.thinking import Thinkers
from slidedrop.web.thinking_api import check_kernels

router: Final = APIRouter(prefix="/api/v1", tags=["lessons"])


@router.post("/scores", response_model=models.Scores, responses=refusals(400, 403, 413, 422, 429, 503))
async def scores(request: Request, wanted: models.ScoresWanted) -> Response:
    """Say what every legal move of a position of Connect-4 is worth; asked again, more is proven."""
    address = address_of(request)
    return Json(await _teachers(request).scores(text_of(wanted.record), wanted.seconds, address))


@router.post("/review", response_model=models.Review, responses=refusals(400, 403, 413, 422, 429, 503))
async def review(request: Request, wanted: models.ReviewWanted) -> Response:
    """Grade a few moves of a game of Connect-4; go on with the answer's `before`, until it is 0."""
    address = address_of(request)
    return Json(await _teachers(request).review(text_of(wanted.record), wanted.before, wanted.seconds, address))


def _teachers(request: Request) -> Thinkers:
    check_kernels(request)
    gate: Gate = request.app.state.gate
    gate.lessons.take(address_of(request))
    teachers: Thinkers = request.app.state.teachers
    return teachers
