"""Limits for request bodies: rate, size, time, and JSON only. Everything else is refused unread."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers

from slidedrop.web.http.rate_limits import RateLimits, client_key
from slidedrop.web.http.responses import Refused, bad_request, refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES: Final = 8 * 1024
MOST_BYTES_OF_RECORD: Final = 64 * 1024
_BYTES_OF_ONE: Final = 512
"""The number of requests that a body counts as: reading 64 KB takes as long as a hundred moves."""
_BYTES_SENT_FOR_ONE: Final = 16 * 1024
"""The number of requests that an answer counts as; streams are counted when they start."""
_HOLDS_RECORD: Final = re.compile(r"/api/v1/(games|choose|hint|scores|review)")
_SECONDS: Final = 10
_BODILESS: Final = ("GET", "HEAD")


class Bodies:
    """Reads a body completely before its request runs, and counts requests."""

    def __init__(self, app: ASGIApp, limits: RateLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request if its address may send it and its body is valid."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        buckets = self._limits.requests if scope["path"].startswith("/api/") else self._limits.files
        address = client_key((scope.get("client") or ("",))[0])
        try:
            self._limits.admit(address)
            length = Headers(scope=scope).get("content-length", "0")
            size = int(length) if length.isdecimal() else 0
            buckets.take(address, 1 + min(size, MOST_BYTES_OF_RECORD) // _BYTES_OF_ONE)
            body = b"" if scope["method"] in _BODILESS else await _read(scope, receive, size)
        except Refused as refused:
            answer = refusal(refused)
            if scope["method"] not in _BODILESS:
                answer.headers["Connection"] = "close"  # the rest of the body is not read
            await answer(scope, receive, send)
            return
        if body is None:
            return
        if len(body) > size:  # a chunked body, whose size no header tells
            buckets.take(address, len(body) // _BYTES_OF_ONE, owed=True)

        async def send_counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                length = Headers(raw=message["headers"]).get("content-length", "0")
                if cost := int(length) // _BYTES_SENT_FOR_ONE:
                    buckets.take(address, cost, owed=True)
            await send(message)

        await self._app(scope, _again(body, receive), send_counted)


async def _read(scope: Scope, receive: Receive, size: int) -> bytes | None:
    """Return the body; None if the client has disconnected."""
    most = MOST_BYTES_OF_RECORD if _HOLDS_RECORD.fullmatch(scope["path"]) else MOST_BYTES
    if size > most:
        raise _too_large(most)
    try:
        async with asyncio.timeout(_SECONDS):
            body = await _whole(receive, most)
    except TimeoutError:
        raise bad_request(f"the request took longer than {_SECONDS} s to come") from None
    if body and Headers(scope=scope).get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise bad_request("send JSON, and say so: Content-Type: application/json")
    return body


async def _whole(receive: Receive, most: int) -> bytes | None:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        if not message.get("more_body", False):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once, and then later messages."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


def _too_large(most: int) -> Refused:
    return Refused(413, f"a request here has at most {most // 1024} KB", "too-large", most=most // 1024)
