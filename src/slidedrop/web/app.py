"""The whole server, put together: the store, the live games, the worker pools, the page, and the middleware.

request ─► Proxied (whose) ─► Safety (host, origin, headers, log) ─► Bodies (how often, how large) ─► the request itself
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

from slidedrop.session import NotAllowed, Refusal
from slidedrop.version import __version__
from slidedrop.web.api import games, links, offers, thinking
from slidedrop.web.api.models import Health
from slidedrop.web.engine.worker_pool import WorkerPool
from slidedrop.web.http.allowed_hosts import AllowedHosts
from slidedrop.web.http.bodies import Bodies
from slidedrop.web.http.page import Page
from slidedrop.web.http.proxies import Proxied, Proxies
from slidedrop.web.http.rate_limits import Limits, RateLimits
from slidedrop.web.http.responses import Json, Refused, busy, documented, refusal, unknown_game, unprocessable
from slidedrop.web.http.safety import Safety
from slidedrop.web.live.events import HEARTBEAT
from slidedrop.web.live.games import LiveGames
from slidedrop.web.metrics import Metrics
from slidedrop.web.rooms import api as rooms
from slidedrop.web.rooms.live import LiveRooms
from slidedrop.web.store.sql import Store
from slidedrop.web.store.store import ClockJumped, Full, Gone, StoreTrouble, Trouble

_log = logging.getLogger("slidedrop.web")
_FORBIDDEN = frozenset({Refusal.OTHER_TURN, Refusal.NEEDS_AGREEMENT})
"""What the session refuses because of who asks; the rest it refuses because of how the game stands."""

_TROUBLES = {
    Trouble.AWAY: "the server's database is away just now; send this again, and it counts once",
    Trouble.FULL: "the server cannot save anything just now: its disk is full; nothing was changed",
    Trouble.LOCKED: "the server cannot save anything just now: another program holds its database; nothing was changed",
    Trouble.DAMAGED: "the server cannot save anything: its database was removed or damaged; nothing was changed",
    Trouble.OTHER: "the server cannot save anything just now; nothing was changed",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What may differ from one server to another."""

    hosts: AllowedHosts = field(default_factory=AllowedHosts)
    proxies: Proxies = field(default_factory=Proxies)
    limits: Limits = field(default_factory=Limits)
    heartbeat: float = HEARTBEAT
    engine_processes: int | None = None
    own_players: Mapping[str, str] = field(default_factory=dict)
    """What requests call each player of the server's owner (own:1), and who that is: only the command line says."""
    keep_days: int | None = None
    """After how many days without a move a game is forgotten; None keeps all."""
    warm: bool = True
    """Whether a worker is started before anyone asks."""


def build(store: Store, settings: Settings | None = None) -> FastAPI:
    """Return the server over a store, which it closes at its end."""
    settings = settings or Settings()
    limits, metrics = RateLimits(settings.limits), Metrics()
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
            Middleware(Safety, settings.hosts, metrics),
            Middleware(Bodies, limits),
        ],
    )
    app.state.limits, app.state.metrics = limits, metrics
    for name in ("hosts", "heartbeat", "keep_days", "proxies", "warm", "own_players"):
        setattr(app.state, name, getattr(settings, name))
    app.state.games = LiveGames(store)
    app.state.engine = WorkerPool(settings.engine_processes)
    app.state.quick = WorkerPool(1)
    app.state.analysts = WorkerPool(1, most_of_address=2)  # apart, so that no long analysis makes a player wait
    app.state.pools = (app.state.analysts, app.state.engine, app.state.quick)
    app.state.rooms = LiveRooms(app.state.games, app.state.engine)
    app.state.games.on_kept = app.state.rooms.heard
    _add_requests(app)
    _add_refusals(app)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    if app.state.warm:
        app.state.engine.warm_up()
        app.state.quick.warm_up()
    games = app.state.games
    endless = (games.follow(), games.announce(), games.obey(app.state.limits.block), _forget(app.state))
    tasks = [asyncio.create_task(work) for work in endless]
    yield
    for task in tasks:
        task.cancel()
    await end_work(app)
    await app.state.games.store.close()


async def end_work(app: FastAPI) -> None:
    """End the streams and the thinking."""
    app.state.games.close()
    await app.state.rooms.settle()
    for pool in app.state.pools:
        await pool.close()


async def _forget(state: State) -> None:
    """Delete old rooms every hour, and old games where that was asked for."""
    while True:
        try:
            count = await state.games.forget(state.keep_days)
            if state.keep_days is not None:
                _log.info("%d games were not played for %d days and are deleted", count, state.keep_days)
        except (StoreTrouble, ClockJumped) as error:
            _log.warning("old games and rooms could not be deleted: %s", error)
        await asyncio.sleep(3600)


def _add_requests(app: FastAPI) -> None:
    for api in (games, links, offers, thinking, rooms):
        app.include_router(api.router)
    app.get("/metrics", include_in_schema=False)(_metrics)
    app.get("/healthz", response_model=Health, responses=documented(400, 429, 503))(_health)
    app.router.default = Page()  # so that a wrong method on a known request is told from an unknown page


async def _metrics(request: Request) -> Response:
    return Response(request.app.state.metrics.text(request.app), media_type="text/plain; version=0.0.4")


async def _health(request: Request) -> Json:
    await request.app.state.games.store.ping()
    return Json({"status": "ok"})


def _add_refusals(app: FastAPI) -> None:
    reasons: dict[type[Exception], Callable[[Any], Refused]] = {
        Refused: lambda refused: refused,
        NotAllowed: lambda error: Refused(
            403 if error.refusal in _FORBIDDEN else 422, str(error), code=error.refusal.value
        ),
        RequestValidationError: _invalid,
        HTTPException: lambda error: Refused(error.status_code, str(error.detail).lower()),
        StoreTrouble: _trouble,
        Gone: lambda _: unknown_game(),
        Full: lambda _: unprocessable("too many browsers and programs play in this game; end some links first"),
    }

    async def answer(request: Request, error: Exception) -> Json:
        request.app.state.metrics.store_errors += isinstance(error, StoreTrouble)
        reason = next(reason for kind, reason in reasons.items() if isinstance(error, kind))
        refused = refusal(reason(error))
        refused.headers.update(getattr(error, "headers", None) or {})
        return refused

    for kind in reasons:
        app.add_exception_handler(kind, answer)


def _invalid(error: RequestValidationError) -> Refused:
    """Say in one sentence where the first thing is that is not as it should be."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Refused(400, "the request is not valid JSON")
    what = str(first["loc"][1]) if len(first["loc"]) > 1 else "the request"
    shaped = "pattern" in first["type"] or "literal" in first["type"]
    why = "is not of the form that docs/http-api.md asks for" if shaped else f"is refused: {first['msg'].lower()}"
    return Refused(422, f"'{what[:60]}' {why}"[:300])


def _trouble(error: StoreTrouble) -> Refused:
    _log.error("the store cannot keep anything: %s", error)
    return busy(_TROUBLES[error.trouble], 5)
