"""Commands in a live game: the session checks them, the store saves them, then all streams get them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from slidedrop.core.command import Command
from slidedrop.core.errors import SlidedropError
from slidedrop.core.game_base import Forgotten
from slidedrop.session import NotAllowed, Refusal, Request
from slidedrop.web.http.responses import Refused, forbidden, unprocessable
from slidedrop.web.live.game import LiveGame, text_of
from slidedrop.web.live.games import Access
from slidedrop.web.roles import Role, seat_of
from slidedrop.web.store.store import Entry, Stale

if TYPE_CHECKING:
    from slidedrop.web.live.games import LiveGames

MOST_WEIGHT: Final = 50_000
"""The longest game that the server keeps, in plies of a 4x4 board."""


def stale(live: LiveGame) -> Refused:
    """Return the refusal for a client that has missed something, with the current game."""
    return Refused(409, f"the game is now at ply {live.ply}", "stale", ply=live.ply, record=live.record())


async def play(access: Access, request: Request) -> int:
    """Carry out a player's request once, and return the new ply; the caller holds the game's lock."""
    if access.role == "watch":
        raise forbidden("you are watching; only the players move", "watching")
    if any(command.tiles for command in request.commands):
        raise unprocessable("the tiles of a game here come from its seed; send the move alone")
    return await _play(access, request, access.role, seat_of(access.role))


async def play_for(access: Access, commands: Sequence[Command], by: Role) -> int:
    """Carry out the result of an agreement or a resignation, and return the new ply."""
    return await _play(access, Request(None, access.live.ply, commands), by, None)


async def _play(access: Access, request: Request, by: Role, seat: int | None) -> int:
    games, live = access.games, access.live
    before = _answered(live, request)
    if before is not None:
        return before
    check_weight(live.weight_at(live.ply + len(request.commands)))
    added = live.weight_at(len(request.commands) - 1)
    async with games.turn_for(added, access.address):
        games.check_space(added, live.weight)
        await _carry_out(games, live, request, seat)
        return await _save(games, live, request, by)


def _answered(live: LiveGame, request: Request) -> int | None:
    try:
        return live.answered(request)
    except NotAllowed as error:
        raise stale(live) if error.refusal is Refusal.STALE else error from None


def check_weight(weight: int) -> None:
    """Refuse a game that would be too long to store."""
    if weight > MOST_WEIGHT:
        detail = f"a game here has at most {MOST_WEIGHT} commands on a 4x4 board, and fewer on a larger one"
        raise unprocessable(detail, "too-long")


async def _carry_out(games: LiveGames, live: LiveGame, request: Request, seat: int | None) -> None:
    """Do the commands in memory, in slices, all or none."""
    done = 0
    try:
        async for _ in games.in_slices(live.carry_out(request, seat)):
            done += 1
    except Forgotten:
        await games.recall(live)
        await _carry_out(games, live, request, seat)
    except BaseException as error:
        if done:  # the game must be read again
            games.drop(live)
        if isinstance(error, NotAllowed) or not isinstance(error, SlidedropError):
            raise
        raise unprocessable(f"command {done + 1} is not possible: {error}") from error


async def _save(games: LiveGames, live: LiveGame, request: Request, by: Role) -> int:
    """Store the commands, notify all and return the new ply; on failure drop the game.

    If another server was first, the game is read again: it has this request already, or the request is stale.
    """
    entries = [Entry(text_of(command), by, request.id) for command in request.commands]
    try:
        version = await games.store.append(live.id, live.ply, entries)
    except Stale:
        await games.reload(live)
        before = _answered(live, request)
        if before is None:  # the store refused it at this ply
            raise stale(live) from None
        return before
    except BaseException:
        games.drop(live)
        raise
    live.bump_version(version)
    live.kept(entries)
    live.notify()
    games.on_kept(live)
    return live.ply
