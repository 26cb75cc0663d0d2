"""Train a network for 2x2 boards in a few seconds, save it, load it and use it; needs the extra `ai`."""

import tempfile
from pathlib import Path

from slidedrop.twenty48 import (
    Board,
    Expectimax,
    Plan,
    Rules,
    network_of,
    read_network,
    resume,
    save_network,
    train_in,
)


def main(minutes: float = 0.02) -> None:
    """Train for some minutes in a folder, as `slidedrop train 2048 --size 2` does."""
    with tempfile.TemporaryDirectory() as folder:
        for report in train_in(folder, Plan.of_size(2), minutes, every=1.0):
            print(f"{report.moves:,} moves, mean {report.mean:.0f} points")
        weights = Path(folder) / "small.weights"
        save_network(network_of(resume(folder), least=0), weights, level=1)
        looking = Expectimax(read_network(weights), Rules(size=2))
        analysis = looking.search(Board.from_rows([[2, 4], [0, 2]]), plies=2)
        print("best:", analysis.best)


if __name__ == "__main__":
    main()
