"""One game being played: the game, who sits at it, its record, and everyone who wants to know.

    a command  ->  the game carries it out  ->  the record has it on disk  ->  listeners hear what happened

No interface shows a move before it is kept: interfaces listen to the session. (A listener of the game itself hears of a
move before the record does; it is for programs that play without one.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from slidedrop.core.command import Command
from slidedrop.core.observable import Listeners

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from slidedrop.core.game import Game
    from slidedrop.players.player import Player
    from slidedrop.records.journal import Journal


class Event(NamedTuple):
    """What was asked for, and what came of it."""

    command: Command
    happened: object
    """The game's own Turn for a move."""


class Session:
    """A game with its players and its record."""

    def __init__(
        self, game: Game, journal: Journal | None = None, seats: Sequence[Player | None] = (None,), number: int = 0
    ) -> None:
        """Sit down to a game; a seat is a player that chooses by itself, or None for a person."""
        self.game = game
        self.journal = journal
        self.seats = tuple(seats)
        self.number = number
        """The game's number on the shelf, 0 where it is not kept."""
        self._listeners: Listeners[Event] = Listeners()
        self._unkept: list[object] = []

    def do(self, command: Command) -> Event | None:
        """Carry out a command, keep it, and tell everyone; None where it changed nothing."""
        happened = self.game.do(command)
        if not happened:
            return None
        self._keep(self._kept(command, happened))
        event = Event(command, happened)
        self._listeners.tell(event)
        return event

    def _keep(self, command: Command) -> None:
        """Have the command on disk; what could not be kept before goes with it, so that a record never has a gap."""
        if self.journal is not None:
            self._unkept.append(command.to_json())
            self.journal.append(*self._unkept)
            self._unkept.clear()

    def _kept(self, command: Command, happened: object) -> Command:
        """Return the command as the record holds it: with its tiles where no seed gives them again."""
        if command.verb != "move" or not self.game.records_tiles:
            return command
        spawns = getattr(happened, "spawns", ())
        return Command("move", command.move, tuple((*spawn.cell, spawn.value) for spawn in spawns))

    def play(self, move: str) -> Event | None:
        """Make a move, as a person types it."""
        return self.do(Command("move", move))

    @property
    def computer(self) -> Player | None:
        """The player that is to move and chooses by itself; None at a person's turn or after the end."""
        return None if self.game.outcome is not None else self.seats[self.game.position.turn]

    def let_computer_play(self) -> Event | None:
        """Ask the computer whose turn it is for a move and make it."""
        if self.computer is None:
            return None
        return self.play(self.game.spell(self.computer.choose(self.game.position)))

    def undo(self) -> Event | None:
        """Take back to a person's last decision: against a computer, its answer goes too."""
        plies = len(self.game.line())
        while plies and self._seat_of_ply(plies - 1) is not None and None in self.seats:
            plies -= 1
        if not plies:
            return None
        return self._back_to(plies - 1)

    def _back_to(self, plies: int) -> Event | None:
        event = None
        while len(self.game.line()) > plies:
            event = self.do(Command("undo"))
        return event

    def redo(self) -> Event | None:
        """Make again what was taken back, up to a person's turn."""
        event = self.do(Command("redo"))
        while event is not None and self._awaits_answer() and (more := self.do(Command("redo"))) is not None:
            event = more
        return event

    def _awaits_answer(self) -> bool:
        return self.computer is not None and None in self.seats

    def _seat_of_ply(self, ply: int) -> Player | None:
        """Return who made a move of the line, counted back from whose turn it is: a start may have either to move."""
        line = self.game.line()
        made = len(line) - (line[-1:] == ["resign"])  # who resigns stays to move
        turn: int = self.game.position.turn
        return self.seats[(turn - made + ply) % len(self.seats)]

    def take_hint(self) -> Event | None:
        """Note that a hint was taken."""
        return self.do(Command("hint"))

    def on_event(self, callback: Callable[[Event], object]) -> None:
        """Call back after everything that is done and kept."""
        self._listeners.add(callback)

    def close(self) -> None:
        """Let another program go on with the game."""
        if self.journal is not None:
            self.journal.close()
