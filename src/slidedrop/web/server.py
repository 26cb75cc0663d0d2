"""Run the server on open sockets until a signal; then end streams and store pending moves.

uvicorn would wait forever for open streams and then die of the signal; ours ends them first and exits with 0.
"""

from __future__ import annotations

import contextlib
import errno
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, cast

import uvicorn

from slidedrop.core.errors import SlidedropError
from slidedrop.web.app import end_work
from slidedrop.web.http.connections import BoundedProtocol

if TYPE_CHECKING:
    import asyncio

    from fastapi import FastAPI

    from slidedrop.web.http.rate_limits import Limits

DRAIN_SECONDS: Final = 3
_BACKLOG: Final = 2048
_SWITCH: Final = 0.0005
"""After how many seconds a thread yields to others: storing moves needs that at every statement."""
_SPARE_FILES: Final = 160
"""A reserve for the database, the worker processes and connections that are being closed."""
_AT_ONCE: Final = 16
"""The most new connections that are accepted before other work gets a turn."""


class PortInUse(SlidedropError):
    """The server's address is in use."""


class Server(uvicorn.Server):
    """A uvicorn that ends its streams before it waits for them."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        limits, connections = app.state.limits.allowed, app.state.connections
        connections.most = _most_connections(limits)
        protocol = partial(BoundedProtocol, limits, connections, app.state.settings.proxies)
        config = uvicorn.Config(
            app,
            http=cast("type[asyncio.Protocol]", protocol),
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=DRAIN_SECONDS,
            timeout_keep_alive=30,
            backlog=_AT_ONCE,
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; restore the socket's backlog, which the event loop has reduced."""
        sys.setswitchinterval(_SWITCH)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams and engine jobs, then everything else."""
        await end_work(self._app)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Treat SIGINT and SIGTERM as a request to stop, without dying from them afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address, or raise that it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(_BACKLOG)  # from now on the port is ours, and early clients wait
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        in_use = f"port {port} of {host} is in use; choose another with --port"
        other = f"cannot listen on port {port} of {host}: {reason}"
        raise PortInUse(in_use if error.errno == errno.EADDRINUSE else other) from error
    listener.set_inheritable(False)
    return listener


def _most_connections(limits: Limits) -> int:
    """Return how many connections the limits and open files of this process allow, after raising the file limit."""
    other = limits.downloads + _SPARE_FILES
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows has no such limit
        return limits.connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return limits.connections
    wanted = limits.connections + other
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(limits.connections, max(16, soft - other))
