"""The player that cannot do better: on a small board of 2048 that was solved, it makes the slide worth most."""

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.exact.values import Exact, check_solvable, exact_for
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules


class ExactPlayer:
    """Plays for the greatest expected score."""

    name = "exact"

    def __init__(self) -> None:
        self._exact: Exact | None = None

    def check(self, position: Position) -> None:
        """Refuse a board that is too large, or that was not solved yet."""
        self._solution(position.rules).worth(position.board)

    def choose(self, position: Position) -> Direction:
        """Return the slide of the highest worth, the first of equals."""
        slides = self._solution(position.rules).slides(position.board)
        return max(slides, key=slides.__getitem__)

    def _solution(self, rules: Rules) -> Exact:
        if self._exact is None or self._exact.rules != rules:
            check_solvable(rules)
            self._exact = exact_for(rules)
        if self._exact is None:
            raise RecordError("3x3 is not solved yet; 'slidedrop solve 2048 --size 3' does that once, in minutes")
        return self._exact
