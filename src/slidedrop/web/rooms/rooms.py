"""Rooms and all changes to them, as pure functions without database or requests.

race           a one-player game, everyone from the same seed; the score counts
opponent       a two-player game against a computer with the room's seed, so the server can verify its moves
round-robin    a two-player game, everyone once against everyone
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.core.game import Header
from slidedrop.core.spec import AnySpec
from slidedrop.games import game_specs
from slidedrop.players import HUMAN
from slidedrop.players.registry import player_types
from slidedrop.records.daily import seed_of_day
from slidedrop.records.replay import begin, header_of
from slidedrop.web.http.responses import Code
from slidedrop.web.names import checked_name, same_name

Kind = Literal["race", "opponent", "round-robin"]
OPPONENTS: Final = {
    spec.name: [one.name for one in player_types(spec.name) if one.seeded] for spec in game_specs() if spec.seats == 2
}
"""For each two-player game: the players whose moves the server can check, as they follow from seed and position."""
SIGNS: Final = "23456789BCDFGHJKMNPQRSTVWXZ"
"""The characters of codes: none that look alike, and no vowels, so that no code is a word."""
MOST_PLAYERS: Final = 1_000


class RoomError(SlidedropError):
    """An error in a room, with the code with which the page finds its translation."""

    def __init__(self, detail: str, code: Code | None = None) -> None:
        super().__init__(detail)
        self.code = code


class Result(NamedTuple):
    """The result of a game, as replayed on the server."""

    score: int = 0
    largest: int = 0
    moves: int = 0
    take_backs: int = 0
    hints: int = 0
    finished: bool = False
    winner: int | None = None
    faithful: bool = True
    """Whether the moves of a computer are its own; otherwise the game does not count."""


class Player(NamedTuple):
    """A player in a room: `key` is the digest of the browser's key; a ready player waits for an opponent."""

    number: int
    name: str
    key: str
    ready: bool = False


class Played(NamedTuple):
    """A game of a room: the numbers of its players in the order of their turns, and its result."""

    game: str
    seats: tuple[int, ...]
    ply: int = 0
    result: Result = Result()
    at: float = 0
    """When this result was noted."""


class Room(NamedTuple):
    """A room as stored; new fields are added at the end, with a default for older rooms."""

    code: str
    kind: Kind
    seed: str
    owner: str = ""
    """The digest of the owner's key; the room of a day has none."""
    title: str = ""
    opponent: str = ""
    minutes: int = 0
    """How long results count after the start; 0 without a clock, when the room is open immediately."""
    began: float = 0
    """When the owner started the clock, in seconds of universal time; 0 before."""
    players: tuple[Player, ...] = ()
    games: tuple[Played, ...] = ()
    game: str = ""
    """The name of the game that is played in it."""
    shut: bool = False
    """Whether the owner has stopped new players."""
    barred: tuple[str, ...] = ()
    """The keys of the players that the owner has removed."""

    def phase(self, now: float) -> Literal["waiting", "open", "over"]:
        """Return the phase: whether games may start and count."""
        if self.minutes and not self.began:
            return "waiting"
        return "over" if self.ends is not None and now >= self.ends else "open"

    @property
    def ends(self) -> float | None:
        """The time at which results stop counting, or None without a clock."""
        return self.began + 60 * self.minutes if self.began and self.minutes else None

    def player(self, key: str) -> Player | None:
        return next((player for player in self.players if player.key == key), None)

    def game_of(self, number: int) -> Played | None:
        return next((game for game in reversed(self.games) if number in game.seats), None)

    @classmethod
    def from_text(cls, text: str) -> Room:
        """Return a stored room; a damaged one is refused."""
        try:
            room = cls(*json.loads(text))
            games = [Played(name, tuple(seats), ply, Result(*of), at) for name, seats, ply, of, at in room.games]
            players = tuple(Player(*player) for player in room.players)
            return room._replace(players=players, games=tuple(games), barred=tuple(room.barred))
        except (ValueError, TypeError) as error:
            raise RecordError(f"the room is damaged, and can only be closed: {error}") from error


def game_for(kind: Kind, name: str | None = None) -> AnySpec:
    """Return the game of that name for a kind of room, or the first that suits it."""
    fitting = [spec for spec in game_specs() if spec.by_points == (kind == "race")]
    found = next((spec for spec in fitting if name in (None, spec.name)), None)
    if found is None:
        raise RoomError(f"a room of this kind plays one of {', '.join(spec.name for spec in fitting)}")
    return found


