"""One game being played: the game, who sits at it, its record, and everyone who wants to know.

    a command  ->  the game carries it out  ->  the record has it on disk  ->  listeners hear what happened

No interface shows a move before the record has it, or has failed to take it: interfaces listen to the session. (A
listener of the game itself hears of a move before the record does; it is for programs that play without one.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from slidedrop.core.command import Command
from slidedrop.core.errors import RecordError
from slidedrop.core.game import Game
from slidedrop.core.game_base import Listeners
from slidedrop.players import HUMAN
from slidedrop.seats import to_move, undos_for

if TYPE_CHECKING:
    from slidedrop.players.player import AnyPlayer
    from slidedrop.records.journal import Journal
    from slidedrop.records.library import Opened


class Event(NamedTuple):
    """What was asked for, and what came of it."""

    command: Command
    happened: object
    """The game's own Turn for a move."""
    kept: bool = True
    """Whether the record has it; if not, it is written together with the next command."""


class Session:
    """A game with its players and its record."""

    def __init__(
        self, game: Game, journal: Journal | None = None, seats: Sequence[AnyPlayer | None] = (None,), number: int = 0
    ) -> None:
        """Sit down to a game; a seat is a player that chooses by itself, or None for a person."""
        self.game = game
        self.journal = journal
        self.seats = tuple(seats)
        self.number = number
        """The game's number on the shelf, 0 where it is not kept."""
        self.notice = ""
        """What whoever sits down should know, such as that the end of the record was damaged."""
        self._listeners: Listeners[Event] = Listeners()
        self._unmoved: Listeners[Command] = Listeners()
        self._unkept: list[object] = []

    def do(self, command: Command) -> Event | None:
        """Carry out a command, keep it, and tell everyone; None where it changed nothing.

        A command that cannot be kept is told as such, then the error is raised: it stands on the board all the same.
        """
        return self._told(command, self.game.do(command))

    def _told(self, command: Command, happened: object) -> Event | None:
        if not happened:
            self._unmoved.tell(command)
            return None
        try:
            self._keep(self.game.commands[-1])
        except RecordError:
            self._listeners.tell(Event(command, happened, kept=False))
            raise
        event = Event(command, happened)
        self._listeners.tell(event)
        return event

    def _keep(self, command: Command) -> None:
        """Have the command on disk; what could not be kept before goes with it, so that a record never has a gap."""
        if self.journal is not None:
            self._unkept.append(command.to_json())
            self.journal.append(*self._unkept)
            self._unkept.clear()

    def play(self, move: str) -> Event | None:
        """Make a move, as a person types it."""
        return self.do(Command("move", move))

    def make(self, move: Any) -> Event | None:  # noqa: ANN401 - each game has its own
        """Make a move of the game's own kind, which nobody has to read again; the record gets it as it is spelled."""
        happened = self.game.move(move)
        return self._told(Command("move", self.game.spell(move)), happened)

    @property
    def computer(self) -> AnyPlayer | None:
        """The player that is to move and chooses by itself; None at a person's turn or after the end."""
        seat = to_move(self.game)
        return None if seat is None else self.seats[seat]

    def let_computer_play(self) -> Event | None:
        """Ask the computer whose turn it is for a move and make it."""
        return None if self.computer is None else self.make(self.computer.choose(self.game.position))

    def undo(self) -> Event | None:
        """Take back to a person's last decision: against a computer, its answer goes too."""
        event = None
        everyone = range(len(self.seats))
        people = [seat for seat in everyone if self.seats[seat] is None] or everyone  # computers alone: all seats
        for _ in range(undos_for(self.game, people, len(everyone))):
            event = self.do(Command("undo"))
        return event

    def redo(self) -> Event | None:
        """Make again what was taken back, up to a person's turn."""
        event = self.do(Command("redo"))
        while event is not None and self.computer is not None and None in self.seats:
            more = self.do(Command("redo"))
            if more is None:
                break
            event = more
        return event

    def take_hint(self) -> Event | None:
        """Note that a hint was taken."""
        return self.do(Command("hint"))

    @property
    def unkept(self) -> int:
        """How many commands the record does not have yet."""
        return len(self._unkept)

    @property
    def entries(self) -> list[object]:
        """All that the record holds and should hold."""
        return [*(self.journal.entries if self.journal else []), *self._unkept]

    def keep_again(self) -> None:
        """Write what could not be kept, or raise RecordError again."""
        if self.journal is not None:
            self.journal.rescue(*self._unkept)
            self._unkept.clear()

    def keep_in(self, journal: Journal) -> None:
        """Go on in another journal, which has everything."""
        self.close()
        self.journal, self.number = journal, 0
        self._unkept.clear()

    def stop_keeping(self) -> None:
        """Go on without a record; what it has stays there."""
        self.close()
        self.journal = None

    def on_event(self, callback: Callable[[Event], object]) -> None:
        """Call back after everything that is done, and kept where that was possible."""
        self._listeners.add(callback)

    def on_unmoved(self, callback: Callable[[Command], object]) -> None:
        """Call back after a command that changed nothing, such as a slide where nothing slides."""
        self._unmoved.add(callback)

    def close(self) -> None:
        """Let another program go on with the game."""
        if self.journal is not None:
            self.journal.close()


def new_session(game: Game, seats: Sequence[AnyPlayer | None] = (None,), *, origin: str = "") -> Session:
    """Begin to keep a game on the shelf, with all that was done in it; where that is impossible, its journal says why.

    `origin` is for games that were not played from here: "replay", "copy".
    """
    from slidedrop.records.library import Library

    names = [player.name if player else HUMAN for player in seats]
    return resumed_session(Library().create_or_defer(game, names, origin=origin), seats)


def resumed_session(opened: Opened, seats: Sequence[AnyPlayer | None] = (None,)) -> Session:
    """Go on with a kept game."""
    session = Session(opened.game, opened.journal, seats, opened.number)
    session.notice = opened.notice
    return session
