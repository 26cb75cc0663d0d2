"""Carrying out commands in a live game: may they do that, do the rules allow it, is it on disk; then everyone hears."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove, RecordError, SlidedropError
from slidedrop.records.replay import do_all
from slidedrop.seats import check_seat, to_move, undos_for
from slidedrop.web.http.responses import Refused, forbidden, unprocessable
from slidedrop.web.live.game import LiveGame, weight_of
from slidedrop.web.live.games import Access
from slidedrop.web.roles import Role, seat_of
from slidedrop.web.store.store import Entry, Stale

if TYPE_CHECKING:
    from slidedrop.web.live.games import LiveGames

MOST_WEIGHT: Final = 50_000
"""The longest game that the server keeps, in plies of a 4x4 board."""


def stale(live: LiveGame) -> Refused:
    """Return the refusal for who has not seen what was done meanwhile, with the game as it is."""
    detail = f"the game has gone on to ply {live.ply}"
    return Refused(409, detail, ply=live.ply, record=live.record())


async def play(access: Access, ply: int, commands: Sequence[Command], request: str) -> int:
    """Carry out the commands of a request once, however often it comes, and return the ply they leave the game at.

    The game's lock is held by the caller.
    """
    games, live, role = access.games, access.live, access.role
    entries = [_entry(command, role, request) for command in commands]
    before = live.plies_of(request)
    if before is not None:
        return replayed_response(live, before, ply, entries)
    if ply != live.ply:
        raise stale(live)
    weight = weight_of(live.header, live.ply + len(commands))
    check_weight(weight)
    async with games.turn_for(weight - live.weight, access.address):
        games.check_space(weight - live.weight)
        await _carry_out(games, live, role, commands)
        try:
            await keep(games, live, entries)
        except Refused:
            before = live.plies_of(request)
            if before is None:
                raise
            return replayed_response(live, before, ply, entries)  # another server has done it meanwhile
    return live.ply


def _entry(command: Command, role: Role, request: str | None) -> Entry:
    return Entry(json.dumps(command.to_json()), role, request)


def replayed_response(live: LiveGame, before: range, ply: int, entries: Sequence[Entry]) -> int:
    """Return the answer that the request has got before; one that asks for something else is refused."""
    done = [entry.command for entry in live.entries[before.start : before.stop]]
    if before.start != ply or done != [entry.command for entry in entries]:
        raise unprocessable("this request id was used for other commands before; draw a new one for each request")
    return before.stop


def check_weight(weight: int) -> None:
    """Refuse a game that would be too long to keep."""
    if weight > MOST_WEIGHT:
        detail = f"a game here has at most {MOST_WEIGHT} commands on a 4x4 board, and fewer on a larger one"
        raise unprocessable(detail)


async def _carry_out(games: LiveGames, live: LiveGame, role: Role, commands: Sequence[Command]) -> None:
    """Do the commands in memory, in slices, all of them or none."""
    place = 0
    try:
        async for command in games.in_slices(commands):
            _check_role(live, role, command)
            do_all(live.game, [command], "the request")
            place += 1
    except BaseException as error:
        if place:  # some are done already: the game must be read again
            games.drop(live)
        if not isinstance(error, SlidedropError):
            raise
        sentence = error.__cause__ if isinstance(error, RecordError) and error.__cause__ else error
        raise unprocessable(f"command {place + 1} is not possible: {sentence}") from error


def _check_role(live: LiveGame, role: Role, command: Command) -> None:
    if command.tiles:
        raise unprocessable("the tiles of a game here come from its seed; send the move alone")
    if role == "watch":
        raise forbidden("you are watching; only the players move")
    seat = seat_of(role)
    if seat is None:
        return
    try:
        check_seat(live.game, seat, command)
    except IllegalMove as error:
        raise forbidden(str(error)) from error


async def keep(games: LiveGames, live: LiveGame, entries: Sequence[Entry]) -> None:
    """Have on disk what is done in memory, then tell everyone; where that fails the memory is given up.

    Where another server was first, the game is read again, and the refusal shows it as it is.
    """
    try:
        version = await games.store.append(live.id, live.ply, entries)
    except Stale:
        await games.reload(live)
        raise stale(live) from None
    except BaseException:
        games.drop(live)
        raise
    live.raised(version)
    live.extend(entries)
    live.offer = None
    live.notify()
    games.on_kept(live)


async def take_back(games: LiveGames, live: LiveGame, seat: int, by: Role, *after: Command) -> None:
    """Take back until the seat is to move again, then do what follows."""
    await _do_all(games, live, [Command("undo")] * undos_for(live.game, {seat}) + list(after), by)


async def resign(games: LiveGames, live: LiveGame, seat: int, by: Role) -> None:
    """Let a seat give the game up: at once, or at the other's turn after its own last move is taken back."""
    if to_move(live.game) == seat:
        return await _do_all(games, live, [Command("resign")], by)
    if live.game.outcome is not None or not undos_for(live.game, {seat}):
        raise unprocessable("one can resign at one's turn, or after one's first move, until the game is over")
    return await take_back(games, live, seat, by, Command("resign"))


async def _do_all(games: LiveGames, live: LiveGame, commands: Sequence[Command], by: Role) -> None:
    for command in commands:
        live.game.do(command)
    await keep(games, live, [_entry(command, by, None) for command in commands])
