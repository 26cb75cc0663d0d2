"""The standings of a room; undos and hints are shown, but do not count.

race           points are the score
opponent       1 for a win, 1/2 for a draw; of two wins the one with fewer moves is better
round-robin    1 for a win, 1/2 for a draw, over all games
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from slidedrop.web.rooms.rooms import Played, Result

if TYPE_CHECKING:
    from slidedrop.core.game import Game
    from slidedrop.web.rooms.rooms import Room

Line = dict[str, Any]
State = Literal["joined", "races", "raced", "against", "between", "playing", "won", "drawn", "lost", "uncounted"]


def result_of(game: Game) -> Result:
    """Return the result of a game."""
    now = game.summary()
    counts = (now.score or 0, now.largest or 0, now.moves, now.take_backs, now.hints)
    return Result(*counts, finished=now.finished, winner=now.winner)


def standings(room: Room) -> list[Line]:
    """Return a line for each player, first place first; equal ones share a place."""
    own: dict[int, list[Played]] = {player.number: [] for player in room.players}
    for game in room.games:
        for number in game.seats:
            own[number].append(game)
    ranks = {number: _rank(room, number, games) for number, games in own.items()}
    order = sorted(room.players, key=lambda player: (ranks[player.number], player.name.casefold()))
    places = {ranks[player.number]: place for place, player in reversed(list(enumerate(order, 1)))}
    return [
        {"place": places[ranks[number]], "points": -ranks[number][0], **_line(room, number, name, own[number])}
        for number, name, *_ in order
    ]


def _rank(room: Room, number: int, own: list[Played]) -> tuple[float, float]:
    """Return the sort key of a player, smallest first: the points, then the tie-break."""
    if room.kind == "race":
        return -sum(game.result.score for game in own), 0
    worth = [_worth(game, number) for game in own]
    moves = sum(game.result.moves for game in own) if room.kind == "opponent" and worth == [1] else 0
    return -sum(worth), moves


def _worth(played: Played, number: int) -> float:
    """Return a player's points from a two-player game."""
    result = played.result
    if not (result.finished and result.faithful):
        return 0
    return 0.5 if result.winner is None else float(result.winner == played.seats.index(number))


def _line(room: Room, number: int, name: str, own: list[Played]) -> Line:
    results = [game.result for game in own]
    helps = {"take_backs": sum(one.take_backs for one in results), "hints": sum(one.hints for one in results)}
    playing = any(not result.finished for result in results)
    state, count, against = _state(room, number, own)
    told = {"number": number, "name": name, "state": state, "count": count, "against": against}
    return {**told, "playing": playing, **helps}


def _state(room: Room, number: int, own: list[Played]) -> tuple[State, int, str]:
    """Return a player's state, its count (largest tile, moves or games), and the opponent in the game."""
    if not own:
        return "joined", 0, ""
    result, seats = own[-1].result, own[-1].seats
    if room.kind == "race":
        return "raced" if result.finished else "races", result.largest, ""
    if room.kind == "round-robin":
        other = next(player.name for player in room.players if player.number in seats and player.number != number)
        done = sum(game.result.finished for game in own)
        return ("between", done, "") if result.finished else ("against", done, other)
    if not result.faithful:
        return "uncounted", result.moves, ""
    ended: State = "drawn" if result.winner is None else "lost" if result.winner else "won"
    return ended if result.finished else "playing", result.moves, ""
