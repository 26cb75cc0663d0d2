"""Rate limits for one address and for one game: token buckets that fill by the second.

burst ▇▇▇▇▇▇▇▇      a client that sends faster than its bucket fills is told how long to wait
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from slidedrop.web.http.places import CONNECTION, Holder, Places
from slidedrop.web.http.proxies import numeric
from slidedrop.web.http.responses import Refused, busy, too_many

if TYPE_CHECKING:
    from starlette.requests import Request

MOST_REMEMBERED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a burst, and the number of requests per second."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server; the defaults are far above what a person needs."""

    requests: Rate = field(default=Rate(400, 40))
    """All requests of one address; a large body or answer counts as several."""
    files: Rate = field(default=Rate(4_000, 200))
    """Files of the page for one address; a large one counts as several."""
    creations: Rate = field(default=Rate(60, 1))
    """New games of one address, rematches included."""
    claims: Rate = field(default=Rate(30, 0.5))
    """Secrets tried by one address."""
    thoughts: Rate = field(default=Rate(40, 8))
    """Hints and computer moves for one address."""
    analyses: Rate = field(default=Rate(30, 2))
    """Scores and pieces of reviews for one address."""
    commands: Rate = field(default=Rate(100, 20))
    """Changes to one game by one side: players, and watchers who pass links on, cannot use up each other's."""
    streams_of_address: int = 32
    streams: int = 800
    downloads_of_address: int = 32
    downloads: int = 128
    """Large files that are being sent: each takes an open file besides its connection."""
    connections_of_address: int = 128
    connections: int = 1_000
    request_seconds: float = 10
    """The time from the first byte of a request, or the start of a connection, to the last byte of the headers."""
    unread_seconds: float = 20
    """How long a client may leave an answer unread before its connection is closed."""

    def share(self, servers: int) -> Limits:
        """Return the share of one of several servers: an address uses all of them, a game only one."""

        def part(rate: Rate) -> Rate:
            return Rate(max(1, rate.burst // servers), rate.per_second / servers)

        return replace(
            self,
            requests=part(self.requests),
            files=part(self.files),
            creations=part(self.creations),
            claims=part(self.claims),
            thoughts=part(self.thoughts),
            analyses=part(self.analyses),
        )


class Buckets:
    """The buckets of one kind, one per address or game; the least recently used are dropped."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: int = 1, *, owed: bool = False) -> None:
        """Take from the bucket, or refuse; `owed` is always taken, and refills first."""
        now = self._clock()
        level, then = self._buckets.pop(key, (float(self._rate.burst), now))
        level = min(self._rate.burst, level + (now - then) * self._rate.per_second)
        allowed = owed or level >= cost
        self._buckets[key] = (level - cost * allowed, now)
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        if not allowed:
            raise too_many((cost - level) / self._rate.per_second)


class RateLimits:
    """The used share of the limits, per address and game."""

    def __init__(self, limits: Limits) -> None:
        self.allowed = limits
        self.requests = Buckets(limits.requests)
        self.files = Buckets(limits.files)
        self.creations = Buckets(limits.creations)
        self.claims = Buckets(limits.claims)
        self.thoughts = Buckets(limits.thoughts)
        self.analyses = Buckets(limits.analyses)
        self.commands = Buckets(limits.commands)
        self.streams = Places(limits.streams_of_address, limits.streams)
        self.downloads = Places(limits.downloads_of_address, limits.downloads)
        self._blocked: frozenset[str] = frozenset()

    def block(self, networks: Iterable[str]) -> None:
        """Refuse every request from exactly these networks from now on."""
        self._blocked = frozenset(networks)

    def admit(self, address: str) -> None:
        """Refuse an address that the server's owner blocked."""
        if self._blocked and _is_in(address, self._blocked):
            raise Refused(403, "this address is blocked", "blocked")

    @contextmanager
    def lasting(self, places: Places, address: str) -> Iterator[None]:
        """Hold a place for a long answer, or refuse; its connection is closed if it loses the place."""
        holder = _Answer(CONNECTION.get(lambda: None)())
        if not places.is_allowed(address):
            raise too_many(1)
        if not places.take(address, holder):
            raise busy("too many people are watching now; try again soon", "many-watchers", 5)
        try:
            yield
        finally:
            places.leave(address, holder)


@dataclass(eq=False)
class _Answer:
    """An answer that is being sent."""

    connection: Holder | None
    is_waiting: ClassVar[bool] = False

    def give_up(self) -> None:
        if self.connection is not None:
            self.connection.give_up()


def address_of(request: Request) -> str:
    """Return the address that a request counts for."""
    return client_key("" if request.client is None else request.client.host)


@lru_cache(4096)
def client_key(host: str) -> str:
    """Return the key of a host for counting: IPv6 addresses are grouped by /64, which one customer has."""
    try:
        address = numeric(host)
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


@lru_cache(4096)
def _is_in(address: str, networks: frozenset[str]) -> bool:
    """Tell whether a key of `client_key` is in one of some networks."""
    try:
        own = ipaddress.ip_network(address)
    except ValueError:
        return False
    return any(own.version == each.version and own.overlaps(each) for each in map(ipaddress.ip_network, networks))
