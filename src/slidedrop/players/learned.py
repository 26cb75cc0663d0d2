"""The player that has learned 2048: the network judges, a search looks ahead from it.

network         two slides ahead, a sixth of a millisecond a move
network:3       three slides ahead
network@5ms     as far as five milliseconds go

It knows the board and the new tiles that its network was trained for, whatever the smallest tile is. Other rules are
played by the plain heuristic of `twenty48/heuristic.py`; `remark` says so.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from slidedrop.core.errors import MissingExtra, NotationError, RecordError, RulesError

try:
    from slidedrop.twenty48.expectimax import Analysis, Expectimax, expectimax_for, fits, plain_analysis
    from slidedrop.twenty48.weights import SHIPPED, read_network
except ImportError as error:
    what = "the player 'network'"
    raise MissingExtra(what, "ai") from error

if TYPE_CHECKING:
    from pathlib import Path

    from slidedrop.players.spec import PlayerSpec
    from slidedrop.twenty48.direction import Direction
    from slidedrop.twenty48.position import Position
    from slidedrop.twenty48.rules import Rules

USUAL_PLIES: Final = 2
MOST_PLIES: Final = 6
"""A second a move; each ply more takes ten times that."""


class LearnedPlayer:
    """Plays by the network that ships, or by one of your own."""

    def __init__(self, spec: PlayerSpec, weights: Path | None = None) -> None:
        _check(spec)
        self.name = str(spec)
        self._plies = USUAL_PLIES if spec.level is None else spec.level
        self._seconds = spec.seconds
        self._weights = weights

    def check(self, position: Position) -> None:
        """Refuse a file that is no network, or one for another board."""
        searcher(position.rules, self._weights)

    def remark(self, position: Position) -> str:
        """Say that the network does not know these rules; empty where it does."""
        if searcher(position.rules, self._weights) is not None:
            return ""
        return f"No network knows these rules, so '{self.name}' goes by a plain heuristic."

    def analyse(self, position: Position) -> Analysis:
        """Return the value of every slide."""
        expectimax = searcher(position.rules, self._weights)
        if expectimax is None:
            return plain_analysis(position.board, position.rules, self._plies, self._seconds)
        if self._seconds is not None:
            return expectimax.think(position.board, self._seconds)
        return expectimax.search(position.board, self._plies)

    def choose(self, position: Position) -> Direction:
        """Return the slide of the highest value."""
        best = self.analyse(position).best
        return position.legal_moves()[0] if best is None else best


@lru_cache(maxsize=4)
def searcher(rules: Rules, weights: Path | None = None) -> Expectimax | None:
    """Return a search over the network that ships, or over the one of a file; None where none knows the rules.

    A file that was named and does not fit is refused: somebody meant it.
    """
    if weights is None:
        return expectimax_for(rules)
    network = read_network(weights)
    if not fits(network, rules):
        size = f"{network.size}x{network.size}"
        message = f"'{weights}' was trained for boards of {size} with one new tile a move, the base tile or twice it"
        raise RulesError(message)
    return Expectimax(network, rules)


def seal_of(weights: Path | None = None) -> str:
    """Return what tells a network from all others: the end of its file's seal; empty where none ships."""
    try:
        return (weights or files("slidedrop") / "data" / SHIPPED).read_bytes()[-8:].hex()
    except OSError as error:
        if weights is None:
            return ""
        message = f"{weights} could not be read as the weights of a 2048 network ({error.strerror})"
        raise RecordError(message) from error


def _check(spec: PlayerSpec) -> None:
    if spec.level is not None and spec.seconds is not None:
        message = f"'{spec}' asks for plies and for a time; write {spec.name}:3 or {spec.name}@5ms"
        raise NotationError(message)
    if spec.level is not None and not 1 <= spec.level <= MOST_PLIES:
        message = (
            f"'{spec}' cannot be asked; write {spec.name}:1 to {spec.name}:{MOST_PLIES}, or a time: {spec.name}@1s"
        )
        raise NotationError(message)
