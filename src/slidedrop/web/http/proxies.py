"""The client's address behind a proxy; only proxies named at the start are trusted."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from slidedrop.core.errors import NotationError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def numeric(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return an address as an object; IPv4 clients that an IPv6 socket shows as ::ffff:192.0.2.7 become IPv4."""
    address = ipaddress.ip_address(host.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


class Proxies:
    """The addresses of trusted proxies."""

    def __init__(self, addresses: tuple[str, ...] = ()) -> None:
        try:
            self._networks = [ipaddress.ip_network(address, strict=False) for address in addresses]
        except ValueError as error:
            raise NotationError(f"a trusted proxy is an IP address or a network such as 10.0.0.0/8: {error}") from error
        self.trust = lru_cache(4096)(self._trust)

    def _trust(self, host: str) -> bool:
        try:
            address = numeric(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


class Proxied:
    """Sets the address and scheme of the browser; headers from untrusted clients are ignored."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Use the last address, which the proxy itself has seen."""
        if scope["type"] == "http" and self._proxies.trust((scope.get("client") or ("",))[0]):
            headers = Headers(scope=scope)
            *_, seen = headers.getlist("x-forwarded-for") or [""]
            host = seen.rpartition(",")[2].strip()
            scheme = headers.get("x-forwarded-proto", scope["scheme"])
            scope = {**scope, "client": (host, 0) if host else scope["client"], "scheme": scheme}
        await self._app(scope, receive, send)
