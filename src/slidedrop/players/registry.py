"""The players by name, for each game; here too the two that need no search: at random, and by what one move brings."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import JavaRandom, checked_seed, fresh_seed
from slidedrop.players.player import Choosy, Player, PlayerSpec

if TYPE_CHECKING:
    from slidedrop.core.search import Evaluation


class RandomPlayer:
    """Draws one of the legal moves; the same seed draws the same."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = JavaRandom(fresh_seed() if seed is None else seed)

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - any game will do
        """Return a legal move, each as likely as the next."""
        moves = position.legal_moves()
        return moves[self._random.next_int(len(moves))]


class GreedyPlayer:
    """Takes the move that looks best at once; the first of equals."""

    name = "greedy"

    def __init__(self, evaluate: Evaluation[Any]) -> None:
        self._evaluate = evaluate

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - any game will do
        """Return the legal move of the highest worth."""
        return max(position.legal_moves(), key=lambda move: self._evaluate(position.play(move), position.turn))


def _judge(game: str) -> Evaluation[Any]:
    """Return how a position of a game looks at a glance."""
    if game == "2048":
        from slidedrop.twenty48.heuristic import judge

        return judge
    from slidedrop.connect4.evaluation import evaluate

    return evaluate


LADDER: Final = dict(zip(("beginner", "casual", "strong", "expert", "master"), range(1, 6), strict=True))
"""The opponents of Connect-4 by names for people, weakest first, and the level of the teacher that each is."""
_BOTH: Final = ("random", "greedy", "tree", "search")
_PLAYERS: Final = {
    "2048": (*_BOTH, "network", "small", "exact"),
    "connect4": (*_BOTH, *LADDER, "perfect", "winner", "teacher"),
}
_LEVELLED: Final = frozenset({"tree", "search", "network", "small", "teacher"})
_TIMED: Final = frozenset({"search", "network", "small", "perfect", "winner"})


def player_names(game: str) -> list[str]:
    """Return the names of the players of a game."""
    if not isinstance(game, str) or game not in _PLAYERS:
        raise NotationError(f"there is no game called {game!r:.40}; the games are {', '.join(_PLAYERS)}")
    return list(_PLAYERS[game])


def make_player(
    text: str, game: str, *, seed: int | None = None, weights: Path | None = None, native: bool = False
) -> Player:
    """Return the player of that name, or say which there are; the weights are for a network, others ignore them.

    The seed is for players that choose at random. A native one is compiled for this processor (extra `ai`), which pays
    in matches of many games.
    """
    spec, names = PlayerSpec.read(text), player_names(game)
    if spec.name not in names:
        raise NotationError(f"there is no player called '{spec.name}' for {game}; choose one of {', '.join(names)}")
    unheeded_level = spec.level is not None and spec.name not in _LEVELLED
    if unheeded_level or (spec.seconds is not None and spec.name not in _TIMED):
        example = f"{spec.name}:4" if spec.name in _LEVELLED else spec.name
        raise NotationError(f"'{spec}' asks for what the player '{spec.name}' does not have; write {example}")
    seed = None if seed is None else checked_seed(seed)
    weights = None if weights is None else require_type(weights, Path, "the path of a network")
    return _made(spec, game, seed, weights, native=require_type(native, bool, "native, True or False,"))


def _made(spec: PlayerSpec, game: str, seed: int | None, weights: Path | None, *, native: bool) -> Player:
    """Return a player whose name there is; what it needs is imported only here."""
    match spec.name:
        case "random":
            return RandomPlayer(seed)
        case "greedy":
            return GreedyPlayer(_judge(game))
        case "tree" | "search":
            from slidedrop.players.search import SearchPlayer, TreePlayer

            kind = TreePlayer if spec.name == "tree" else SearchPlayer
            return kind(spec, _judge(game), by_points=game == "2048")
        case "network" | "small":
            from slidedrop.players.learned import LearnedPlayer

            return LearnedPlayer(spec, weights, native=native)
        case "perfect" | "winner" | "exact":
            from slidedrop.players.knowing import ExactPlayer, SolvingPlayer

            solving = SolvingPlayer(spec, verdict_only=spec.name == "winner", seed=seed)
            return ExactPlayer() if spec.name == "exact" else solving
    from slidedrop.players.teaching import TeachingPlayer

    teacher = PlayerSpec("teacher", LADDER.get(spec.name, spec.level))
    return TeachingPlayer(teacher, seed, spec.name if spec.name in LADDER else "")


def needs_engine(text: str) -> bool:
    """Tell whether a player of that name is nothing without the built engines."""
    return PlayerSpec.read(text).name in {"network", "small", "perfect", "winner"}


@cache
def has_compiler() -> bool:
    """Tell whether players can be compiled for this processor (extra `ai`); nothing is imported for it."""
    return find_spec("numba") is not None


def check_player(player: Player, position: Any) -> None:  # noqa: ANN401 - a position of any game
    """Refuse a player whose level would take too long or too much memory from this position on."""
    if isinstance(player, Choosy):
        player.check(position)
