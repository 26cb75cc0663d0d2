"""How often an address may ask at all, and one line in the log for each request: what, how it went, how long it took.

No line holds a query, a header, a body or a game's name: there is no secret in a log.
"""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING, Final

from slidedrop.web.answers import refusal
from slidedrop.web.limits import neighbourhood
from slidedrop.web.refusals import Refused

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from slidedrop.web.limits import Gate

_log = logging.getLogger("slidedrop.web.requests")
_GAME: Final = re.compile(r"/games/[^/]+")


class Pace:
    """Refuses an address that asks too often."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the request, then hand it on."""
        app = self._app
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            try:
                self._gate.requests.take(neighbourhood((scope.get("client") or ("",))[0]))
            except Refused as refused:
                app = refusal(refused)
        await app(scope, receive, send)


class Log:
    """Writes one line for each request, where anyone listens."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the status of the answer, and the time to its end."""
        if scope["type"] != "http" or not _log.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        await self._app(scope, receive, noting)
        path = _GAME.sub("/games/...", scope["path"])[:80]
        _log.info("%s %r %d %.0f ms", scope["method"], path, status, 1000 * (time.perf_counter() - began))
