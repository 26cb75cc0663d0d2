"""Which names the server answers to, and which pages are its own.

A page of somebody else must not act for a player, and must not reach us under a name of its own that it has made to
point here. So a request's Host is an address in numbers, localhost or a name that was given at the start; and its
Origin, where there is one, is exactly what the browser shows for us.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.requests import Request


@dataclass(frozen=True, slots=True)
class House:
    """The names of one server."""

    origins: tuple[str, ...] = ()
    """Further origins, such as "https://games.example", where something stands before the server."""

    def knows(self, host: str) -> bool:
        """Tell whether a request may be for us by its Host."""
        return _is_safe_name(host) or host in self._hosts()

    def is_own(self, origin: str, host: str) -> bool:
        """Tell whether an Origin is our own page."""
        return origin in self.origins or origin == f"http://{host}"

    def is_https(self, request: Request) -> bool:
        """Tell whether the browser speaks to us through https."""
        host = request.headers.get("host", "")
        return request.url.scheme == "https" or f"https://{host}" in self.origins

    def _hosts(self) -> set[str]:
        return {urlsplit(origin).netloc for origin in self.origins}


@lru_cache(1024)
def _is_safe_name(host: str) -> bool:
    """Tell whether no other site can have this name: an address in numbers, or localhost."""
    name = _name_of(host)
    return _is_number(name) or name == "localhost"


def _name_of(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
