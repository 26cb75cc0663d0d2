"""Play the submission against the agents of kaggle-environments: `python tools/peers/kaggle.py SUBMISSION [GAMES]`.

It runs in its own environment (`make kaggle`) and plays each opponent on each size with both colours. Any game that is
not won, or has an invalid move, an error or a timeout, is reported and fails.
"""

from __future__ import annotations

import sys
from typing import Any

from kaggle_environments import make

BOARDS = (
    {"columns": 7, "rows": 6, "inarow": 4},
    {"columns": 9, "rows": 7, "inarow": 4},
    {"columns": 6, "rows": 5, "inarow": 3},
)


def result(submission: str, opponent: str, board: dict[str, int], seat: int) -> str:
    """Play one game; return its result for the submission."""
    game: Any = make("connectx", configuration={**board, "actTimeout": 2})
    game.run([submission, opponent] if seat == 0 else [opponent, submission])
    end = game.steps[-1][seat]
    return {1: "won", 0: "drawn", -1: "lost"}.get(end.reward, "failed") if end.status == "DONE" else str(end.status)


def main() -> int:
    """Play all games, and report the failures."""
    submission, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2
    bad = 0
    for board in BOARDS:
        for opponent in ("random", "negamax"):
            results = [result(submission, opponent, board, game % 2) for game in range(games)]
            bad += sum(one != "won" for one in results)
            print(
                f"{board['columns']}x{board['rows']} in a row {board['inarow']} against {opponent}: {results}",
                flush=True,
            )
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
