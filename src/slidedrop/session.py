"""One game being played: the game, its seats, its record and its listeners.

    a command  ->  the game carries it out  ->  it is saved on disk  ->  listeners get the event

Only this module decides whose turn it is, what an undo covers, who may resign and what a repeated request does. The
terminal records a session in a journal, the server in its store.

    line      4  4  5  3          seat 0 and seat 1 in turn
    made by   0  1  0  1          an undo for seat 0 covers two moves, for seat 1 one
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from slidedrop.core.command import Command, shared
from slidedrop.core.errors import IllegalMove, RecordError
from slidedrop.core.game import Game
from slidedrop.core.game_base import Listeners
from slidedrop.players import HUMAN

if TYPE_CHECKING:
    from slidedrop.players.player import AnyPlayer
    from slidedrop.records.journal import Journal
    from slidedrop.records.library import Opened


class Refusal(StrEnum):
    """The reason why a session refuses what the rules allow."""

    OTHER_TURN = "other-turn"
    NEEDS_AGREEMENT = "needs-agreement"
    NOTHING_TO_UNDO = "nothing-to-undo"
    CANNOT_RESIGN = "cannot-resign"
    REQUEST_REUSED = "request-reused"
    STALE = "stale"


MOST_REQUESTS: Final = 64
"""How many of the latest requests may be repeated; an older one is STALE."""
_SENTENCES: Final = {
    Refusal.OTHER_TURN: "it is your opponent's turn",
    Refusal.NEEDS_AGREEMENT: "an undo needs your opponent's agreement; ask for it",
    Refusal.NOTHING_TO_UNDO: "you have no move to undo yet",
    Refusal.CANNOT_RESIGN: "you can only resign a two-player game in progress, at your turn or after your first move",
    Refusal.REQUEST_REUSED: "this request id was used for other commands before; draw a new one for each request",
    Refusal.STALE: "the game has moved on",
}


class NotAllowed(IllegalMove):
    """A command that a session refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(_SENTENCES[refusal])
        self.refusal = refusal


class Request(NamedTuple):
    """Commands sent together; they are carried out once, even if they arrive again."""

    id: str | None
    """The key of the request; None if it is never repeated."""
    ply: int
    """The number of commands that the sender has seen."""
    commands: Sequence[Command]


class Event(NamedTuple):
    """A command and its result."""

    command: Command
    happened: object
    """The game's own Turn for a move."""
    kept: bool = True
    """Whether it is in the record; if not, it is written with the next command."""


