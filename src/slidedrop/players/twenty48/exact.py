"""The exact player: 2x2 is solved, and 3x3 once `slidedrop solve 2048 --size 3` has run."""

from functools import lru_cache
from typing import TYPE_CHECKING

from slidedrop.core.errors import RecordError
from slidedrop.players.player import PlayerBase, PlayerType
from slidedrop.twenty48 import Direction, Position, Rules

if TYPE_CHECKING:
    from slidedrop.twenty48.exact.values import Exact


class ExactPlayer(PlayerBase[Position, Direction]):
    """Maximises the expected score."""

    declaration = PlayerType(
        "exact",
        "Exact",
        "Plays 2x2 and 3x3 for the highest expected score, perfectly.",
        any_rules=False,
        offered=False,
        order=30,
    )

    def validate(self, position: Position) -> None:
        _solution(position.rules).worth(position.board)

    def choose(self, position: Position) -> Direction:
        slides = _solution(position.rules).slides(position.board)
        return max(slides, key=slides.__getitem__)


@lru_cache(maxsize=4)
def _solution(rules: Rules) -> "Exact":
    from slidedrop.twenty48.exact.values import check_solvable, exact_for

    check_solvable(rules)
    exact = exact_for(rules)
    if exact is None:
        raise RecordError("3x3 is not solved yet; 'slidedrop solve 2048 --size 3' does that once, in minutes")
    return exact
