"""The parts of one server, which its requests find in `request.app.state`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from slidedrop.web.http.allowed_hosts import AllowedHosts
from slidedrop.web.http.proxies import Proxies
from slidedrop.web.http.rate_limits import Limits
from slidedrop.web.live.events import HEARTBEAT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from slidedrop.web.engine.worker_pool import Pools
    from slidedrop.web.http.places import Places
    from slidedrop.web.http.rate_limits import RateLimits
    from slidedrop.web.live.games import LiveGames
    from slidedrop.web.metrics import Figures, Metrics


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server."""

    hosts: AllowedHosts = field(default_factory=AllowedHosts)
    proxies: Proxies = field(default_factory=Proxies)
    limits: Limits = field(default_factory=Limits)
    heartbeat: float = HEARTBEAT
    engine_processes: int | None = None
    own_players: Mapping[str, str] = field(default_factory=dict)
    """The names of the owner's players in requests (own:1), and the players, which only the command line can name."""
    keep_days: int | None = None
    """After how many days without a move a game is forgotten; None keeps all."""
    warm: bool = True
    """Whether a worker is started before the first request."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The objects of a server."""

    settings: Settings
    limits: RateLimits
    metrics: Metrics
    connections: Places
    games: LiveGames
    rooms: object
    """The live rooms; only the requests of rooms, which import their module, use more of it."""
    pools: Pools

    def gauges(self) -> Figures:
        games, streams = self.games.figures()
        counts = {"live_games": games, "streams": streams, "connections": len(self.connections)}
        return {**counts, "downloads": len(self.limits.downloads), "thinking": self.pools.asked()}

    def counters(self) -> Figures:
        places = {"streams": self.limits.streams, "downloads": self.limits.downloads, "connections": self.connections}
        return {f"refused_{name}": held.refused for name, held in places.items()}