class Session:
    """A game with its players and its record."""

    def __init__(
        self, game: Game, journal: Journal | None = None, seats: Sequence[AnyPlayer | None] = (None,), number: int = 0
    ) -> None:
        """Start a session; a seat is a player that chooses by itself, or None for a person."""
        self.game = game
        self.journal = journal
        self.seats = tuple(seats)
        self.number = number
        """The number of the saved game, 0 if it is not saved."""
        self.notice = ""
        """A message for the player, for example that the end of the record was damaged."""
        self._listeners: Listeners[Event] = Listeners()
        self._unmoved: Listeners[Command] = Listeners()
        self._unkept: list[object] = []
        self._notes: list[object] = []
        """Entries to write with the next command."""
        self._requests: dict[str, tuple[int, list[Command]]] = {}
        """For each of the last requests: the ply at which it began, and its commands."""

    def change_seats(self, seats: Sequence[AnyPlayer | None]) -> None:
        """Change the players; this is recorded with the next command."""
        self.seats = tuple(seats)
        self._notes = [{"players": _names(seats)}]

    @property
    def ply(self) -> int:
        """The number of commands so far."""
        return len(self.game.commands)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None after the end."""
        return None if self.game.outcome is not None else int(self.game.position.turn)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.seats) if player is None]

    @property
    def may_resign(self) -> list[int]:
        """The people who may resign now: at their turn or after their first move; a one-player game has no winner."""
        if self.to_move is None or len(self.seats) == 1:
            return []
        return [seat for seat in self.people if seat == self.to_move or self.undos({seat})]

    def undos(self, own: Collection[int]) -> int:
        """Return the number of moves to undo until one of these seats is to move; 0 if none of them has moved."""
        line = self.game.line()
        made = len(line) - (line[-1:] == ["resign"])  # the seat that resigns stays to move
        turn = int(self.game.position.turn)  # counted back from the end, since either seat may have started
        plies = range(len(line))
        return next((len(line) - ply for ply in reversed(plies) if (turn - made + ply) % len(self.seats) in own), 0)

    def undo_commands(self, seat: int | None = None) -> list[Command]:
        """Return the commands that undo a person's last decision; refuse a seat that has not moved."""
        undos = self.undos((self.people or range(len(self.seats))) if seat is None else {seat})
        if seat is not None and not undos:
            raise NotAllowed(Refusal.NOTHING_TO_UNDO)
        return [Command("undo")] * undos

    def resign_commands(self, seat: int | None = None) -> list[Command]:
        """Return the commands with which this seat resigns; the default is the person to move or the only person.

        Only the seat to move can resign by the rules, so at the other's turn its own last move is undone first.
        """
        allowed = self.may_resign
        if seat is None:
            seat = self.to_move if self.to_move in allowed or not allowed else allowed[0]
        if seat is None or seat not in allowed:
            raise NotAllowed(Refusal.CANNOT_RESIGN)
        return [*([] if seat == self.to_move else self.undo_commands(seat)), Command("resign")]

    def check(self, seat: int, command: Command) -> None:
        """Refuse what needs the agreement of both people."""
        if command.verb in ("undo", "redo"):
            raise NotAllowed(Refusal.NEEDS_AGREEMENT)
        if self.to_move not in (seat, None):
            raise NotAllowed(Refusal.OTHER_TURN)

    def answered(self, request: Request) -> int | None:
        """Return the ply that an earlier copy of the request led to; None for a new request at the current ply."""
        if request.id is not None and request.id in self._requests:
            ply, commands = self._requests[request.id]
            if (ply, commands) != (request.ply, list(request.commands)):
                raise NotAllowed(Refusal.REQUEST_REUSED)
            return ply + len(commands)
        if request.ply != self.ply:
            raise NotAllowed(Refusal.STALE)
        return None

    def carry_out(self, request: Request, seat: int | None = None) -> Iterator[Command]:
        """Carry out the commands of a new request for one seat or for all; the caller records them."""
        for command in request.commands:
            if seat is not None:
                self.check(seat, command)
            if not self.game.do(command):
                raise IllegalMove(f"'{command.move or command.verb}' has no effect there")
            self.note(request.id, command)
            yield command

    def note(self, request: str | None, command: Command) -> None:
        """Record which request the last command belongs to."""
        if request is not None:
            self._requests.setdefault(request, (len(self.game.commands) - 1, []))[1].append(shared(command))
            if len(self._requests) > MOST_REQUESTS:
                del self._requests[next(iter(self._requests))]

    def do(self, command: Command) -> Event | None:
        """Carry out a command, save it and call the listeners; None if it changed nothing.

        A command that cannot be saved is reported, then the error is raised; the command still takes effect.
        """
        return self._commit(command, self.game.do(command))

    def _commit(self, command: Command, happened: object) -> Event | None:
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
        """Write the command to disk, after earlier ones that could not be saved, so that a record has no gaps."""
        if self.journal is not None:
            self._unkept += [*self._notes, command.to_json()]
            self._notes.clear()
            self.journal.append(*self._unkept)
            self._unkept.clear()

    def play(self, move: str) -> Event | None:
        """Make a typed move."""
        return self.do(Command("move", move))

    def make(self, move: Any) -> Event | None:  # noqa: ANN401 - each game has its own
        """Make a move given as the game's own type."""
        return self.play(self.game.spell(move))

    @property
    def computer(self) -> AnyPlayer | None:
        """The player to move if it is a computer; None at a person's turn or after the end."""
        return None if self.to_move is None else self.seats[self.to_move]

    def let_computer_play(self) -> Event | None:
        """Ask the computer to move and make its move."""
        return None if self.computer is None else self.make(self.computer.choose(self.game.position))

    def undo(self) -> Event | None:
        """Undo to a person's last decision: against a computer, its answer is undone too."""
        return self.do_all(self.undo_commands())

    def resign(self) -> Event | None:
        """Resign for the person to move, or for the only person when a computer is to move."""
        return self.do_all(self.resign_commands())

    def do_all(self, commands: Sequence[Command]) -> Event | None:
        """Carry out commands, and return the last event."""
        events = [self.do(command) for command in commands]
        return events[-1] if events else None

    def redo(self) -> Event | None:
        """Redo what was undone, up to a person's turn."""
        event = self.do(Command("redo"))
        while event is not None and self.computer is not None and None in self.seats:
            more = self.do(Command("redo"))
            if more is None:
                break
            event = more
        return event

    def take_hint(self) -> Event | None:
        """Record that a hint was taken."""
        return self.do(Command("hint"))

    @property
    def unkept(self) -> int:
        """The number of commands that are not saved yet."""
        return len(self._unkept)

    @property
    def record_entries(self) -> list[object]:
        """Every entry, saved or not."""
        return [*(self.journal.entries if self.journal else []), *self._unkept]

    def keep_again(self) -> None:
        """Write the unsaved commands, or raise RecordError again."""
        if self.journal is not None:
            self.journal.rescue(*self._unkept)
            self._unkept.clear()

    def keep_in(self, journal: Journal) -> None:
        """Continue in another journal, which gets every entry."""
        self.close()
        self.journal, self.number = journal, 0
        self._unkept.clear()

    def stop_keeping(self) -> None:
        """Continue without a record; entries already saved stay."""
        self.close()
        self.journal = None

    def on_event(self, callback: Callable[[Event], object]) -> None:
        """Call back after every command, once it is saved or could not be saved."""
        self._listeners.add(callback)

    def on_unmoved(self, callback: Callable[[Command], object]) -> None:
        """Call back after a command that changed nothing, such as a slide that moves no tile."""
        self._unmoved.add(callback)

    def close(self) -> None:
        """Release the game for other programs."""
        if self.journal is not None:
            self.journal.close()


def new_session(game: Game, seats: Sequence[AnyPlayer | None] = (None,), *, origin: str = "") -> Session:
    """Save a new game with all its commands; on failure its journal has the reason.

    `origin` is for games that were not played here: "replay", "copy".
    """
    from slidedrop.records.library import Library

    return resumed_session(Library().create_or_defer(game, _names(seats), origin=origin), seats)


def _names(seats: Sequence[AnyPlayer | None]) -> list[str]:
    return [player.name if player else HUMAN for player in seats]


def resumed_session(opened: Opened, seats: Sequence[AnyPlayer | None] = (None,)) -> Session:
    """Continue a saved game."""
    session = Session(opened.game, opened.journal, seats, opened.number)
    session.notice = opened.notice
    return session
