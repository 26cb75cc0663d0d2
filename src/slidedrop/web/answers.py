"""How an answer looks on the wire: JSON in plain ASCII, so that no text of a player can break it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

if TYPE_CHECKING:
    from slidedrop.web.refusals import Refused


class Json(Response):
    """A JSON answer; characters beyond ASCII, also halves of surrogate pairs, are escaped."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - plain values
        """Return the bytes of the answer."""
        return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")


def refusal(refused: Refused) -> Json:
    """Return a refusal as an answer."""
    headers = {} if refused.retry_after is None else {"Retry-After": str(refused.retry_after)}
    return Json({"detail": refused.detail, **refused.more}, refused.status, headers)
