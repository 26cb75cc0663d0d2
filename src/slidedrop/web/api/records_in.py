"""Records from clients: replayed before they are stored, without unknown parts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from slidedrop.core.command import Command
from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import Header
from slidedrop.web.api import models
from slidedrop.web.http.responses import unprocessable
from slidedrop.web.live import game as live_game
from slidedrop.web.live.playing import check_weight
from slidedrop.web.store.store import Entry, StoredGame
from slidedrop.web.tokens import new_id

if TYPE_CHECKING:
    from slidedrop.web.live.games import LiveGames


def header_from(header: models.Header) -> Header:
    """Return the parts of a record's header."""
    values: dict[str, Any] = header.model_dump(exclude_none=True)
    return {**values, "start": values.get("start")}


def commands_from(commands: Sequence[models.Command]) -> list[Command]:
    """Return the commands of a request."""
    return [Command.from_json(command) for command in commands]


def text_of(record: models.Record) -> str:
    """Return a record as canonical JSON; NaN and infinity are refused."""
    told = {"header": header_from(record.header), "commands": record.commands}
    try:
        return json.dumps(told, sort_keys=True, allow_nan=False)
    except ValueError:
        raise unprocessable("the numbers of a record are finite; NaN and infinity are refused") from None


async def import_record(games: LiveGames, record: models.Record) -> tuple[StoredGame, live_game.LiveGame]:
    """Return a record as a new game after replaying it, or raise a refusal."""
    commands = commands_from(record.commands)
    if any(command.tiles for command in commands):
        detail = "a record that holds its own tiles cannot be shared: only a seed proves that they were random"
        raise unprocessable(detail)
    entries = tuple(Entry(live_game.text_of(command), "both") for command in commands)
    header = header_from(record.header)
    try:
        kept = StoredGame(new_id(), json.dumps(header), entries)
        live = await games.begun(kept)
        weight = live.weight_at(len(entries))
        check_weight(weight)
        games.check_space(weight)
        return kept, await games.replayed(live, kept)
    except SlidedropError as error:
        raise unprocessable(str(error)) from error
