"""Threats on a board: the cells that would complete a line, now or once the discs below them are placed.

.  .  .  .  .      X has three in a row over two free cells: the fourth cell cannot be used yet. If it lies in an
.  .  .  .  .      odd row from below, the first player gets it in the end: when all other columns are full, it is
.  X  X  X  t      the second player who has to play below it (zugzwang). An even row serves the second player.
.  O  O  X  .
.  O  X  O  .
"""

from collections.abc import Sequence
from itertools import accumulate

from slidedrop.analysis.sentences import say
from slidedrop.connect4 import Move, Position
from slidedrop.connect4.game import COLOURS
from slidedrop.core.position import Cell


def winning_moves(position: Position) -> Sequence[Move]:
    """Return the moves that win at once for the player to move; none if the game is over."""
    return [move for move in position.legal_moves() if position.play(move).winning_cells]


def threatened(position: Position) -> Sequence[Move]:
    """Return the moves with which the opponent would win if it were their turn."""
    return [] if position.outcome is not None else winning_moves(position.passed())


def waiting_threats(position: Position, player: int) -> list[Cell]:
    """Return the cells that would complete a player's line but cannot be reached by the next disc."""
    layout, rules = position.layout, position.rules
    mine, theirs = position.bitboards[player], position.bitboards[1 - player]
    alone = {line & ~mine for line in layout.winning_lines if not line & theirs}
    cells = [layout.cells[left] for left in alone if left and not left & (left - 1)]
    below = {cell: (cell[0] + 1, cell[1]) for cell in cells if cell[0] + 1 < rules.rows}
    return sorted(cell for cell, under in below.items() if position.disc_at(under) is None)


def deciding_threat(position: Position, line: Sequence[Move], winner: int) -> Cell | None:
    """Return the waiting threat in the winner's rows that ends a line of play; None if the loser could avoid it."""
    places = list(accumulate(line, Position.play, initial=position))
    last, cell = places[-1], places[-1].last_cell
    if last.outcome is None or last.outcome.winner != winner or cell not in waiting_threats(position, winner):
        return None
    # Counted from below, from 1: odd rows are the first player's, even rows the second's.
    is_own_row = (position.rules.rows - cell[0]) % 2 == 1 - winner
    return cell if is_own_row and len(line) > 1 and not threatened(places[-3]) else None


def zugzwang(cell: Cell, winner: int) -> str:
    """Return a sentence on why a threat decides."""
    kind = "odd" if winner == 0 else "even"
    return say("zugzwang", winner=COLOURS[winner], loser=COLOURS[1 - winner], kind=kind, column=cell[1] + 1)
