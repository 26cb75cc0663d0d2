"""The players by name, one class per player type, found by their declarations."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.position import Position
from slidedrop.core.randomness import checked_seed
from slidedrop.core.spec import AnySpec
from slidedrop.engine.wasm import is_portable
from slidedrop.games import game_spec, game_specs
from slidedrop.players.player import AnyPlayer, PlayerBase, PlayerName, PlayerSetup, PlayerType

COMMON: Final = "slidedrop.players.common"
"""The package of the players of every game."""
PlayerClass = type[PlayerBase[Any, Any]]


@cache
def player_classes(game: str) -> dict[str, PlayerClass]:
    """Return the player types of a game by name: those of every game first, then its own."""
    spec = game_spec(game)
    packages = [COMMON, *([spec.player_package] if spec.player_package else [])]
    found = (sorted(_declared(package), key=lambda player: player.declaration.order) for package in packages)
    return {player.declaration.name: player for players in found for player in players}


@cache
def _declared(package: str) -> list[PlayerClass]:
    """Return the classes in a package's modules that have a declaration."""
    folder = import_module(package).__path__
    modules = [import_module(f"{package}.{module.name}") for module in pkgutil.iter_modules(folder)]
    things = [thing for module in modules for thing in vars(module).values() if isinstance(thing, type)]
    return [thing for thing in things if issubclass(thing, PlayerBase) and "declaration" in vars(thing)]


def player_types(game: str) -> list[PlayerType]:
    """Return the declarations of a game's players, in the order of menus."""
    return [player.declaration for player in player_classes(game).values()]


def player_names(game: str) -> list[str]:
    """Return the names of the players of a game."""
    return list(player_classes(game))


def offered_players(game: str) -> list[tuple[str, PlayerType]]:
    """Return the players for menus that can run here, each with its name."""
    spec, types = game_spec(game), {one.name: one for one in player_types(game)}
    common = [(name, types[PlayerName.read(name).name]) for name in spec.offered]
    own = [(one.name, one) for one in types.values() if one.offered and _is_own(game, one)]
    runs = is_portable()
    return [(name, one) for name, one in [*own, *common] if runs or not one.needs_engine]


def _is_own(game: str, player: PlayerType) -> bool:
    return not player_classes(game)[player.name].__module__.startswith(COMMON)


def title_of(text: str, game: str) -> str:
    """Return a player's title, with its level if the name has one."""
    try:
        name = PlayerName.read(text)
    except NotationError:
        return text
    found = player_classes(game).get(name.name)
    if found is None:
        return text
    return found.declaration.title if name.level is None and name.seconds is None else text


def players_json() -> dict[str, list[dict[str, Any]]]:
    """Return the declarations of every game's players as JSON for the page, those for menus first."""
    return {spec.name: _players_of(spec) for spec in game_specs()}


def _players_of(spec: AnySpec) -> list[dict[str, Any]]:
    offered = [PlayerName.read(name).name for name, _ in offered_players(spec.name)]
    types = {one.name: one for one in player_types(spec.name)}
    order = [*offered, *(name for name in types if name not in offered)]
    return [{**types[name].to_json(), "offered": name in offered} for name in order]


def player_type(text: str, game: str) -> PlayerType:
    """Return the declaration of a player; an unknown name raises an error that lists the players."""
    name, classes = PlayerName.read(text), player_classes(game)
    if name.name not in classes:
        import difflib

        close = difflib.get_close_matches(name.name, classes, 1)
        way = f"did you mean '{close[0]}'?" if close else f"choose one of {', '.join(classes)}"
        raise NotationError(f"there is no player called '{name.name}' for {game}; {way}")
    return classes[name.name].declaration


def make_player(
    text: str, game: str, *, seed: int | None = None, weights: Path | None = None, native: bool = False
) -> PlayerBase[Any, Any]:
    """Return the player of that name; an unknown name is refused. Only a network takes weights.

    The seed is for players that choose at random. A native one is compiled for this processor (extra `ai`), for
    matches of many games.
    """
    game = require_type(game, str, "the name of a game")
    asked, declared = PlayerName.read(text), player_type(text, game)
    _check_asked(asked, declared)
    seed = None if seed is None else checked_seed(seed)
    weights = None if weights is None else require_type(weights, Path, "the path of a network")
    if weights is not None and not declared.takes_weights:
        raise NotationError(f"weights are for a network, and the player '{asked.name}' has none; leave them out")
    native = require_type(native, bool, "native, True or False,")
    return player_classes(game)[asked.name](PlayerSetup(game_spec(game), asked, seed, weights, native))


def _check_asked(asked: PlayerName, declared: PlayerType) -> None:
    """Refuse a level or a time limit that the player does not take."""
    levels = declared.levels
    if asked.level is not None and levels is None:
        raise NotationError(f"'{asked}' names a level, and the player '{asked.name}' has none; write {asked.name}")
    if asked.seconds is not None and not declared.timed:
        raise NotationError(f"'{asked}' names a time limit, and the player '{asked.name}' has none; write {asked.name}")
    if asked.level is not None and levels is not None and not levels.least <= asked.level <= levels.most:
        allowed = f"{asked.name}:{levels.least} to {asked.name}:{levels.most}"
        raise NotationError(f"'{asked}' is not a player; write {allowed}")


def strongest_player(spec: AnySpec, position: Position[Any]) -> str:
    """Return the name of the strongest installed player for these rules that needs at most a second per move."""
    try:
        make_player(spec.strongest, spec.name).validate(position)
    except SlidedropError:
        return "greedy" if spec.by_points else "search@1s"
    return f"{spec.strongest}@1s" if player_type(spec.strongest, spec.name).unbounded else spec.strongest


@cache
def has_compiler() -> bool:
    """Tell whether players can be compiled for this processor (extra `ai`), without importing anything."""
    return find_spec("numba") is not None


def check_player(player: AnyPlayer, position: Position[Any]) -> None:
    """Refuse a player whose level would take too much time or memory from this position."""
    if isinstance(player, PlayerBase):
        player.validate(position)
