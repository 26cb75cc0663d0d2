"""The players by name, for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from slidedrop.core.errors import NotationError
from slidedrop.players.simple import GreedyPlayer, RandomPlayer, slide_worth
from slidedrop.players.spec import PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.core.worth import Evaluation
    from slidedrop.players.player import Player


def _random(spec: PlayerSpec, game: str, seed: int | None) -> Player:  # noqa: ARG001 - every maker is called alike
    _takes(spec, level=False, time=False)
    return RandomPlayer(seed)


def _greedy(spec: PlayerSpec, game: str, seed: int | None) -> Player:  # noqa: ARG001 - every maker is called alike
    _takes(spec, level=False, time=False)
    if game == "2048":
        return GreedyPlayer(lambda position, move: slide_worth(position.board.slide(move)))
    judge = _judge(game)
    return GreedyPlayer(lambda position, move: judge(position.play(move), position.turn))


def _tree(spec: PlayerSpec, game: str, seed: int | None) -> Player:  # noqa: ARG001 - every maker is called alike
    from slidedrop.players.looking_ahead import TreePlayer

    _takes(spec, level=True, time=False)
    return TreePlayer(spec, _judge(game), by_points=game == "2048")


def _search(spec: PlayerSpec, game: str, seed: int | None) -> Player:  # noqa: ARG001 - every maker is called alike
    from slidedrop.players.looking_ahead import SearchPlayer

    return SearchPlayer(spec, _judge(game), by_points=game == "2048")


def _solving(spec: PlayerSpec, game: str, seed: int | None) -> Player:  # noqa: ARG001 - every maker is called alike
    from slidedrop.players.solving import SolvingPlayer

    _takes(spec, level=False, time=True)
    return SolvingPlayer(spec, verdict_only=spec.name == "winner", seed=seed)


def _takes(spec: PlayerSpec, *, level: bool, time: bool) -> None:
    """Refuse a level or a time that the player would not heed."""
    if (spec.level is not None and not level) or (spec.seconds is not None and not time):
        example = f"{spec.name}:4" if level else spec.name
        message = f"'{spec}' asks for what the player '{spec.name}' does not have; write {example}"
        raise NotationError(message)


def _judge(game: str) -> Evaluation[Any]:
    from slidedrop.players.judging import judge_2048, judge_connect4

    return judge_2048 if game == "2048" else judge_connect4


_BOTH: Final[dict[str, Callable[[PlayerSpec, str, int | None], Player]]] = {
    "random": _random,
    "greedy": _greedy,
    "tree": _tree,
    "search": _search,
}
_PLAYERS: Final = {
    "2048": _BOTH,
    "connect4": {**_BOTH, "perfect": _solving, "winner": _solving},
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
    return maker(spec, game, seed)


def check_player(player: Player, position: Any) -> None:  # noqa: ANN401 - a position of any game
    """Refuse a player whose level would take too long or too much memory from this position on."""
    check = getattr(player, "check", None)
    if check is not None:
        check(position)
