"""Records that come from outside: played through before anything is kept, and kept without what nobody asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from slidedrop.core.command import Command
from slidedrop.core.errors import SlidedropError
from slidedrop.records.replay import begin
from slidedrop.web.playing import check_weight
from slidedrop.web.refusals import against_the_rules
from slidedrop.web.room import seated
from slidedrop.web.store import Entry, Kept
from slidedrop.web.table import weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slidedrop.core.game import Header
    from slidedrop.web import models
    from slidedrop.web.table import Table


def header_from(header: models.Header) -> Header:
    """Return the parts of a header that a record has."""
    values: dict[str, Any] = header.model_dump(exclude_none=True)
    return {**values, "start": values.get("start")}


def commands_from(commands: Sequence[models.Command]) -> list[Command]:
    """Return the commands of a request."""
    return [Command.from_json(_plain(command)) for command in commands]


def _plain(command: models.Command) -> object:
    return command if isinstance(command, str) else command.model_dump(exclude_none=True)


def text_of(record: models.Record) -> str:
    """Return a record as JSON text, always the same for the same record; numbers beyond numbers are refused."""
    commands = [_plain(command) for command in record.commands]
    try:
        return json.dumps({"header": header_from(record.header), "commands": commands}, sort_keys=True, allow_nan=False)
    except ValueError:
        detail = "a record holds numbers, but none that are infinite or no number at all"
        raise against_the_rules(detail) from None


async def brought_in(record: models.Record, game: str) -> tuple[Kept, Table]:
    """Return a record as a game of that id, played through, or say what is wrong with it."""
    commands = commands_from(record.commands)
    if any(command.tiles for command in commands):
        detail = "a record that holds its own tiles cannot be shared: only a seed shows that they came by chance"
        raise against_the_rules(detail)
    entries = tuple(Entry(json.dumps(command.to_json()), "both") for command in commands)
    header = header_from(record.header)
    try:
        begin(header)
        check_weight(weight_of(header, len(entries)))
        kept = Kept(game, json.dumps(header), entries)
        return kept, await seated(kept)
    except SlidedropError as error:
        raise against_the_rules(str(error)) from error
