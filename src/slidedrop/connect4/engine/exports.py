"""The functions and arrays of the Connect-4 engine, declared once; `kernels/` implements them.

    set_up           sets the board size and clears the tables
    load_positions   loads up to POSITIONS positions to solve, from `movers` and `others`
    load_columns     or: loads the positions after each column of one position
    search           searches a limited number of nodes, so that the caller can check the clock in between
    low, high        the proven bounds of each score; `nodes` has the number of nodes searched for it

A bitboard has one bit per cell: column after column from the left, each from the bottom up, and one bit above each
column that stays empty. `mover` has the discs of the side to move, `other` those of the opponent.
"""
# mypy: disable-error-code="empty-body"

from typing import Final, NamedTuple

from slidedrop.engine.exports import Array, Exports, Word, export

POSITIONS: Final = 1024


class Bounds(NamedTuple):
    """The proven bounds of the score of a position, for its side to move."""

    low: int
    high: int
    nodes: int


class SolverExports(Exports):
    """The solver with its opening book, and the opponents of five levels."""

    movers = Array[int]("Q", POSITIONS)
    others = Array[int]("Q", POSITIONS)
    low = Array[int]("q", POSITIONS)
    high = Array[int]("q", POSITIONS)
    nodes = Array[int]("q", POSITIONS)
    keys = Array[int]("Q", growing=True)
    scores = Array[int]("b", growing=True)
    scratch = Array[int]("Q", growing=True)
    spare = Array[int]("Q", growing=True)

    @export
    def set_up(self, columns: int, rows: int) -> None:
        """Set a board size, which must fit one word, and clear the tables and the book."""

    @export
    def clear_tables(self) -> None:
        """Clear the transposition tables, so that the next search takes as many nodes as the first."""

    @export
    def open_book_ply(self, ply: int) -> int:
        """Append the keys of all openings of a ply to `keys`; return their number, or -1 if there is no room."""

    @export
    def derive_book_ply(self, ply: int) -> None:
        """Derive the scores of a ply by minimax from those of the next ply, which must be open already."""

    @export
    def load_positions(self, count: int, *, verdict_only: bool, share: int) -> None:
        """Load the first positions of `movers` and `others`; each gets `share` nodes before any gets more."""

    @export
    def load_columns(self, mover: Word, other: Word, *, verdict_only: bool, share: int) -> int:
        """Load the positions after each column; return the number of legal columns. An illegal one has low > high."""

    @export
    def set_best_bound(self, least: int) -> None:
        """Declare that no loaded position scores below its `low`, and that the best one scores exactly `least`."""

    @export
    def search(self, limit: int) -> bool:
        """Search at most this many nodes; True when all loaded positions are solved."""

    @export
    def choose_column(self, mover: Word, other: Word, level: int, random_state: Word) -> int:
        """Return an opponent's column from 0, or -1 after the end; the state is that of a `JavaRandom`."""

    def bounds(self, count: int) -> list[Bounds]:
        """Return the proven bounds of the first loaded positions."""
        return list(map(Bounds, self.low.read(count), self.high.read(count), self.nodes.read(count)))