def opponent_for(spec: AnySpec, name: str | None = None) -> str:
    """Return the opponent of that name in a game, or one of medium strength."""
    names = OPPONENTS.get(spec.name, [])
    if not names or name not in (None, *names):
        raise RoomError(f"the opponents in a room of {spec.title} are {', '.join(names) or 'none'}")
    return name or names[len(names) // 2]


def room_of_the_day(day: str) -> Room:
    """Return the race of a day such as "2026-11-17"; its seed is the same on every server."""
    spec = game_for("race")
    return Room(day, "race", str(seed_of_day(spec, day)), title=f"{spec.title} of {day}", game=spec.name)


def header_for(room: Room) -> Header:
    """Return the header of a room's games; only the server writes `room` into a header."""
    spec = game_for(room.kind, room.game or None)
    begun = begin({"game": spec.name, "rules": {}, "seed": room.seed})
    players = [HUMAN, room.opponent or HUMAN][: spec.seats]
    return {**header_of(begun, players), "seed": room.seed, "room": room.code}


def joined(room: Room, key: str, text: str, drawn: str = "") -> Room:
    """Return the room after a browser joins or changes its name; `drawn` is another key of the same browser."""
    name, known = checked_name(text), room.player(key) or room.player(drawn)
    if any(same_name(player.name, name) and player != known for player in room.players):
        raise RoomError("another player in this room already has that name; choose another", "name-taken")
    if known is None:
        _check_door(room, {key, drawn})
    last = max((player.number for player in room.players), default=0)
    own = Player(last + 1, name, key) if known is None else known._replace(name=name, key=key)
    return room._replace(players=tuple(sorted((*(player for player in room.players if player != known), own))))


def _check_door(room: Room, keys: set[str]) -> None:
    if not keys.isdisjoint(room.barred):
        raise RoomError("the owner of this room has removed you from it", "barred")
    if room.shut:
        raise RoomError("this room does not take new players; ask its owner to allow them", "door-closed")
    if len(room.players) >= MOST_PLAYERS:
        raise RoomError(f"a room has at most {MOST_PLAYERS} people", "room-full")


def seated(room: Room, key: str, new_games: Sequence[str]) -> Room:
    """Return the room after a player joins their game or waits for an opponent; `new_games` are unused names."""
    player = room.player(key)
    if player is None:
        raise RoomError("join the room first, with a name", "join-first")
    own = room.game_of(player.number)
    if own is not None and not (room.kind == "round-robin" and own.result.finished):
        return room
    if room.kind != "round-robin":
        return room._replace(games=(*room.games, Played(new_games[0], (player.number,))))
    ready = {player.number, *(other.number for other in room.players if other.ready)}
    pairs = next_pairs(ready, [game.seats for game in room.games])[: len(new_games)]
    waiting = ready.difference(*pairs)
    players = tuple(other._replace(ready=other.number in waiting) for other in room.players)
    games = tuple(Played(name, pair) for name, pair in zip(new_games, pairs, strict=False))
    return room._replace(players=players, games=room.games + games)


def next_pairs(ready: Iterable[int], games: Iterable[tuple[int, ...]]) -> list[tuple[int, int]]:
    """Return the next pairs of waiting players, red first: each once, fewest games first, alternating colours."""
    played = list(games)
    met = {frozenset(seats) for seats in played}
    count, reds = Counter(number for seats in played for number in seats), Counter(seats[0] for seats in played)
    waiting, pairs = sorted(ready, key=lambda number: (count[number], number)), []
    while waiting:
        one = waiting.pop(0)
        other = next((number for number in waiting if frozenset((one, number)) not in met), None)
        if other is not None:
            waiting.remove(other)
            pairs.append((one, other) if reds[one] <= reds[other] else (other, one))
    return pairs


def with_results(room: Room, heard: Mapping[str, Played]) -> Room:
    """Return the room with results that were reached while it was open; a result at a later ply stays."""
    open_then = {game: now for game, now in heard.items() if room.phase(now.at) == "open"}
    newer = [(old, open_then.get(old.game, old)) for old in room.games]
    return room._replace(
        games=tuple(new._replace(seats=old.seats) if new.ply >= old.ply else old for old, new in newer)
    )


def removed(room: Room, numbers: Container[int]) -> Room:
    """Return the room without some people and their games; they cannot return."""
    games = tuple(game for game in room.games if not any(number in numbers for number in game.seats))
    barred = tuple(player.key for player in room.players if player.number in numbers)
    players = tuple(player for player in room.players if player.number not in numbers)
    return room._replace(players=players, games=games, barred=(room.barred + barred)[-MOST_PLAYERS:])
