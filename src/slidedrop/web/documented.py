"""The refusals of each request, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from slidedrop.web.models import Problem

REFUSALS: Final = {
    400: "It cannot be read.",
    401: "No secret was shown.",
    403: "Not yours to do.",
    404: "There is no such game for you.",
    409: "The game has gone on.",
    413: "Too large.",
    422: "Against the rules, or not of the form that is asked for.",
    429: "Too many; see Retry-After.",
    503: "Busy; see Retry-After.",
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what FastAPI shall say of these statuses."""
    return {status: {"model": Problem, "description": REFUSALS[status]} for status in statuses}
