"""How many positions a number of levels would take, told before the memory is gone.

    levels       1    2    3      4        On 7x6 every level is seven times as wide as the one before; on a free
    positions    8   57  400  2,801        4x4 board sixteen times, then fifteen times, and so on.

The widths are those along one line of play, at each step the one with most replies, so the estimate is rather too high
than too low. A level is refused by this number, not by itself: eight are few at the end of a game.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, takewhile
from operator import mul
from typing import Any, Final

from slidedrop.core.errors import SlidedropError
from slidedrop.core.position import CHANCE, Position

BYTES_A_NODE: Final = 250
"""What a position takes in memory, with its place in a tree."""
PRUNED: Final = 0.7
"""Alpha-beta leaves out so much that about this power of all positions is left (measured: 0.66 to 0.70)."""

_FAR: Final = 200
_LOOKED_AT: Final = 16


class TooManyNodes(SlidedropError):
    """A number of levels that would take more positions than there is room for."""

    def __init__(self, levels: int, estimate: int, largest: int) -> None:
        count = f"{estimate:,}" if estimate < 10**12 else f"10^{len(str(estimate)) - 1}"
        megabytes = estimate * BYTES_A_NODE // 10**6
        memory = f"{megabytes:,} MB" if megabytes < 10**7 else "more memory than any machine has"
        super().__init__(
            f"{levels} levels would take about {count} positions ({memory});"
            f" the largest number of levels that is sensible here is {largest}"
        )
        self.levels = levels
        self.estimate = estimate
        self.largest = largest
        """The most levels that are not refused in the same position."""


def estimated_nodes(position: Position[Any], levels: int, *, pruned: bool = False) -> int:
    """Return about how many positions there are within some levels; pruned, how many of them a search looks at."""
    nodes = sum(accumulate(islice(_widths(position), max(0, levels)), mul, initial=1))
    return _pruned(nodes) if pruned else nodes


def largest_levels(position: Position[Any], most_nodes: int, *, pruned: bool = False) -> int:
    """Return the most levels whose estimate is within bounds; one level is always sensible."""
    totals = accumulate(accumulate(_widths(position), mul, initial=1))
    within = takewhile(lambda nodes: (_pruned(nodes) if pruned else nodes) <= most_nodes, totals)
    return max(1, sum(1 for _ in within) - 1)


def check_levels(position: Position[Any], levels: int, most_nodes: int, *, pruned: bool = False) -> None:
    """Raise TooManyNodes, with the estimate and the largest sensible number, where the levels are too many."""
    estimate = estimated_nodes(position, levels, pruned=pruned)
    if levels > 1 and estimate > most_nodes:
        raise TooManyNodes(levels, estimate, largest_levels(position, most_nodes, pruned=pruned))


def _widths(position: Position[Any]) -> Iterator[int]:
    """Yield how many positions can follow, step by step along the line with most replies, while the game lasts."""
    for _ in range(_FAR):
        following = _following(position)
        if not following:
            return
        yield _width(position)
        position = max(following, key=_width)


def _following(position: Position[Any]) -> Sequence[Position[Any]]:
    """Return some of the next positions: on a large board looking at all of them would take too long."""
    if position.turn == CHANCE:
        return [after for after, _ in islice(position.chance_outcomes(), _LOOKED_AT)]
    return [position.play(move) for move in position.legal_moves()[:_LOOKED_AT]]


def _width(position: Position[Any]) -> int:
    return len(list(position.chance_outcomes())) if position.turn == CHANCE else len(position.legal_moves())


def _pruned(nodes: int) -> int:
    # Where a float can no longer hold it, the number is past every bound anyway.
    return int(min(nodes, 10**300) ** PRUNED)
