"""The page's own files: read once when the server starts, then served from memory; nothing else can be reached."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response

from slidedrop.web.answers import refusal
from slidedrop.web.refusals import Refused

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent."""

    content: bytes
    packed: bytes
    """The same, compressed."""
    media_type: str
    tag: str
    """Changes with the content, so that a browser asks again but downloads only what is new."""


class Page:
    """All files of the page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = [path for path in folder.rglob("*") if path.suffix in TYPES]
        self._files = {path.relative_to(folder).as_posix(): _read(path) for path in paths}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what no other request answers."""
        if scope["type"] == "http":
            await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        """Return a file, or that the browser has it already, or that there is none."""
        if request.method not in ("GET", "HEAD"):
            return refusal(Refused(405, "the page's files are only read"))
        file = self._files.get(request.url.path.strip("/") or "index.html")
        if file is None:
            return refusal(Refused(404, "there is no such page; begin at /"))
        return _sent(file, request)


def _read(path: Path) -> PageFile:
    content = path.read_bytes()
    tag = hashlib.sha256(content).hexdigest()[:20]
    return PageFile(content, gzip.compress(content, mtime=0), TYPES[path.suffix], f'"{tag}"')


def _sent(file: PageFile, request: Request) -> Response:
    headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type)
    return Response(file.content, headers=headers, media_type=file.media_type)
