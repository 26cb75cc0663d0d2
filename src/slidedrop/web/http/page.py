"""The page's files: small ones from memory, plain and compressed; large ones in pieces from disk.

Nothing else can be reached. A large file takes 64 KB of memory per client, however slowly it reads.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from slidedrop.web.http.rate_limits import RateLimits, address_of
from slidedrop.web.http.responses import PIECE, Refused, refusal
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
_LARGE: Final = 256 * 1024
"""The size in bytes from which a file is read from disk; such files are already compressed."""
_ROOM: Final = re.compile(r"^room(/[A-Za-z0-9-]+)?$")
"""Every room has the same page, which requests the rest."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file ready to send."""

    content: bytes | Path
    packed: bytes
    """The same, compressed."""
    headers: dict[str, str]


class Page:
    """All files of the page."""

    def __init__(self, limits: RateLimits) -> None:
        self._files = _page_files()
        self._limits = limits
        self._turn = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        """Return a file, or that the browser has it already, or that there is none."""
        if request.method not in ("GET", "HEAD"):
            return refusal(Refused(405, "the page's files can only be read"))
        path = _ROOM.sub("room.html", request.url.path.strip("/"))
        file = self._files.get(path or "index.html")
        if file is None:
            return refusal(Refused(404, "there is no such page; start at /"))
        if file.headers["ETag"] in request.headers.get("if-none-match", ""):
            unchanged = {name: value for name, value in file.headers.items() if name.lower() != "content-length"}
            return Response(status_code=304, headers=unchanged)
        if isinstance(file.content, Path):
            pieces = _pieces(file.content, self._turn)
            return _Download(pieces, file.headers, self._limits, address_of(request))
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers={**file.headers, "Content-Encoding": "gzip"})
        return Response(file.content, headers=file.headers)


class _Download(StreamingResponse):
    """A large file, sent as fast as the client reads; without a body for HEAD."""

    def __init__(self, pieces: AsyncIterator[bytes], headers: dict[str, str], limits: RateLimits, address: str) -> None:
        super().__init__(pieces, headers=headers)
        self._limits, self._address = limits, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await Response(headers=dict(self.headers))(scope, receive, send)
            return
        with self._limits.lasting(self._limits.downloads, self._address):
            await super().__call__(scope, receive, send)


async def _pieces(path: Path, turn: asyncio.Lock) -> AsyncIterator[bytes]:
    with path.open("rb", buffering=0) as file:  # read here: a thread takes longer than the disk, and more memory
        while piece := file.read(PIECE):
            yield piece
            async with turn:  # one piece of all downloads, then other requests
                await asyncio.sleep(0)


@cache
def _page_files() -> dict[str, PageFile]:
    """Read and compress every small file, once in a process."""
    files = site_files().items()
    return {name: _read(name, content) for name, content in files if PurePosixPath(name).suffix in TYPES}


def _read(name: str, content: bytes | Path) -> PageFile:
    size = content.stat().st_size if isinstance(content, Path) else len(content)
    is_lasting = name.startswith(ENGINE) and name != LISTING
    if size < _LARGE and isinstance(content, Path):
        content = content.read_bytes()
    # a large file's name changes with its content, so it is an ETag
    tag = name if isinstance(content, Path) else hashlib.sha256(content).hexdigest()[:20]
    headers = {
        "ETag": f'"{tag}"',
        "Cache-Control": "public, max-age=31536000, immutable" if is_lasting else "no-cache",
        "Vary": "Accept-Encoding",
        "Content-Type": TYPES[PurePosixPath(name).suffix],
    }
    if isinstance(content, Path):
        return PageFile(content, b"", {**headers, "Content-Length": str(size)})
    return PageFile(content, gzip.compress(content, mtime=0), headers)
