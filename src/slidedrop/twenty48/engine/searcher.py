"""The search over a network: the bundled ones, or one from a file."""

from functools import lru_cache
from pathlib import Path

from slidedrop.core.errors import MissingExtra, RulesError
from slidedrop.engine.wasm import is_portable
from slidedrop.twenty48.engine.expectimax import Expectimax, expectimax_for, fits
from slidedrop.twenty48.engine.portable_network import Learned, read_portable, shipped_network, ships_network
from slidedrop.twenty48.rules import Rules


@lru_cache(maxsize=4)
def searcher(
    rules: Rules, weights: Path | None = None, *, native: bool = False, small: bool = False
) -> Expectimax | None:
    """Return a search over a bundled network, or over one from a file; None where none knows the rules.

    A file that does not fit is refused. WebAssembly plays it; `native` is for many games and needs the extra `ai`, as a
    network of another shape does.
    """
    if weights is None:
        return expectimax_for(rules, small=small, native=native)
    network = _read(weights, native=native)
    if not fits(network, rules):
        size = f"{network.size}x{network.size}"
        message = f"'{weights}' was trained for boards of {size} with one new tile per move, the base tile or twice it"
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
    """Return the search for a hint: the first hint of a process uses the small network, which loads quickly."""
    first = weights is None and shipped_network.cache_info().misses == 0
    quick = searcher(rules, small=True) if first else None
    return quick or searcher(rules, weights)


def has_network() -> bool:
    """Tell whether the bundled network is here and can run; nothing is read for it."""
    return is_portable() and ships_network()
