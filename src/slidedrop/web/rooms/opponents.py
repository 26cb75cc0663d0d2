"""Verify a computer's moves in a room's game: a browser computes them, so they are recomputed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.core.command import Command
from slidedrop.players.registry import make_player
from slidedrop.records.replay import begin
from slidedrop.web.engine.move_jobs import Answer, answered
from slidedrop.web.rooms.rooms import Room, header_for

if TYPE_CHECKING:
    from slidedrop.core.game import Game

_SECONDS: Final = 8


def check(text: str, room: Room) -> Answer:
    """Tell, in a worker, whether a record's opponent moved correctly."""
    return answered(text, lambda game: {"faithful": is_faithful(room, game)}, _SECONDS)


def is_faithful(room: Room, game: Game) -> bool:
    """Tell whether every move of the room's opponent in the final line is the one that it would make."""
    again = begin(header_for(room))
    opponent = make_player(room.opponent, again.kind, seed=int(room.seed))
    for move in game.line():
        if again.position.turn == 1:
            if move == "resign" or again.spell(opponent.choose(again.position)) != move:
                return False
        elif move == "resign":
            return True
        again.do(Command("move", move))
    return True
