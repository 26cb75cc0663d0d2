"""Players: whoever chooses a move for a position. Interfaces do not know which kind sits at the board."""

from slidedrop.players.player import Player
from slidedrop.players.registry import player_called, player_names
from slidedrop.players.spec import PlayerSpec

__all__ = ["Player", "PlayerSpec", "player_called", "player_names"]
