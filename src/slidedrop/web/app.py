"""The whole server, put together: the store, the room with its tables, the thinkers, the page, and the door before all.

request ─► Safety (host, origin, headers) ─► Log ─► Pace (how often) ─► Bodies (how large) ─► the request itself
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from slidedrop.version import __version__
from slidedrop.web import games_api, lessons_api, links_api, offers_api, thinking_api
from slidedrop.web.answers import Json, refusal
from slidedrop.web.bodies import Bodies
from slidedrop.web.documented import refusals
from slidedrop.web.events import HEARTBEAT
from slidedrop.web.house import House
from slidedrop.web.kernels import Kernels
from slidedrop.web.limits import Gate, Limits
from slidedrop.web.models import Health
from slidedrop.web.pace import Log, Pace
from slidedrop.web.page import Page
from slidedrop.web.refusals import Refused, against_the_rules, busy
from slidedrop.web.room import Room
from slidedrop.web.safety import Safety
from slidedrop.web.store import MOST_SECRETS, Full, Store, StoreTrouble
from slidedrop.web.thinking import Thinkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_log = logging.getLogger("slidedrop.web")


@dataclass(frozen=True, slots=True)
class Settings:
    """What may differ from one server to another."""

    house: House = field(default_factory=House)
    limits: Limits = field(default_factory=Limits)
    heartbeat: float = HEARTBEAT
    thinking_processes: int | None = None
    warm: bool = True
    """Whether a thinking process is started before anyone asks."""


def build(store: Store, settings: Settings | None = None) -> FastAPI:
    """Return the server over a store, which it closes at its end."""
    settings = settings or Settings()
    gate = Gate(settings.limits)
    app = FastAPI(
        title="slidedrop",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        redirect_slashes=False,
        lifespan=_life,
        middleware=[Middleware(Safety, settings.house), Middleware(Log), Middleware(Pace, gate), Middleware(Bodies)],
    )
    app.state.gate = gate
    app.state.house = settings.house
    app.state.heartbeat = settings.heartbeat
    app.state.warm = settings.warm
    app.state.room = Room(store)
    app.state.thinkers = Thinkers(settings.thinking_processes)
    app.state.teachers = Thinkers(1, most_of_address=2)  # apart, so that no long lesson makes a player wait
    app.state.kernels = Kernels()
    _add_requests(app)
    _add_refusals(app)
    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    if app.state.warm:
        app.state.thinkers.warm_up()
        app.state.kernels.prepare()
    yield
    app.state.room.close()
    await app.state.kernels.close()
    await app.state.teachers.close()
    await app.state.thinkers.close()
    await app.state.room.store.close()


def _add_requests(app: FastAPI) -> None:
    for api in (games_api, links_api, offers_api, thinking_api, lessons_api):
        app.include_router(api.router)
    app.get("/healthz", response_model=Health, responses=refusals(400, 429, 503))(_health)
    app.router.default = Page()  # so that a wrong method on a known request is told from an unknown page


async def _health(request: Request) -> Json:
    await request.app.state.room.store.ping()
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
        return refusal(Refused(400, "the request is no JSON that can be read"))
    where = ".".join(str(part) for part in first["loc"])
    return refusal(Refused(422, f"{where}: {first['msg']}"[:300]))


async def _http(_: Request, error: Any) -> Json:  # noqa: ANN401 - likewise
    answer = refusal(Refused(error.status_code, str(error.detail).lower()))
    answer.headers.update(error.headers or {})
    return answer


async def _trouble(_: Request, error: Any) -> Json:  # noqa: ANN401 - likewise
    _log.error("the store cannot keep anything: %s", error)
    return refusal(busy("the server cannot keep anything just now; nothing was changed", 5))


async def _full(_: Request, error: Any) -> Json:  # noqa: ANN401, ARG001 - likewise
    return refusal(against_the_rules(f"a game has at most {MOST_SECRETS} links and cookies; end some links first"))
