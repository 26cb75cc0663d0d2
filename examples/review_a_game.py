"""Grade every move of a game of Connect-4 with the solver."""

import slidedrop
from slidedrop.connect4 import Position

COLUMNS = "4444455332222135"


def main() -> None:
    """Play the game, review it, and print the turning points."""
    game = slidedrop.Connect4(start=Position.from_moves(COLUMNS[:8]))
    for digit in COLUMNS[8:]:
        game.play(int(digit) - 1)
    review = slidedrop.review(game, seconds=0.5)
    for move in review.moves:
        print(f"{move.ply:>2}. column {move.move}: {move.words}")
    print(*review.summary, sep="\n")


if __name__ == "__main__":
    main()
