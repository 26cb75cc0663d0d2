"""The players by name, for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from slidedrop.core.errors import NotationError
from slidedrop.players.simple import GreedyPlayer, RandomPlayer, slide_worth
from slidedrop.players.spec import PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from slidedrop.core.worth import Evaluation
    from slidedrop.players.player import Player


class Wanted(NamedTuple):
    """The player that was asked for."""

    spec: PlayerSpec
    game: str
    seed: int | None = None
    """For players that draw lots; None draws others every time."""
    weights: Path | None = None
    """A file of network weights to go by; None goes by those that ship."""


def _random(wanted: Wanted) -> Player:
    _takes(wanted.spec, level=False, time=False)
    return RandomPlayer(wanted.seed)


def _greedy(wanted: Wanted) -> Player:
    _takes(wanted.spec, level=False, time=False)
    if wanted.game == "2048":
        return GreedyPlayer(lambda position, move: slide_worth(position.board.slide(move)))
    judge = _judge(wanted.game)
    return GreedyPlayer(lambda position, move: judge(position.play(move), position.turn))


def _tree(wanted: Wanted) -> Player:
    from slidedrop.players.looking_ahead import TreePlayer

    _takes(wanted.spec, level=True, time=False)
    return TreePlayer(wanted.spec, _judge(wanted.game), by_points=wanted.game == "2048")


def _search(wanted: Wanted) -> Player:
    from slidedrop.players.looking_ahead import SearchPlayer

    return SearchPlayer(wanted.spec, _judge(wanted.game), by_points=wanted.game == "2048")


def _solving(wanted: Wanted) -> Player:
    from slidedrop.players.solving import SolvingPlayer

    _takes(wanted.spec, level=False, time=True)
    return SolvingPlayer(wanted.spec, verdict_only=wanted.spec.name == "winner", seed=wanted.seed)


def _network(wanted: Wanted) -> Player:
    from slidedrop.players.learned import LearnedPlayer

    return LearnedPlayer(wanted.spec, wanted.weights)


def _teacher(wanted: Wanted) -> Player:
    from slidedrop.players.teaching import TeachingPlayer

    _takes(wanted.spec, level=True, time=False)
    return TeachingPlayer(wanted.spec, wanted.seed)


def _takes(spec: PlayerSpec, *, level: bool, time: bool) -> None:
    """Refuse a level or a time that the player would not heed."""
    if (spec.level is not None and not level) or (spec.seconds is not None and not time):
        example = f"{spec.name}:4" if level else spec.name
        message = f"'{spec}' asks for what the player '{spec.name}' does not have; write {example}"
        raise NotationError(message)


def _judge(game: str) -> Evaluation[Any]:
    from slidedrop.players.judging import judge_2048, judge_connect4

    return judge_2048 if game == "2048" else judge_connect4


_BOTH: Final[dict[str, Callable[[Wanted], Player]]] = {
    "random": _random,
    "greedy": _greedy,
    "tree": _tree,
    "search": _search,
}
_PLAYERS: Final = {
    "2048": {**_BOTH, "network": _network},
    "connect4": {**_BOTH, "perfect": _solving, "winner": _solving, "teacher": _teacher},
}


def player_names(game: str) -> list[str]:
    """Return the names of the players of a game."""
    return list(_PLAYERS[game])


def player_called(text: str, game: str, *, seed: int | None = None, weights: Path | None = None) -> Player:
    """Return the player of that name, or say which there are; the weights are for a network, others ignore them."""
    spec = PlayerSpec.read(text)
    maker = _PLAYERS[game].get(spec.name)
    if maker is None:
        message = f"there is no player called '{spec.name}' for {game}; choose one of {', '.join(player_names(game))}"
        raise NotationError(message)
    return maker(Wanted(spec, game, seed, weights))


def is_compiled(text: str) -> bool:
    """Tell whether a player of that name is compiled when it is first used."""
    spec = PlayerSpec.read(text)
    return spec.name in {"network", "perfect", "winner"} or (spec.name == "teacher" and spec.level not in {1, 2})


def check_player(player: Player, position: Any) -> None:  # noqa: ANN401 - a position of any game
    """Refuse a player whose level would take too long or too much memory from this position on."""
    check = getattr(player, "check", None)
    if check is not None:
        check(position)
