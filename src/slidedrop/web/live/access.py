"""What a secret opens: a live game, and a role there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from slidedrop.web.live.game import Grant, LiveGame
    from slidedrop.web.live.games import LiveGames
    from slidedrop.web.roles import Role


class Access(NamedTuple):
    """Somebody who has shown a secret of a game."""

    games: LiveGames
    live: LiveGame
    grant: Grant

    @property
    def role(self) -> Role:
        """What they may do."""
        return self.grant.role
