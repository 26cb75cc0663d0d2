"""The client's address behind a proxy: only a proxy that was named at the start is trusted."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.datastructures import Headers

from slidedrop.core.errors import NotationError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


def numeric(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return an address as a number; of an IPv4 client that an IPv6 socket shows as ::ffff:192.0.2.7 its own one."""
    address = ipaddress.ip_address(host.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


class Proxies:
    """The addresses of proxies that say truly whom they speak for."""

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
    """Gives every request the address and the scheme of its browser; what a stranger says of itself is ignored."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Believe the last address, which the proxy itself has seen."""
        if scope["type"] == "http" and self._proxies.trust((scope.get("client") or ("",))[0]):
            headers = Headers(scope=scope)
            *_, seen = headers.getlist("x-forwarded-for") or [""]
            host = seen.rpartition(",")[2].strip()
            scheme = headers.get("x-forwarded-proto", scope["scheme"])
            scope = {**scope, "client": (host, 0) if host else scope["client"], "scheme": scheme}
        await self._app(scope, receive, send)
