"""Measure the plain Python players of Connect-4: `python -m benchmarks.bench_connect4_plain`.

tree:4 rebuilds its whole tree for every position here, the slowest case; in a game it reuses most of the tree.
"""

from __future__ import annotations

import random
import time

from slidedrop.connect4 import Position
from slidedrop.players.registry import make_player

POSITIONS = 20
LIMITS = {"tree:4": 0.5, "search:8": 2.0}
"""Each player with its target of CPU seconds per move on 7x6."""


def positions() -> list[Position]:
    """Return the empty board and seeded unfinished positions of up to twenty discs."""
    dice = random.Random(7)
    found = [Position()]
    while len(found) < POSITIONS:
        position = Position()
        for _ in range(dice.randint(1, 20)):
            if position.outcome is None:
                position = position.play(dice.choice(position.legal_moves()))
        if position.outcome is None:
            found.append(position)
    return found


def cost(name: str, position: Position) -> float:
    """Return the CPU seconds of one move by a new player."""
    player = make_player(name, "connect4")
    before = time.process_time()
    player.choose(position)
    return time.process_time() - before


def main() -> None:
    """Measure and print."""
    print(f"{'a move on 7x6':<16}{'mean':>8}{'worst':>8}  at most")
    for name, limit in LIMITS.items():
        costs = [cost(name, position) for position in positions()]
        mean = sum(costs) / len(costs)
        print(f"{name:<16}{mean:>6.2f} s{max(costs):>6.2f} s  {limit} s")


if __name__ == "__main__":
    main()
