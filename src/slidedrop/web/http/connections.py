"""Limits for connections: per address and in all, and deadlines for every request and answer.

    waiting for a request ──► headers ──► body ──► answer ──► waiting ...
    └─── request_seconds for the headers ───┘       └─── unread_seconds for every 64 KB of it
                                     a body has its own limit (bodies.py)

uvicorn only limits all connections together (`limit_concurrency`), which one address could use up, and has no limit for
slow headers or unread answers. If all places are taken, places.py decides which connection is closed.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from slidedrop.web.http.places import CONNECTION, Places
from slidedrop.web.http.rate_limits import Limits, client_key

if TYPE_CHECKING:
    import asyncio

    from slidedrop.web.http.proxies import Proxies

_MOST_HEADER_BYTES: Final = 65536
_LINGER: Final = 1.0
"""The seconds for which a connection stays open, unread, after a request was refused before its body arrived."""


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with a deadline for every request and answer, and a limited number of connections."""

    address = ""
    _header_bytes: int | None = None
    """The length of the headers read so far, after their first chunk: httptools itself has no limit."""
    _deadline: asyncio.TimerHandle | None = None

    def __init__(self, limits: Limits, places: Places, proxies: Proxies, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*arguments, **named)
        self._places, self._proxies = places, proxies
        self._request_seconds, self.unread_seconds = limits.request_seconds, limits.unread_seconds

    @property
    def is_waiting(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    @property
    def is_receiving(self) -> bool:
        """Whether the body of a request is still incomplete."""
        return self.cycle is not None and self.cycle.more_body

    def give_up(self) -> None:
        self._set_deadline(None)
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - asyncio's signature
        """Take a place, and wait for the first request."""
        super().connection_made(_Lingering(transport, self))  # type: ignore[arg-type] # all that uvicorn asks of it
        host = (transport.get_extra_info("peername") or ("",))[0]
        self.address = client_key(host)
        allowed = self._proxies.trust(host) or self._places.is_allowed(self.address)
        if allowed and self._places.take(self.address, self):
            self._set_deadline(self._request_seconds)
        else:
            self.give_up()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_deadline(None)
        self._places.leave(self.address, self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; slow headers have until the deadline set by their first byte."""
        CONNECTION.set(weakref.ref(self))
        if self._header_bytes is not None:
            self._header_bytes += len(data)
            if self._header_bytes > _MOST_HEADER_BYTES:
                self.give_up()
                return
        super().data_received(data)
        if self.flow.write_paused:
            return
        if not self.is_waiting:
            self._set_deadline(None)
        elif self._deadline is None:
            self._set_deadline(self._request_seconds)

    def on_message_begin(self) -> None:
        """Start counting the bytes of the headers."""
        self._header_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._header_bytes = None
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Close the connection if the rest of the request's body is still to come: no limit would count it."""
        super().on_response_complete()
        if self.cycle.response_complete and self.is_receiving:
            self.transport.close()

    def pause_writing(self) -> None:
        """Wait for the client to read, up to a deadline."""
        super().pause_writing()
        self._set_deadline(self.unread_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._set_deadline(None)

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.give_up)


class _Lingering:
    """A transport that reads nothing after closing starts, but still delivers a refusal."""

    def __init__(self, transport: asyncio.Transport, protocol: BoundedProtocol) -> None:
        self._transport = transport
        self._protocol = weakref.proxy(protocol)  # no cycle, which only garbage collection would free
        self._closed = False

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the transport has
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._closed or self._transport.is_closing()

    def close(self) -> None:
        if not self._protocol.is_receiving:
            self._transport.close()
            if self._transport.get_write_buffer_size():  # it would wait for the client forever
                self._end_after(self._protocol.unread_seconds)
        elif not self.is_closing():
            self._closed = True
            self._transport.pause_reading()
            self._end_after(_LINGER)

    def _end_after(self, seconds: float) -> None:
        self._protocol.loop.call_later(seconds, self._transport.abort)
