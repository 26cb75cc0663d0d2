"""The players by name, for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slidedrop.core.errors import NotationError
from slidedrop.players.simple import GreedyPlayer, RandomPlayer, slide_worth
from slidedrop.players.spec import PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.players.player import Player


def _random(spec: PlayerSpec, seed: int | None) -> Player:  # noqa: ARG001 - every maker is called alike
    return RandomPlayer(seed)


def _greedy_2048(spec: PlayerSpec, seed: int | None) -> Player:  # noqa: ARG001 - every maker is called alike
    return GreedyPlayer(lambda position, move: slide_worth(position.board.slide(move)))


_PLAYERS: Final[dict[str, dict[str, Callable[[PlayerSpec, int | None], Player]]]] = {
    "2048": {"random": _random, "greedy": _greedy_2048},
    "connect4": {"random": _random},
}


def player_names(game: str) -> list[str]:
    """Return the names of the players of a game."""
    return list(_PLAYERS[game])


def player_called(text: str, game: str, *, seed: int | None = None) -> Player:
    """Return the player of that name, or say which there are."""
    spec = PlayerSpec.read(text)
    maker = _PLAYERS[game].get(spec.name)
    if maker is None:
        message = f"there is no player called '{spec.name}' for {game}; choose one of {', '.join(player_names(game))}"
        raise NotationError(message)
    return maker(spec, seed)
