"""The whole server, put together: the store, the live games, the worker pools, the page, and the middleware.

request ─► Safety (host, origin, headers) ─► Log ─► RateLimit (how often) ─► Bodies (how large) ─► the request itself
"""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from slidedrop.version import __version__
from slidedrop.web.api import games, links, offers, thinking
from slidedrop.web.api.models import Health
from slidedrop.web.engine.worker_pool import WorkerPool
from slidedrop.web.http.allowed_hosts import AllowedHosts
from slidedrop.web.http.bodies import Bodies
from slidedrop.web.http.log import Log
from slidedrop.web.http.page import Page
from slidedrop.web.http.rate_limits import Limits, RateLimit, RateLimits
from slidedrop.web.http.responses import Json, Refused, against_the_rules, busy, documented, refusal
from slidedrop.web.http.safety import Safety
from slidedrop.web.live.events import HEARTBEAT
from slidedrop.web.live.games import LiveGames
from slidedrop.web.store.store import MOST_SECRETS, Full, Store, StoreTrouble

_log = logging.getLogger("slidedrop.web")


@dataclass(frozen=True, slots=True)
class Settings:
    """What may differ from one server to another."""

    hosts: AllowedHosts = field(default_factory=AllowedHosts)
    limits: Limits = field(default_factory=Limits)
    heartbeat: float = HEARTBEAT
    engine_processes: int | None = None
    own_players: Mapping[str, str] = field(default_factory=dict)
    """What requests call each player of the server's owner (own:1), and who that is: only the command line says."""
    warm: bool = True
    """Whether a worker is started before anyone asks."""


def build(store: Store, settings: Settings | None = None) -> FastAPI:
    """Return the server over a store, which it closes at its end."""
    settings = settings or Settings()
    limits = RateLimits(settings.limits)
    app = FastAPI(
        title="slidedrop",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        redirect_slashes=False,
        lifespan=_life,
        middleware=[
            Middleware(Safety, settings.hosts),
            Middleware(Log),
            Middleware(RateLimit, limits),
            Middleware(Bodies),
        ],
    )
    app.state.limits = limits
    app.state.hosts = settings.hosts
    app.state.heartbeat = settings.heartbeat
    app.state.warm = settings.warm
    app.state.games = LiveGames(store)
    app.state.own_players = settings.own_players
    app.state.engine = WorkerPool(settings.engine_processes)
    app.state.quick = WorkerPool(1)
    app.state.analysts = WorkerPool(1, most_of_address=2)  # apart, so that no long analysis makes a player wait
    _add_requests(app)
    _add_refusals(app)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    if app.state.warm:
        app.state.engine.warm_up()
        app.state.quick.warm_up()
    yield
    app.state.games.close()
    await app.state.analysts.close()
    await app.state.engine.close()
    await app.state.quick.close()
    await app.state.games.store.close()


def _add_requests(app: FastAPI) -> None:
    for api in (games, links, offers, thinking):
        app.include_router(api.router)
    app.get("/healthz", response_model=Health, responses=documented(400, 429, 503))(_health)
    app.router.default = Page()  # so that a wrong method on a known request is told from an unknown page


async def _health(request: Request) -> Json:
    await request.app.state.games.store.ping()
    return Json({"status": "ok"})


def _add_refusals(app: FastAPI) -> None:
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(StoreTrouble, _trouble)
    app.add_exception_handler(Full, _full)


async def _refused(_: Request, error: Any) -> Json:  # noqa: ANN401 - Starlette's signature is wider than ours
    return refusal(error)


async def _invalid(_: Request, error: Any) -> Json:  # noqa: ANN401 - likewise
    """Say in one sentence where the first thing is that is not as it should be."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return refusal(Refused(400, "the request is not valid JSON"))
    what = str(first["loc"][1]) if len(first["loc"]) > 1 else "the request"
    shaped = "pattern" in first["type"] or "literal" in first["type"]
    why = "is not of the form that docs/http-api.md asks for" if shaped else f"is refused: {first['msg'].lower()}"
    return refusal(Refused(422, f"'{what[:60]}' {why}"[:300]))


async def _http(_: Request, error: Any) -> Json:  # noqa: ANN401 - likewise
    answer = refusal(Refused(error.status_code, str(error.detail).lower()))
    answer.headers.update(error.headers or {})
    return answer


async def _trouble(_: Request, error: Any) -> Json:  # noqa: ANN401 - likewise
    _log.error("the store cannot keep anything: %s", error)
    reasons = {"full": ": its disk is full", "locked": ": another program holds its database"}
    why = next((sentence for word, sentence in reasons.items() if word in str(error)), "")
    return refusal(busy(f"the server cannot save anything just now{why}; nothing was changed", 5))


async def _full(_: Request, error: Any) -> Json:  # noqa: ANN401, ARG001 - likewise
    return refusal(against_the_rules(f"a game has at most {MOST_SECRETS} links and cookies; end some links first"))
