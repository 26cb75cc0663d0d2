"""Connections: bounded for each address and in all, and none may take its time over a request.

    waiting for a request ──► headers ──► body ──► answer ──► waiting ...
    └───── REQUEST_SECONDS for the headers of every request ─────┘  a body has its own limit (bodies.py)

When there is no room for one more, the address with the most connections loses one that waits: whoever opens hundreds
pays for it, and a player with three keeps them.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from slidedrop.web.http.proxies import Proxies
from slidedrop.web.http.rate_limits import Limits, client_key

if TYPE_CHECKING:
    import asyncio

_LINGER: Final = 1.0
"""For how many seconds a connection stays open, unread, after a request was refused before its body had come."""


class Connections:
    """The open connections of a server, by address."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits = limits
        self._proxies = proxies
        self._of: defaultdict[str, dict[BoundedProtocol, None]] = defaultdict(dict)
        self._count = 0

    def add(self, connection: BoundedProtocol) -> None:
        """Note one more; who has too many loses one."""
        own = self._of[connection.address]
        own[connection] = None
        self._count += 1
        if len(own) > self.limits.connections_of_address and not self._proxies.trust(connection.address):
            connection.abort()
        elif self._count > self.limits.connections:
            # The busiest address loses the connection that has waited longest.
            most = max(self._of.values(), key=len)
            next((held for held in most if held.is_waiting), next(reversed(most))).abort()

    def remove(self, connection: BoundedProtocol) -> None:
        """Forget one that is closed."""
        own = self._of[connection.address]
        self._count -= own.pop(connection, self) is None
        if not own:
            del self._of[connection.address]


class BoundedProtocol(H11Protocol):
    """uvicorn's protocol with a deadline for every request, and a place in the list of connections."""

    address = ""
    _deadline: asyncio.TimerHandle | None = None

    def __init__(self, connections_: Connections, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*arguments, **named)
        self._all = connections_

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def abort(self) -> None:
        """Close at once."""
        self._set_deadline(on=False)
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - asyncio's signature
        """Begin to wait for the first request."""
        super().connection_made(_Lingering(transport, self))  # type: ignore[arg-type] # all that uvicorn asks of it
        self.address = client_key((transport.get_extra_info("peername") or ("",))[0])
        self._set_deadline(on=True)
        self._all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the list."""
        self._set_deadline(on=False)
        self._all.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; headers that trickle in have until the deadline that their first byte has set."""
        super().data_received(data)
        self._set_deadline(on=self.is_waiting)

    def _set_deadline(self, *, on: bool) -> None:
        if on and self._deadline is None:
            self._deadline = self.loop.call_later(self._all.limits.request_seconds, self.abort)
        elif not on and self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class _Lingering:
    """A transport that reads nothing more once it is told to close, but lets a refusal arrive before it does."""

    def __init__(self, transport: asyncio.Transport, protocol: BoundedProtocol) -> None:
        self._transport = transport
        self._protocol = protocol
        self._closed = False

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the transport has
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._closed or self._transport.is_closing()

    def close(self) -> None:
        if self._protocol.conn.their_state is not h11.SEND_BODY:
            self._transport.close()
        elif not self.is_closing():
            self._closed = True
            self._transport.pause_reading()
            self._protocol.loop.call_later(_LINGER, self._transport.abort)
