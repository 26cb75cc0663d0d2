"""Answers as ASCII JSON, and all refusals.

A refusal has a status, a sentence, a code with which the page finds its translation, and perhaps a time to wait.
`documented` names them for OpenAPI.
"""

import asyncio
import json
from functools import partial
from typing import Any, Final, Literal

from pydantic import BaseModel
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

# one name per line would fill a screen
# fmt: off
Code = Literal[
    "away", "bad-name", "barred", "blocked", "cannot-resign", "claim-early", "damaged", "disk-full", "door-closed",
    "engine-busy", "engine-late", "every-seat", "game-full", "hand-on", "join-first", "large-games", "link-ended",
    "locked", "long-games", "many-watchers", "name-taken", "needs-agreement", "no-game", "no-rematch", "no-room",
    "no-secret", "not-begun", "not-owner", "not-saved", "not-yours", "nothing-to-undo", "offer-open", "one-seat",
    "other-turn", "own-offer", "request-reused", "room-full", "seat-taken", "server-error", "stale", "time-over",
    "too-large", "too-long", "too-many", "watching",
]
# fmt: on
PIECE: Final = 64 * 1024
"""The bytes that are sent before the server checks whether the client reads them."""
STATUSES: Final = {
    400: "It cannot be read.",
    401: "No secret was sent.",
    403: "Your role may not do this.",
    404: "The game does not exist, or you have no access to it.",
    409: "The game has moved on to another ply.",
    413: "Too large.",
    422: "Against the rules or the schema.",
    429: "Too many; see Retry-After.",
    503: "Busy; see Retry-After.",
}


class Encoded(str):
    """A value that is ASCII JSON already."""

    __slots__ = ()


class Json(Response):
    """A JSON answer; characters beyond ASCII, also halves of surrogate pairs, are escaped."""

    media_type = "application/json"

    def render(self, content: dict[str, Any]) -> bytes:
        return "{{{}}}".format(",".join(f'"{name}":{_text(value)}' for name, value in content.items())).encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a long answer in pieces, so that a slow client costs no more memory than the answer."""
        if len(self.body) <= PIECE:
            await super().__call__(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for start in range(0, len(self.body), PIECE):
            more = start + PIECE < len(self.body)
            await send({"type": "http.response.body", "body": self.body[start : start + PIECE], "more_body": more})
            await asyncio.sleep(0)


def _text(value: Any) -> str:  # noqa: ANN401 - plain values
    return value if isinstance(value, Encoded) else json.dumps(value, separators=(",", ":"), allow_nan=False)


class Problem(BaseModel):
    """The reason for a refusal, in one sentence."""

    detail: str


class Refused(Exception):
    """A request that is not carried out."""

    def __init__(
        self,
        status: int,
        detail: str,
        code: Code | None = None,
        *,
        retry_after: int | None = None,
        **more: Any,  # noqa: ANN401 - plain values for JSON
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        """The seconds after which to try again."""
        self.more = more if code is None else {"code": code, **more}
        """The content of the answer besides the sentence."""


def refusal(refused: Refused) -> Json:
    """Return a refusal as an answer."""
    headers = {} if refused.retry_after is None else {"Retry-After": str(refused.retry_after)}
    return Json({"detail": refused.detail, **refused.more}, refused.status, headers)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of these statuses."""
    return {status: {"model": Problem, "description": STATUSES[status]} for status in statuses}


bad_request: Final = partial(Refused, 400)
"""The refusal of what cannot be read."""
forbidden: Final = partial(Refused, 403)
"""The refusal if the role has no right to do this."""
unprocessable: Final = partial(Refused, 422)
"""The refusal of what the rules forbid."""


def unknown_game() -> Refused:
    """Return the refusal for a game that does not exist or that this secret does not open."""
    return Refused(404, "this game does not exist, or you have no link to it; ask for a new link", "no-game")


def too_many(seconds: float) -> Refused:
    """Return the refusal for a client that sends too many requests."""
    wait = max(1, round(seconds + 0.5))
    return Refused(429, f"too many requests; try again in {wait} s", "too-many", retry_after=wait)


def busy(detail: str, code: Code, wait: int = 1) -> Refused:
    """Return the refusal of a server without capacity."""
    return Refused(503, detail, code, retry_after=wait)
