"""Connect-4: the rules and positions, with gravity or free placement, on boards of many sizes."""

from slidedrop.connect4.game import Game, Turn
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules

__all__ = ["Game", "Position", "Rules", "Turn"]
