"""From a record to the game: start from the header, then repeat the commands."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeGuard

from slidedrop.core.arguments import require_type
from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError, RecordError, SlidedropError
from slidedrop.core.game import Game, Header
from slidedrop.core.spec import AnyGame
from slidedrop.games import game_spec
from slidedrop.players import HUMAN
from slidedrop.records.journal import read_entries

VERSION: Final = 1
ORIGINS: Final = ("replay", "import", "copy")
"""The origins of a game that was not played here from its start: a key log, a file, a share code."""
MOST_TAKEN_OVER: Final = 0.1
"""If a computer made a larger part of a person's moves, the game does not count for the person."""


class Record(NamedTuple):
    """A saved game: its header, commands and name."""

    header: Header
    commands: tuple[Command, ...]
    name: str = ""
    source: str = ""
    taken_over: bool = False
    """Whether a computer made more than a tenth of the moves in a person's place."""

    @property
    def origin(self) -> str:
        """Return "replay", "import" or "copy"; "board" if it started from a given board; otherwise "played"."""
        return self.source or ("played" if self.header.get("start") is None else "board")

    @property
    def began(self) -> str:
        """When the game started, such as "2026-11-15 21:34" (UTC); empty if unknown."""
        began = self.header.get("began", "")
        return began[:16].replace("T", " ") if isinstance(began, str) and began.isprintable() else ""

    @property
    def players(self) -> list[str]:
        """The names of the players, in the order of their turns; empty if unknown."""
        players = self.header.get("players", [])
        return [str(player) for player in players] if isinstance(players, list) else []

    @property
    def seed(self) -> int | None:
        """The seed of a game that has one."""
        seed = self.header.get("seed")
        return int(seed) if isinstance(seed, str) and len(seed) <= 20 and seed.lstrip("-").isdecimal() else None

    @property
    def kind(self) -> str:
        """The name of the game."""
        return str(self.header["game"])


def header_of(game: Game, players: Sequence[str] = ()) -> Header:
    """Return the first entry of a game's record; `players` are their names, "human" for a person."""
    seats = {"players": list(players)} if players else {}
    return {"version": VERSION, **game.header(), **seats, "began": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


def read_record(content: bytes, where: str) -> Record:
    """Return the record in some bytes; damaged ones are refused."""
    contents = read_entries(content)
    if contents.damaged or not contents.entries:
        line = len(contents.entries) + 1
        rest = "the lines before it are good" if contents.entries else "it is not a saved game"
        message = f"{where} is damaged in line {line} (byte {contents.valid}); {rest}"
        raise RecordError(message, offset=contents.valid)
    return record_from(contents.entries, where)


def record_from(entries: Sequence[object], where: str) -> Record:
    """Return the record made of these entries."""
    header = _header(entries, where)
    commands: list[Command] = []
    name = source = ""
    moves = by_computer = 0
    is_taken_over = False
    for line, entry in enumerate(entries[1:], 2):
        if isinstance(entry, dict) and set(entry) == {"name"} and is_name(entry["name"]):
            name = entry["name"]
            continue
        if is_note(entry):
            source = entry.get("origin", source)
            is_taken_over = _takes_over(header, entry["players"]) if "players" in entry else is_taken_over
            continue
        try:
            commands.append(Command.from_json(entry))
        except NotationError as error:
            raise RecordError(f"line {line} of {where}: {error}") from error
        moves += commands[-1].verb == "move"
        by_computer += commands[-1].verb == "move" and is_taken_over
    return Record(header, tuple(commands), name, source, by_computer > MOST_TAKEN_OVER * moves)


def is_note(entry: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether an entry is about the game's origin or its present players; an export omits it."""
    if not isinstance(entry, dict) or len(entry) != 1:
        return False
    players = entry.get("players")
    is_seats = isinstance(players, list) and all(isinstance(name, str) for name in players)
    return is_seats or entry.get("origin") in ORIGINS


def _takes_over(header: Header, players: list[str]) -> bool:
    """Tell whether a computer replaces a person."""
    first = header.get("players", [HUMAN])
    return any(before == HUMAN != now for before, now in zip(first, players, strict=False))


def is_name(text: object) -> bool:
    """Tell whether this can be a game's name: up to 60 printable characters, and not a number."""
    if not isinstance(text, str) or not text.isprintable() or text.isdecimal():
        return False
    return 0 < len(text.strip()) <= len(text) <= 60


def _header(entries: Sequence[object], where: str) -> Header:
    header = entries[0] if entries else None
    if not isinstance(header, dict) or "game" not in header:
        raise RecordError(f"{where} is not a record of a game: its first line names no game", offset=0)
    if header.get("version") != VERSION:
        message = f"{where} has version {header.get('version')!r:.20}; this slidedrop reads version {VERSION}"
        raise RecordError(message, offset=0)
    return header


def begin(header: Header, where: str = "the record") -> AnyGame:
    """Return the game of a header, before its first command."""
    kind = header.get("game")
    try:
        return game_spec(require_type(kind, str, "the name of a game")).game_from(header)
    except SlidedropError as error:
        raise RecordError(f"{where} cannot begin: {error}", offset=0) from error


def replay(record: Record, where: str = "the record") -> AnyGame:
    """Return the game after all its commands."""
    game = begin(record.header, where)
    do_all(game, record.commands, where)
    return game


def do_all(game: Game, commands: Iterable[Command], where: str = "the record") -> None:
    """Carry out the commands; an illegal one is refused."""
    for number, command in enumerate(commands, 1):
        try:
            happened = game.do(command)
        except SlidedropError as error:
            raise RecordError(f"command {number} of {where} is not possible: {error}") from error
        if not happened:
            raise RecordError(f"command {number} of {where}, '{command.move or command.verb}', has no effect there")
