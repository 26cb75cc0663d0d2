"""Running the server: on sockets that are open already, until a signal; then streams end and what is under way is kept.

uvicorn would wait for open streams for ever and then die of the signal; ours ends them first and leaves with a clear
conscience.
"""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from slidedrop.core.errors import SlidedropError
from slidedrop.web.limits import neighbourhood

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterator

    from fastapi import FastAPI

DRAIN_SECONDS: Final = 3
_FIRST_REQUEST_WITHIN: Final = 20


class PortInUse(SlidedropError):
    """The address that the server should listen at is taken."""


class Server(uvicorn.Server):
    """A uvicorn that ends its streams before it waits for them."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        limits = app.state.gate.limits
        config = uvicorn.Config(
            app,
            http=_bounded(limits.connections_of_address),
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=limits.connections,
            timeout_graceful_shutdown=DRAIN_SECONDS,
            timeout_keep_alive=30,
        )
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self._app.state.room.close()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take SIGINT and SIGTERM as a request to end, and do not die of them afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address, or say that it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)  # from now on the port is ours, and who comes early waits
    except OSError as error:
        listener.close()
        why = "is in use" if error.errno == 98 else f"cannot be used ({(error.strerror or str(error)).lower()})"
        message = f"port {port} of {host} {why}; choose another with --port"
        raise PortInUse(message) from error
    listener.set_inheritable(False)
    return listener


def _bounded(most: int) -> type[asyncio.Protocol]:
    """Return uvicorn's protocol with a limit of connections for each address."""
    open_now: Counter[str] = Counter()

    class Bounded(AutoHTTPProtocol):  # type: ignore[misc, valid-type] # chosen by uvicorn when it is imported
        _address = ""

        def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - asyncio's signature
            self._address = neighbourhood((transport.get_extra_info("peername") or ("",))[0])
            open_now[self._address] += 1
            super().connection_made(transport)
            if open_now[self._address] > most:
                transport.abort()
            else:
                self.loop.call_later(_FIRST_REQUEST_WITHIN, self._check_begun)

        def connection_lost(self, exc: Exception | None) -> None:
            open_now[self._address] -= 1
            if not open_now[self._address]:
                del open_now[self._address]
            super().connection_lost(exc)

        def _check_begun(self) -> None:
            """Close a connection on which no request ever came."""
            if self.cycle is None and not self.transport.is_closing():
                self.transport.abort()

    return Bounded
