"""Which names the server answers to, and which pages are its own.

Another site must not act for a player, nor reach this server by pointing its own name here (DNS rebinding). So a
request's Host must be an IP address, localhost or a name given at the start; and its Origin, if any, must be ours.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from slidedrop.core.errors import NotationError

if TYPE_CHECKING:
    from starlette.requests import Request

_HOST: Final = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?")

_ORIGIN: Final = re.compile(r"https?://[a-z0-9.:\[\]_-]+")
"""As browsers send it: in small letters, without a path."""


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """The names that a server answers to."""

    origins: tuple[str, ...] = ()
    """Further origins, such as "https://games.example", if there is a proxy."""

    def __post_init__(self) -> None:
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise NotationError(f"'{origin}' is not the origin of a page; write one such as https://games.example")

    def accepts(self, host: str) -> bool:
        return _is_safe_name(host) or host in {urlsplit(origin).netloc for origin in self.origins}

    def is_own(self, origin: str, host: str) -> bool:
        return origin in self.origins or origin == f"http://{host}"

    def is_https(self, request: Request) -> bool:
        host = request.headers.get("host", "")
        return request.url.scheme == "https" or f"https://{host}" in self.origins


@lru_cache(1024)
def _is_safe_name(host: str) -> bool:
    """Tell whether a name cannot belong to another site: an IP address, or localhost."""
    found = _HOST.fullmatch(host)
    name = "" if found is None else found["name"].strip("[]").lower()
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost"
    return True
