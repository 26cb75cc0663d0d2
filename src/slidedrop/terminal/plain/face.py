"""A face of either game: how it is drawn, read and told."""

from typing import TypeAlias

from slidedrop.terminal.plain.connect4_face import Connect4Face
from slidedrop.terminal.plain.twenty48_face import Twenty48Face

Face: TypeAlias = Twenty48Face | Connect4Face
