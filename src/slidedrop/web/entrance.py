"""The way to a table: show a secret, be somebody there, and where something is to change, wait for the table's lock."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from slidedrop.web.refusals import no_secret, unknown_game
from slidedrop.web.roles import ROLES, Role
from slidedrop.web.tokens import ID_PATTERN, TOKEN_PATTERN, digest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response

    from slidedrop.web.room import Room
    from slidedrop.web.table import Sitter, Table

COOKIES: Final[dict[Role, str]] = {role: f"seat-{role.removeprefix('player:')}" for role in ROLES}
_A_YEAR: Final = 365 * 24 * 3600


class Seat(NamedTuple):
    """Somebody at a table."""

    room: Room
    table: Table
    sitter: Sitter

    @property
    def role(self) -> Role:
        """What they may do."""
        return self.sitter.role


@asynccontextmanager
async def at_table(request: Request, game: str, *, changing: bool = False) -> AsyncIterator[Seat]:
    """Let somebody who shows a secret to the table; with `changing` alone, until they leave."""
    digests = shown(request)
    if not digests:
        raise no_secret()
    if re.fullmatch(ID_PATTERN, game) is None:
        raise unknown_game()
    room: Room = request.app.state.room
    while True:
        async with room.table(game) as table:
            if not changing:
                yield _let_in(room, table, digests)
                return
            _let_in(room, table, digests)
            async with table.lock:
                if not table.dropped:  # else it was given up while we waited: come in again
                    yield _let_in(room, table, digests)
                    return


def _let_in(room: Room, table: Table, digests: list[str]) -> Seat:
    sitter = table.sitter(digests)
    if sitter is None:
        raise unknown_game()
    return Seat(room, table, sitter)


def shown(request: Request) -> list[str]:
    """Return the digests of the secrets that a request shows: the header's alone, or those of its cookies."""
    header = request.headers.get("authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        tokens = [token.strip()] if scheme.lower() == "bearer" else []
    else:
        tokens = [request.cookies[name] for name in COOKIES.values() if name in request.cookies]
    return [digest(token) for token in tokens if re.fullmatch(TOKEN_PATTERN, token)] or ["" for _ in tokens]


def hand_over(request: Request, response: Response, game: str, role: Role, token: str) -> None:
    """Set the cookie that opens the game."""
    response.set_cookie(
        COOKIES[role],
        token,
        max_age=_A_YEAR,
        path=f"/api/v1/games/{game}",
        httponly=True,
        samesite="strict",
        secure=request.app.state.house.is_https(request),
    )
