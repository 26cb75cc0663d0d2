"""What the requests share: the server's parts, access to games, the limits, and the browser's key.

A browser has one key for all its games, in one cookie. Its rights in a game are a row of that game: the digest of key,
game and role.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, cast

from slidedrop.web.api import models
from slidedrop.web.http.rate_limits import RateLimits, address_of
from slidedrop.web.http.responses import Json, Refused, documented, forbidden, unknown_game
from slidedrop.web.live.games import Access
from slidedrop.web.roles import ROLES, Role, as_it_stands
from slidedrop.web.store.store import Secret
from slidedrop.web.tokens import ID_PATTERN, TOKEN_PATTERN, digest, key_digest, new_token

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from slidedrop.web.live.games import LiveGames
    from slidedrop.web.parts import Parts

KEY: Final = "slidedrop-key"
_A_YEAR: Final = 365 * 24 * 3600
STALE: Final[dict[int | str, dict[str, Any]]] = {409: {"model": models.StaleNow}}
"""The answers to a stale request."""
CHANGES: Final = documented(400, 401, 403, 404, 413, 422, 429, 503)
"""How a change of a game may be refused."""


def parts_of(request: Request) -> Parts:
    """Return the parts of the server."""
    return cast("Parts", request.app.state)


def games_of(request: Request) -> LiveGames:
    """Return the live games."""
    return parts_of(request).games


def limits_of(request: Request) -> RateLimits:
    """Return the server's limits."""
    return parts_of(request).limits


@asynccontextmanager
async def open_game(request: Request, game: str, *, changing: bool = False) -> AsyncIterator[Access]:
    """Open a game for a request with one of its secrets; `changing` locks it against other requests."""
    digests = digests_of(request, game)
    if not digests:
        raise Refused(401, "this game needs a secret; open it with a link from one of its players", "no-secret")
    if re.fullmatch(ID_PATTERN, game) is None:
        raise unknown_game()
    games, address = games_of(request), address_of(request)
    while True:
        async with games.open(game) as live:
            access = Access(games, live, *live.granted(digests), address)
            if not changing:
                yield access
                return
            async with live.lock:
                if not live.dropped:  # otherwise it was dropped while we waited: open it again
                    yield Access(games, live, *live.granted(digests), address)
                    return


@asynccontextmanager
async def game_to_change(request: Request, game: str) -> AsyncIterator[Access]:
    """Open a game for one of its players; refuse a watcher, and too many changes of one game by one side."""
    async with open_game(request, game, changing=True) as access:
        if access.role == "watch":
            raise forbidden("you are watching; only the players may do that", "watching")
        limits_of(request).commands.take(f"{game} {access.role}")
        yield access


def digests_of(request: Request, game: str) -> list[str]:
    """Return the digests of a request's secrets: the header's alone, or those of its key."""
    header = request.headers.get("authorization")
    if header is None:
        key = key_of(request)
        return [] if key is None else [key_digest(key, game, role) for role in ROLES]
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        return []
    return [digest(token.strip()) if re.fullmatch(TOKEN_PATTERN, token.strip()) else ""]


def key_of(request: Request) -> str | None:
    """Return the browser's key, or None if it has none yet."""
    key = request.cookies.get(KEY, "")
    return key if re.fullmatch(TOKEN_PATTERN, key) else None


async def admitted(
    request: Request, game: str, role: Role, *, status: int, wants_token: bool, tells_ply: bool = False
) -> Response:
    """Let the browser's key open a game, with a token if requested; return the answer."""
    games, key, token = games_of(request), key_of(request) or new_token(), new_token() if wants_token else None
    digests = [key_digest(key, game, role), *([] if token is None else [digest(token)])]
    await games.store.grant(game, [Secret(each, role, claimed=True) for each in digests])
    return await seated(request, game, role, key, token, status=status, tells_ply=tells_ply)


async def seated(
    request: Request, game: str, role: Role, key: str, token: str | None, *, status: int = 200, tells_ply: bool = False
) -> Response:
    """Return the answer to a browser whose key can now open a game."""
    async with games_of(request).open(game, fresh=True) as live:
        ply = {"ply": live.ply} if tells_ply else {}
        answer = {"id": game, **ply, "role": as_it_stands(role, live.owner)}
    return with_key(request, key, Json({**answer, **({} if token is None else {"token": token})}, status))


def with_key(request: Request, key: str, response: Response) -> Response:
    """Return an answer that stores the key in the browser."""
    secure = parts_of(request).settings.hosts.is_https(request)
    response.set_cookie(KEY, key, _A_YEAR, path="/api/v1", httponly=True, samesite="strict", secure=secure)
    return response
