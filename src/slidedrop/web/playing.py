"""Carrying out commands at a table: may they do that, do the rules allow it, is it on disk; then everyone hears."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from slidedrop.core.command import Command
from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.records.replay import do_all
from slidedrop.web.refusals import Refused, against_the_rules, not_yours
from slidedrop.web.roles import Role, seat_of
from slidedrop.web.store import Entry, Stale
from slidedrop.web.table import weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slidedrop.web.room import Room
    from slidedrop.web.table import Table

MOST_WEIGHT: Final = 50_000
"""The longest game that the server keeps, in plies of a 4x4 board."""


def stale(table: Table) -> Refused:
    """Return the refusal for who has not seen what was done meanwhile, with the game as it is."""
    detail = f"the game has gone on to ply {table.ply}"
    return Refused(409, detail, ply=table.ply, record=table.record())


async def play(room: Room, table: Table, role: Role, ply: int, commands: Sequence[Command], request: str) -> int:
    """Carry out the commands of a request once, however often it comes, and return the ply they leave the game at.

    The table's lock is held by the caller.
    """
    entries = [_entry(command, role, request) for command in commands]
    before = table.plies_of(request)
    if before is not None:
        return _the_same(table, before, ply, entries)
    if ply != table.ply:
        raise stale(table)
    check_weight(weight_of(table.header, table.ply + len(commands)))
    _carry_out(room, table, role, commands)
    await keep(room, table, entries)
    return table.ply


def _entry(command: Command, role: Role, request: str | None) -> Entry:
    return Entry(json.dumps(command.to_json()), role, request)


def _the_same(table: Table, before: range, ply: int, entries: Sequence[Entry]) -> int:
    """Return the answer that the request has got before; one that asks for something else is refused."""
    done = [entry.command for entry in table.entries[before.start : before.stop]]
    if before.start != ply or done != [entry.command for entry in entries]:
        detail = "this request has brought other commands before; draw a new id for a new request"
        raise against_the_rules(detail)
    return before.stop


def check_weight(weight: int) -> None:
    """Refuse a game that would be too long to keep."""
    if weight > MOST_WEIGHT:
        detail = f"a game here has at most {MOST_WEIGHT} commands on a 4x4 board, and fewer on a larger one"
        raise against_the_rules(detail)


def _carry_out(room: Room, table: Table, role: Role, commands: Sequence[Command]) -> None:
    """Do the commands in memory, all of them or none."""
    for place, command in enumerate(commands):
        try:
            _check_role(table, role, command)
            do_all(table.game, [command], "the request")
        except (SlidedropError, Refused) as error:
            if place:  # some are done already: the game must be read anew
                room.drop(table)
            if isinstance(error, Refused):
                raise
            sentence = error.__cause__ if isinstance(error, RecordError) and error.__cause__ else error
            detail = f"command {place + 1} is not possible: {sentence}"
            raise against_the_rules(detail) from error


def _check_role(table: Table, role: Role, command: Command) -> None:
    if command.tiles:
        detail = "the tiles of a game here come from its seed; send the move alone"
        raise against_the_rules(detail)
    if role == "watch":
        detail = "you are watching; only who sits at the table moves"
        raise not_yours(detail)
    seat = seat_of(role)
    if seat is None:
        return
    if command.verb in ("undo", "redo"):
        detail = "a move is taken back by agreement; offer it to the other side"
        raise not_yours(detail)
    if table.game.outcome is None and table.game.position.turn != seat:
        detail = "it is the other side's turn"
        raise not_yours(detail)


async def keep(room: Room, table: Table, entries: Sequence[Entry]) -> None:
    """Have on disk what is done in memory, then tell everyone; where that fails the memory is given up."""
    try:
        await room.store.append(table.id, table.ply, entries)
    except Stale:
        room.drop(table)
        detail = "the game has gone on elsewhere; read it again"
        raise Refused(409, detail, ply=table.ply, record=table.record()) from None
    except BaseException:
        room.drop(table)
        raise
    table.extend(entries)
    table.offer = None
    table.ring()


async def take_back(room: Room, table: Table, seat: int, by: Role) -> None:
    """Take back until the seat is to move again."""
    undos = [Command("undo")] * undos_for(table, seat)
    for undo in undos:
        table.game.do(undo)
    await keep(room, table, [_entry(undo, by, None) for undo in undos])


def undos_for(table: Table, seat: int) -> int:
    """Return how many moves go for a seat to move again: its own last one and what came after; 0 where it has none."""
    line = table.game.line()
    last_mover_is_to_move = line[-1:] == ["resign"]
    own_was_last = (table.game.position.turn == seat) == last_mover_is_to_move
    undos = 1 if own_was_last else 2
    return undos if len(line) >= undos else 0
