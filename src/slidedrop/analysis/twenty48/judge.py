"""Who says what a board of 2048 is worth: a solution where there is one, and otherwise the network's search.

    slides(board)         what each slide is worth, looked ahead from as far as the judge goes
    arrived(board)        what a board is worth just after its tile fell, one ply nearer
    falls(board, slide)   what each tile that may fall after a slide would leave

Both searches fit together: a slide is worth its points and the mean of `arrived` over all tiles that may follow. So
the tiles of a game are lucky and unlucky by the same amount on average, however wrong the network may be.
"""

from collections.abc import Iterator
from typing import Final, Protocol

from slidedrop.core.errors import MissingEngine, RecordError, RulesError
from slidedrop.players.learned import has_network, searcher
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.expectimax import Expectimax, Fall
from slidedrop.twenty48.exact.stored import exact_for
from slidedrop.twenty48.exact.values import Exact, is_solvable
from slidedrop.twenty48.heuristic import judge
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules

PLIES: Final = 4
"""One ply more than the strongest strength that is told apart."""


class Judge(Protocol):
    """What a review asks."""

    is_exact: bool

    def slides(self, board: Board) -> dict[Direction, float]:
        """Return what each legal slide is worth in points still to come, its own among them."""

    def arrived(self, board: Board) -> float:
        """Return what a board is worth at the player's turn, as the slide before saw it coming."""

    def start(self, first: Board) -> float:
        """Return what a game that began with this board was worth before its first tile, as far as that is known."""

    def falls(self, board: Board, direction: Direction) -> Iterator[Fall]:
        """Yield each tile that may fall after a slide, with its chance and what it leaves."""

    def choices(self, board: Board) -> dict[str, Direction]:
        """Return what players of known strength would do here."""


class ExactJudge:
    """Knows."""

    is_exact = True

    def __init__(self, exact: Exact) -> None:
        self._exact = exact
        self.slides = exact.slides
        self.arrived = exact.worth

    def start(self, first: Board) -> float:  # noqa: ARG002 - whatever came first, games begin alike
        """Return the mean of all first boards."""
        return self._exact.start

    def falls(self, board: Board, direction: Direction) -> Iterator[Fall]:
        """Yield what each tile leaves."""
        return _falls(self._exact, board.slide(direction).board)

    def choices(self, board: Board) -> dict[str, Direction]:
        """Return what the greedy player does, and the exact one."""
        slides = self.slides(board)
        return {"the greedy player": greedy(board), "the exact player": max(slides, key=slides.__getitem__)}


class SearchJudge:
    """Looks some plies ahead, and trusts the network from there on."""

    is_exact = False

    def __init__(self, expectimax: Expectimax, plies: int = PLIES) -> None:
        self._expectimax = expectimax
        self._plies = plies

    def slides(self, board: Board) -> dict[Direction, float]:
        """Return what the whole search finds."""
        return self._expectimax.search(board, self._plies).values

    def arrived(self, board: Board) -> float:
        """Return what the search one ply nearer finds."""
        return max(self._expectimax.search(board, self._plies - 1).values.values(), default=0.0)

    def start(self, first: Board) -> float:
        """Return what the first board is worth: its own luck is not known."""
        return self.arrived(first)

    def falls(self, board: Board, direction: Direction) -> Iterator[Fall]:
        """Yield what each tile leaves, three plies in all."""
        return self._expectimax.falls(board, direction, min(3, self._plies))

    def choices(self, board: Board) -> dict[str, Direction]:
        """Return what the greedy player does, and what the engine does with less look-ahead than the judge."""
        found = {"the greedy player": greedy(board)}
        for plies in range(1, self._plies):
            best = self._expectimax.search(board, plies).best
            if best is not None:
                found[f"the {plies}-ply engine"] = best
        return found


def judge_for(rules: Rules) -> Judge:
    """Return who can judge games of these rules, or say what is missing."""
    exact = exact_for(rules)
    if exact is not None:
        return ExactJudge(exact)
    if is_solvable(rules):
        raise RecordError("a review of 3x3 needs its solution; 'slidedrop solve 2048 --size 3' makes it, in minutes")
    expectimax = searcher(rules)
    if expectimax is None and not has_network():
        raise MissingEngine
    if expectimax is None:
        raise RulesError("no judge knows these rules; a review knows boards of 2x2 to 4x4 with one new tile a move")
    return SearchJudge(expectimax)


def greedy(board: Board) -> Direction:
    """Return what the player `greedy` does."""
    position = Position(board)
    return max(position.legal_moves(), key=lambda move: judge(position.play(move), 0))


def _falls(exact: Exact, after: Board) -> Iterator[Fall]:
    weights, cells = exact.rules.spawn_weights, after.empty_cells()
    for cell in cells:
        for power, weight in enumerate(weights):
            if weight:
                tile = exact.rules.base << power
                chance = weight / sum(weights) / len(cells)
                yield Fall(cell, tile, chance, exact.worth(after.with_tile(cell, tile)))
