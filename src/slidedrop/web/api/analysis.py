"""Analysis of Connect-4: what every column is worth, and a game reviewed."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from slidedrop.web.api import analysis_models as models
from slidedrop.web.api.deps import analysts_of
from slidedrop.web.api.records_in import text_of
from slidedrop.web.http.rate_limits import address_of
from slidedrop.web.http.responses import Json, documented

router: Final = APIRouter(prefix="/api/v1", tags=["analysis"])


@router.post("/scores", response_model=models.Scores, responses=documented(400, 403, 413, 422, 429, 503))
async def scores(request: Request, wanted: models.ScoresWanted) -> Response:
    """Say what every legal move of a position of Connect-4 is worth; asked again, more is proven."""
    address = address_of(request)
    return Json(await analysts_of(request).scores(text_of(wanted.record), wanted.seconds, address))


@router.post("/review", response_model=models.Review, responses=documented(400, 403, 413, 422, 429, 503))
async def review(request: Request, wanted: models.ReviewWanted) -> Response:
    """Grade a few moves of a game of Connect-4; go on with the answer's `before`, until it is 0."""
    address = address_of(request)
    return Json(await analysts_of(request).review(text_of(wanted.record), wanted.before, wanted.seconds, address))
