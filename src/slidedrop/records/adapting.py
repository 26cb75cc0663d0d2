"""The level of an adaptive opponent: one up after a person wins, one down after a loss.

The page's counterpart is `static/js/games/connect4/even-match.js`.
"""

from collections.abc import Iterable, Sequence

from slidedrop.core.errors import NotationError
from slidedrop.players import HUMAN
from slidedrop.players.player import PlayerName
from slidedrop.players.registry import player_classes
from slidedrop.records.library import Library
from slidedrop.records.statistics import result_of
from slidedrop.records.summaries import SavedGame


def with_levels(names: Sequence[str], game: str, *, again: bool = False) -> tuple[str, ...]:
    """Return the players' names, adaptive ones with their next level; a requested level stays for its first game."""
    return tuple(_with_level(name, game, again) for name in names)


def _with_level(text: str, game: str, again: bool) -> str:  # noqa: FBT001 - handed on
    try:
        name = PlayerName.read(text)
    except NotationError:  # your own player
        return text
    found = player_classes(game).get(name.name)
    if found is None or not found.declaration.adapts or (levels := found.declaration.levels) is None:
        return text
    if name.level is not None and not again:
        return text
    level = next_level(name.name, Library().games()[::-1], levels.usual)
    return f"{name.name}:{max(levels.least, min(levels.most, level))}"


def next_level(name: str, games: Iterable[SavedGame], first: int) -> int:
    """Return the level after the last finished game against a player; the games are newest first."""
    for saved in games:
        if saved.summary is None or not saved.summary.finished or saved.not_counted or HUMAN not in saved.players:
            continue
        seat = saved.players.index(HUMAN)
        for text in saved.players:
            opponent = PlayerName.read(text) if text.partition(":")[0] == name else None
            if opponent is not None:
                return (opponent.level or first) + result_of(saved.summary, seat)
    return first
