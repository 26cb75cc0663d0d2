"""The server: the store, the live games, the worker pools, the page and the middleware.

request ─► Proxied (address) ─► Safety (host, origin, headers, log) ─► Bodies (rate, size) ─► the request's function
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

from slidedrop.session import NotAllowed, Refusal
from slidedrop.version import __version__
from slidedrop.web.api import games, links, offers, thinking
from slidedrop.web.api.models import Health
from slidedrop.web.engine.worker_pool import Pools
from slidedrop.web.http.bodies import Bodies
from slidedrop.web.http.page import Page
from slidedrop.web.http.places import Places
from slidedrop.web.http.proxies import Proxied
from slidedrop.web.http.rate_limits import RateLimits
from slidedrop.web.http.responses import Code, Json, Refused, busy, documented, refusal, unknown_game, unprocessable
from slidedrop.web.http.safety import Safety
from slidedrop.web.live.games import LiveGames
from slidedrop.web.metrics import Metrics
from slidedrop.web.parts import Parts, Settings
from slidedrop.web.rooms import api as rooms
from slidedrop.web.rooms.live import LiveRooms
from slidedrop.web.store.sql import Store
from slidedrop.web.store.store import ClockJumped, Full, Gone, StoreTrouble, Trouble

__all__ = ["Settings", "build", "end_work"]
_log = logging.getLogger("slidedrop.web")
_FORBIDDEN = frozenset({Refusal.OTHER_TURN, Refusal.NEEDS_AGREEMENT})
"""The refusals of the session because of a role; all others are because of the state of the game."""

_CANNOT = "the server cannot save anything now"
_TROUBLES: dict[Trouble, tuple[str, Code]] = {
    Trouble.AWAY: ("the server's database is not available; send this again, it counts once", "away"),
    Trouble.FULL: (f"{_CANNOT}: its disk is full; nothing was changed", "disk-full"),
    Trouble.LOCKED: (f"{_CANNOT}: another program holds its database; nothing was changed", "locked"),
    Trouble.DAMAGED: (f"{_CANNOT}: its database was removed or damaged; nothing was changed", "damaged"),
    Trouble.OTHER: (f"{_CANNOT}; nothing was changed", "not-saved"),
}


def build(store: Store, settings: Settings | None = None) -> FastAPI:
    """Return the server over a store, which it closes at shutdown."""
    settings = settings or Settings()
    parts = _parts(store, settings)
    app = FastAPI(
        title="slidedrop",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        redirect_slashes=False,
        lifespan=_life,
        middleware=[
            Middleware(Proxied, settings.proxies),
            Middleware(Safety, settings.hosts, parts.metrics),
            Middleware(Bodies, parts.limits),
        ],
    )
    app.state = parts  # type: ignore[assignment] # a typed value instead of Starlette's open one
    _add_requests(app)
    _add_refusals(app)
    return app


def _parts(store: Store, settings: Settings) -> Parts:
    limits, metrics, games = RateLimits(settings.limits), Metrics(), LiveGames(store)
    pools = Pools(settings.engine_processes)
    rooms = LiveRooms(games, pools.engine)
    games.on_kept = rooms.heard
    connections = Places(settings.limits.connections_of_address, settings.limits.connections)
    parts = Parts(settings, limits, metrics, connections, games, rooms, pools)
    metrics.ask(parts.gauges, parts.counters)
    metrics.ask(rooms.gauges, rooms.counters)
    return parts


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    parts = cast("Parts", app.state)
    if parts.settings.warm:
        parts.pools.warm_up()
    games = parts.games
    endless = (
        games.follow(),
        games.announce(),
        games.obey(parts.limits.block),
        parts.metrics.watch_lag(),
        _forget(parts),
    )
    tasks = [asyncio.create_task(work) for work in endless]
    yield
    for task in tasks:
        task.cancel()
    await end_work(app)
    await parts.games.store.close()


async def end_work(app: FastAPI) -> None:
    """End the streams and the engine jobs."""
    app.state.games.close()
    await app.state.rooms.settle()
    await app.state.pools.close()


async def _forget(parts: Parts) -> None:
    """Delete old rooms every hour, and old games if `--keep-days` is set."""
    while True:
        try:
            count = await parts.games.forget(parts.settings.keep_days)
            if parts.settings.keep_days is not None:
                _log.info("%d games were not played for %d days and are deleted", count, parts.settings.keep_days)
        except (StoreTrouble, ClockJumped) as error:
            _log.warning("old games and rooms could not be deleted: %s", error)
        await asyncio.sleep(3600)


def _add_requests(app: FastAPI) -> None:
    for api in (games, links, offers, thinking, rooms):
        app.include_router(api.router)
    app.get("/metrics", include_in_schema=False)(_metrics)
    app.get("/healthz", response_model=Health, responses=documented(400, 429, 503))(_health)
    # as the default, so that a wrong method on a known path is not reported as an unknown page
    app.router.default = Page(app.state.limits)


async def _metrics(request: Request) -> Response:
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")


async def _health(request: Request) -> Json:
    await request.app.state.games.store.ping()
    return Json({"status": "ok"})


def _add_refusals(app: FastAPI) -> None:
    reasons: dict[type[Exception], Callable[[Any], Refused]] = {
        Refused: lambda refused: refused,
        NotAllowed: lambda error: Refused(403 if error.refusal in _FORBIDDEN else 422, str(error), error.refusal.value),
        RequestValidationError: _invalid,
        HTTPException: lambda error: Refused(error.status_code, str(error.detail).lower()),
        StoreTrouble: _trouble,
        Gone: lambda _: unknown_game(),
        Full: lambda _: unprocessable(
            "too many browsers and programs play in this game; end some links first", "game-full"
        ),
    }

    async def answer(request: Request, error: Exception) -> Json:
        request.app.state.metrics.store_errors.inc(isinstance(error, StoreTrouble))
        reason = next(reason for kind, reason in reasons.items() if isinstance(error, kind))
        refused = refusal(reason(error))
        refused.headers.update(getattr(error, "headers", None) or {})
        return refused

    for kind in reasons:
        app.add_exception_handler(kind, answer)


def _invalid(error: RequestValidationError) -> Refused:
    """Return a refusal that names the first invalid field."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Refused(400, "the request is not valid JSON")
    what = str(first["loc"][1]) if len(first["loc"]) > 1 else "the request"
    shaped = "pattern" in first["type"] or "literal" in first["type"]
    why = "is not as docs/reference/http-api.md says" if shaped else f"is refused: {first['msg'].lower()}"
    return Refused(422, f"'{what[:60]}' {why}"[:300])


def _trouble(error: StoreTrouble) -> Refused:
    _log.error("the store cannot keep anything: %s", error)
    return busy(*_TROUBLES[error.trouble], 5)
