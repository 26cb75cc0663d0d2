"""Pack the weights of a 2048 network again: python -m tools.pack_weights [FILE], half a minute.

Without a file it is the large network that ships. A file of any packing becomes one that browsers read, with the same
weights to the last bit; whatever `slidedrop train` has written can be copied to `data/` and packed so.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.engine.portable_network import SHIPPED
from slidedrop.twenty48.engine.weights import read_network, save_network

DATA: Final = Path(__file__).parents[1] / "src" / "slidedrop" / "data"


def pack_again(path: Path) -> None:
    """Replace a file by one with the same weights, and read it again to be sure."""
    network, before = read_network(path), path.stat().st_size
    save_network(network, path)
    if not np.array_equal(read_network(path).evaluator.units, network.evaluator.units):
        raise RecordError(f"{path} does not hold the same weights as before: get the old file again")
    print(f"{path}: {before:,} bytes before, {path.stat().st_size:,} now")


def main() -> None:
    """Pack one file again."""
    parser = argparse.ArgumentParser(description="Pack the weights of a 2048 network again.")
    parser.add_argument("file", type=Path, nargs="?", default=DATA / SHIPPED, help="where they are")
    pack_again(parser.parse_args().file)


if __name__ == "__main__":
    main()
