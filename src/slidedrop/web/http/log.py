"""One line in the log for each request: what, how it went, how long it took.

No line holds a query, a header, a body or a game's name: there is no secret in a log.
"""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger("slidedrop.web.requests")
_GAME: Final = re.compile(r"/games/[^/]+")


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
