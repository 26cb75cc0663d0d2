"""The games that are installed: the built-in ones, and those of other packages.

A package adds a game by an entry point of the group "slidedrop.games" that names its GameSpec:

    [project.entry-points."slidedrop.games"]
    reversi = "slidedrop_reversi:SPEC"
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from slidedrop.core.errors import NotationError
from slidedrop.core.game import HasKind
from slidedrop.core.spec import AnySpec, GameSpec, Provider

GROUP: Final = "slidedrop.games"
BUILT_IN: Final[dict[str, Provider[AnySpec]]] = {
    "2048": Provider("slidedrop.twenty48.spec:SPEC"),
    "connect4": Provider("slidedrop.connect4.spec:SPEC"),
}
"""Each is imported when it is first used."""


def game_specs() -> tuple[AnySpec, ...]:
    """Return the definitions of all games, built-in ones first."""
    return (*(spec.load() for spec in BUILT_IN.values()), *map(_loaded, _others()))


def game_names() -> list[str]:
    """Return the names of all games without importing their packages."""
    return [*BUILT_IN, *(entry.name for entry in _others())]


def game_spec(name: str) -> AnySpec:
    """Return the definition of a game; an unknown name raises an error that lists the games."""
    if isinstance(name, str) and name in BUILT_IN:
        return BUILT_IN[name].load()
    for entry in _others():
        if name == entry.name:
            return _loaded(entry)
    raise NotationError(f"there is no game called {name!r:.40}; the games are {', '.join(game_names())}")


def named_spec(text: str) -> AnySpec | None:
    """Return the definition of the game for a command's name or short name, or None."""
    if text in BUILT_IN or text in game_names():
        return game_spec(text)
    return next((spec for spec in game_specs() if text in spec.aliases), None)


def spec_of(thing: HasKind) -> AnySpec:
    """Return the definition of the game that a game or a position belongs to."""
    return game_spec(thing.kind)


@cache
def _others() -> tuple[EntryPoint, ...]:
    """Return the entry points of other packages; a built-in name cannot be taken."""
    return tuple(entry for entry in entry_points(group=GROUP) if entry.name not in BUILT_IN)


@cache
def _loaded(entry: EntryPoint) -> AnySpec:
    spec = entry.load()
    if not isinstance(spec, GameSpec) or spec.name != entry.name:
        raise NotationError(f"the entry point '{entry.name}' of {GROUP} names no GameSpec called '{entry.name}'")
    return spec
