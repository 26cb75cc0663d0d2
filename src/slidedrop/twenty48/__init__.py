"""2048: the rules, the board, and a game that can be played, undone and recorded."""

from slidedrop.twenty48.board import Board, Motion, Slide
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game, Turn
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules
from slidedrop.twenty48.spawn import Spawn
from slidedrop.twenty48.state import State

__all__ = ["Board", "Direction", "Game", "Motion", "Position", "Rules", "Slide", "Spawn", "State", "Turn"]
