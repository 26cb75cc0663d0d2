"""The player that has learned 2048: the network judges, a search looks ahead from it.

network         two slides ahead, a sixth of a millisecond a move
network:3       three slides ahead
network@5ms     as far as five milliseconds go
small           the same by the small network: a tenth of the file, read in a moment

It knows the board and the new tiles that its network was trained for, whatever the smallest tile is. Other rules are
played by the plain heuristic of `twenty48/heuristic.py`; `remark` says so.
"""

from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Final

from slidedrop.core.errors import MissingExtra, NotationError, RecordError, RulesError
from slidedrop.engine.wasm import is_portable
from slidedrop.players.player import PlayerSpec
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.expectimax import Analysis, Expectimax, expectimax_for, fits, plain_analysis
from slidedrop.twenty48.engine.portable_network import (
    SHIPPED,
    SMALL,
    Learned,
    read_portable,
    shipped_network,
    ships_network,
)
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules

USUAL_PLIES: Final = 2
MOST_PLIES: Final = 6
"""A second a move; each ply more takes ten times that."""


class LearnedPlayer:
    """Plays by the network that ships, or by one of your own."""

    def __init__(self, spec: PlayerSpec, weights: Path | None = None, *, native: bool = False) -> None:
        if spec.level is not None and spec.seconds is not None:
            raise NotationError(f"'{spec}' asks for plies and for a time; write {spec.name}:3 or {spec.name}@5ms")
        if spec.level is not None and not 1 <= spec.level <= MOST_PLIES:
            plies = f"{spec.name}:1 to {spec.name}:{MOST_PLIES}"
            raise NotationError(f"'{spec}' cannot be asked; write {plies}, or a time: {spec.name}@1s")
        self.name = str(spec)
        self._plies = USUAL_PLIES if spec.level is None else spec.level
        self._seconds = spec.seconds
        self._search = partial(searcher, weights=weights, native=native, small=spec.name == "small")

    def check(self, position: Position) -> None:
        """Refuse a file that is not a network, or one for another board."""
        self._search(position.rules)

    def remark(self, position: Position) -> str:
        """Say that the network does not know these rules; empty where it does."""
        if self._search(position.rules) is not None:
            return ""
        return f"No network knows these rules, so '{self.name}' goes by a plain heuristic."

    def analyse(self, position: Position) -> Analysis:
        """Return the value of every slide."""
        expectimax = self._search(position.rules)
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
def searcher(
    rules: Rules, weights: Path | None = None, *, native: bool = False, small: bool = False
) -> Expectimax | None:
    """Return a search over a network that ships, or over the one of a file; None where none knows the rules.

    A file that was named and does not fit is refused: somebody meant it. A built program plays it; `native` is for many
    games and needs the extra `ai`, as a network of another shape does.
    """
    if weights is None:
        return expectimax_for(rules, small=small, native=native)
    network = _read(weights, native=native)
    if not fits(network, rules):
        size = f"{network.size}x{network.size}"
        message = f"'{weights}' was trained for boards of {size} with one new tile a move, the base tile or twice it"
        raise RulesError(message)
    return Expectimax(network, rules)


def _read(weights: Path, *, native: bool) -> Learned:
    if not native and (found := read_portable(weights)) is not None:
        return found
    try:
        from slidedrop.twenty48.engine.weights import read_network
    except ImportError as error:
        raise MissingExtra(
            f"a network of another shape or packing than those that ship, as in '{weights}',", "ai"
        ) from error
    return read_network(weights)


def hint_engine(rules: Rules, weights: Path | None = None) -> Expectimax | None:
    """Return who judges for a hint: the first of a process is not to wait for the large network, so the small one."""
    first = weights is None and shipped_network.cache_info().misses == 0
    quick = searcher(rules, small=True) if first else None
    return quick or searcher(rules, weights)


def has_network() -> bool:
    """Tell whether the network that ships is here and can run; nothing is read for it."""
    return is_portable() and ships_network()


def seal_of(weights: Path | None = None, player: str = "network") -> str:
    """Return what tells a network from all others: the end of its file's seal; empty where none ships."""
    shipped = files("slidedrop") / "data" / (SMALL if player == "small" else SHIPPED)
    try:
        return (weights or shipped).read_bytes()[-8:].hex()
    except OSError as error:
        if weights is None:
            return ""
        raise RecordError(f"{weights} could not be read as the weights of a 2048 network ({error.strerror})") from error
