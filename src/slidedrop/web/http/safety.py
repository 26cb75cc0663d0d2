"""The headers of every answer, and the checks of every request before anything is read.

no framing, no foreign script, no type sniffing, no referrer                on every answer
a Host that is ours; an Origin that is ours, or a token in the header       before every change
a line in the log, without a query, a header, a body or a game's name       after every answer, if enabled
"""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders

from slidedrop.web.http.responses import Json, Refused, bad_request, forbidden, refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from slidedrop.web.http.allowed_hosts import AllowedHosts
    from slidedrop.web.metrics import Metrics

_log = logging.getLogger("slidedrop.web")
_requests = logging.getLogger("slidedrop.web.requests")
_NAMED: Final = re.compile(r"/(games|rooms?)/[^/]+")
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; object-src 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_FAILED: Final = Refused(500, "the server had an error; your game is unchanged", "server-error")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_METHODS: Final = frozenset({*_SAFE, "POST", "PUT", "PATCH", "DELETE"})
_CHANGES_NOTHING: Final = re.compile(r"/api/v1/(choose|hint|scores|review)")


class Safety:
    """The outermost middleware."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts, metrics: Metrics) -> None:
        self._app = app
        self._hosts = hosts
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        began, status = time.perf_counter(), 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(scope)
        answer = self._app if refused is None else refusal(refused)
        if isinstance(answer, Json) and scope["method"] not in _SAFE:
            answer.headers["Connection"] = "close"  # its body is not read
        try:
            await answer(scope, receive, send_safely)
        except Exception:
            _log.exception("a request failed that should not have")
            if status:
                raise
            await refusal(_FAILED)(scope, receive, send_safely)
        path, taken = _NAMED.sub(r"/\1/...", scope["path"])[:80], time.perf_counter() - began
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        self._metrics.count(method, status, taken, stream=status == 200 and path.endswith("/events"))
        parts = {"method": method, "path": path, "status": status, "ms": round(1000 * taken, 1)}
        _requests.info("%s %r %d %.0f ms", scope["method"], path, status, 1000 * taken, extra=parts)

    def _refused(self, scope: Scope) -> Refused | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._hosts.accepts(host):
            way = "use its IP address, or start it with --origin"
            return bad_request(f"this server does not answer to that host name; {way}")
        if scope["method"] in _SAFE:
            return None
        origin = headers.get("origin")
        if origin is not None:
            own = self._hosts.is_own(origin, host)
            return None if own else forbidden("only the server's own page may do this")
        if "authorization" in headers or _CHANGES_NOTHING.fullmatch(scope["path"]):
            return None
        return forbidden("send the server's own Origin, or a token in the Authorization header")
