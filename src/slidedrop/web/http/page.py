"""The page's own files: read once when the server starts, then served from memory; nothing else can be reached."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response

from slidedrop.web.http.responses import Refused, refusal
from slidedrop.web.site import ENGINE, LISTING, site_files

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

TYPES: Final = {
    ".book": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".weights": "application/octet-stream",
}
_ROOM: Final = re.compile(r"^room(/[A-Za-z0-9-]+)?$")
"""Every room has the same page, which asks for the rest."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent."""

    content: bytes
    packed: bytes
    """The same, compressed."""
    media_type: str
    tag: str
    """Changes with the content, so that a browser asks again but downloads only what is new."""
    is_lasting: bool
    """Whether its name changes with its content, so that a browser need never ask again."""


class Page:
    """All files of the page."""

    def __init__(self) -> None:
        self._files = _page_files()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what no other request answers."""
        if scope["type"] == "http":
            await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        """Return a file, or that the browser has it already, or that there is none."""
        if request.method not in ("GET", "HEAD"):
            return refusal(Refused(405, "the page's files are only read"))
        path = _ROOM.sub("room.html", request.url.path.strip("/"))
        file = self._files.get(path or "index.html")
        if file is None:
            return refusal(Refused(404, "there is no such page; begin at /"))
        return _sent(file, request)


@cache
def _page_files() -> dict[str, PageFile]:
    """Read and compress every file, once in a process."""
    files = site_files().items()
    return {name: _read(name, content) for name, content in files if PurePosixPath(name).suffix in TYPES}


def _read(name: str, content: bytes) -> PageFile:
    tag = hashlib.sha256(content).hexdigest()[:20]
    media_type = TYPES[PurePosixPath(name).suffix]
    is_lasting = name.startswith(ENGINE) and name != LISTING
    return PageFile(content, gzip.compress(content, mtime=0), media_type, f'"{tag}"', is_lasting)


def _sent(file: PageFile, request: Request) -> Response:
    lasting = "public, max-age=31536000, immutable" if file.is_lasting else "no-cache"
    headers = {"ETag": file.tag, "Cache-Control": lasting, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type)
    return Response(file.content, headers=headers, media_type=file.media_type)
