"""The functions and arrays of the 2048 engine, declared once; `kernels.py` implements them.

    ranks                  the board: for each of 4x4 cells 0 if it is empty, 1 for the base tile, 2 for twice that, ...
    search_plies           searches the board to a depth, then writes the value of each slide to `values`
    set_root               or: makes the board the root of a search by probability
    start_search           starts it and values up to a given number of boards
    continue_search        continues it in slices, so that the caller can check the clock in between
    value_spawns           writes the value of each new tile after a slide to `spawn_values`

Values are expected points to come in a game with base tile 2. An illegal slide has the value minus infinity. Kernels
use the constants below, so this file is one of the sources of `slidedrop.engine.kernel`.
"""
# mypy: disable-error-code="empty-body"

from typing import Final, NamedTuple

from slidedrop.engine.exports import Array, Exports, export

CELLS: Final = 16
UNITS: Final = 32767
"""The number of units in the largest weight."""
FRAME: Final = 1 << 18
"""The number of weights in a frame of a weights file."""


class SearchCounts(NamedTuple):
    """The progress of a search."""

    depth: int
    """The current depth of the stack."""
    nodes: int
    """The number of boards valued so far."""
    deepest: int
    """The maximum depth so far."""


class SearchExports(Exports):
    """Expectimax with a network."""

    ranks = Array[int]("B", CELLS)
    values = Array[float]("d", 4)
    spawn_values = Array[float]("d", 2 * CELLS)
    counts = Array[int]("q", 3, field="stack.counts")
    unit = Array[float]("f", 1)
    odds = Array[float]("f", 3)
    costs = Array[int]("q", 3 * (CELLS + 1))
    planes = Array[int]("B", 3 * FRAME)
    units = Array[int]("h")

    @export
    def set_up(self) -> None:
        """Fill the slide tables in a new memory, and clear the transposition tables."""

    @export
    def set_steps(self, steps: int) -> None:
        """Compute the units of every code of a weights file that has this many steps on each side of 0."""

    @export
    def write_weights(self, place: int, *, turned: bool) -> int:
        """Write the weights of the frame in `planes`, starting at a position; return the position of the last one."""

    @export
    def clear_tables(self) -> None:
        """Clear the transposition tables; required after changing `odds` or `costs`."""

    @export
    def search_plies(self, largest: int, plies: int) -> bool:
        """Search the board in `ranks` to a depth, with tiles above the largest rank replaced by smaller ones.

        False if a tile is too large for the search.
        """

    @export
    def set_root(self, largest: int) -> bool:
        """Make the board in `ranks` the root of the next search; False as in `search_plies`."""

    @export
    def start_search(self, budget: int, *, by_probability: bool, limit: int) -> bool:
        """Start a search from the root; see `continue_search`."""

    @export
    def continue_search(self, *, by_probability: bool, limit: int) -> bool:
        """Search until `values` are complete (True) or slightly more boards than the limit were valued (False)."""

    @export
    def value_spawns(self, largest: int, direction: int, plies: int) -> bool:
        """Value each tile that can follow a slide of the board in `ranks`, by a search to a depth; False as above.

        `spawn_values` holds the base tile in each cell, then the tile twice as large; -1 for an impossible tile.
        """

    def progress(self) -> SearchCounts:
        """Return the progress of the current search."""
        return SearchCounts(*self.counts.read(3))
