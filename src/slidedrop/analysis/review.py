"""A review, in the same form for every game: each move with its cost, the costliest first.

    review_game(game).costliest      the costliest moves of both players
    review_game(game).totals         what the game adds up to: for 2048 expected, luck, skill and final

Each game has its own reviewer (capability "reviews"). The results hold finished sentences.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Final, Protocol

from slidedrop.core.arguments import require_nonnegative, require_type
from slidedrop.core.errors import NotationError
from slidedrop.core.game import Game
from slidedrop.core.game_base import GameBase
from slidedrop.games import spec_of

MOST_COSTLY: Final = 5
Tell = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move of a game."""

    ply: int
    """Counted from 1."""
    player: int
    """The seat that made it."""
    move: str
    best: tuple[str, ...]
    """The best moves."""
    cost: float
    """Its cost: points in a game for points, otherwise 0 (a good move) to 3 (a win thrown away)."""
    is_mistake: bool
    height: float | None = None
    """The value after the move for the first player, from -1 to 1; None if it is not known."""
    better_line: str = ""
    """A better line; empty if none is known."""
    words: str = ""
    """A comment; in 2048 for the costliest moves only."""


@dataclass(frozen=True, slots=True, repr=False)
class GameReview:
    """A whole game."""

    game: str
    moves: tuple[MoveReview, ...]
    totals: dict[str, float]
    summary: tuple[str, ...]
    """Sentences about the whole game."""

    @property
    def costliest(self) -> tuple[MoveReview, ...]:
        """The costliest moves first; of equal ones the earlier."""
        costly = [move for move in self.moves if move.cost > 0]
        return tuple(sorted(costly, key=lambda move: (-move.cost, move.ply))[:MOST_COSTLY])

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "costliest": [move.ply for move in self.costliest]}

    def __repr__(self) -> str:
        return f"<GameReview of {len(self.moves)} moves: {' '.join(self.summary)}>"

    def _repr_html_(self) -> str:
        moves = (f"<li>{escape(f'{move.move}: {move.words}'.removesuffix(': '))}</li>" for move in self.moves)
        return f"<p>{escape(' '.join(self.summary))}</p><ol>{''.join(moves)}</ol>"


class Reviewer(Protocol):
    """The capability "reviews" of a game."""

    def __call__(self, game: Any, seconds: float, tell: Tell, /) -> GameReview:  # noqa: ANN401 - a game of its own kind
        """Review a game; `seconds` is the time limit per move, if the game's engine has one."""
        ...


def review_game(game: Game, *, seconds: float = 2.0, tell: Tell = lambda _done, _of: None) -> GameReview:
    """Review any game; `tell` is called with the positions done and the total."""
    require_type(game, GameBase, "a game")
    if not callable(tell):
        raise NotationError(f"tell is a function of two numbers, not {tell!r:.60}")
    spec = spec_of(game)
    reviewer: Reviewer = spec.load(spec.reviews, "review")
    return reviewer(game, require_nonnegative(seconds, "the number of seconds per move"), tell)
