"""Starting, continuing and listing games on the full screen."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from slidedrop.core.game import Game, counted
from slidedrop.core.position import Position
from slidedrop.durable import write_whole
from slidedrop.games import game_names, game_spec, spec_of
from slidedrop.players import HUMAN
from slidedrop.players.player import AnyPlayer
from slidedrop.players.registry import check_player, make_player, title_of
from slidedrop.records.adapting import with_levels
from slidedrop.records.library import Library
from slidedrop.records.summaries import SavedGame
from slidedrop.session import Session, new_session, resumed_session
from slidedrop.terminal.full.drawing.palette import Palette
from slidedrop.terminal.full.game_files import KINDS


class LatePlayer:
    """A player that is created at its first move, in the search thread, where loading delays no key."""

    def __init__(self, name: str, game: str) -> None:
        self.name, self._game = name, game
        self._player: AnyPlayer | None = None

    def choose(self, position: Position[Any]) -> object:
        if self._player is None:
            self._player = make_player(self.name, self._game)
            check_player(self._player, position)
        return self._player.choose(position)


def _seats(names: Sequence[str], game: str) -> tuple[LatePlayer | None, ...]:
    """Return the players by name, None for a person."""
    return tuple(None if name.strip().lower() == HUMAN else LatePlayer(name, game) for name in names)


def start_session(game: Game, names: Sequence[str], *, saved: bool = True) -> Session:
    """Start a new game, which is saved from its first move or not at all."""
    seats = _seats(with_levels(names, game.kind), game.kind)
    return new_session(game, seats) if saved else Session(game, seats=seats)


def resume_session(number: int) -> Session:
    """Continue a saved game against the same players."""
    opened = Library().take(number)
    spec = spec_of(opened.game)
    usual = (HUMAN, *[spec.usual_opponent] * (spec.seats - 1))
    names = opened.players if len(opened.players) == len(usual) else usual
    return resumed_session(opened, _seats(names, spec.name))


def next_session(session: Session, *, swapped: bool) -> Session:
    """Start a game by the same rules with the same players, perhaps with sides swapped."""
    session.close()
    last = [player.name if player else HUMAN for player in session.seats]
    game = spec_of(session.game).new_game(session.game.rules)
    names = with_levels(last, game.kind, again=True)
    return start_session(game, names[::-1] if swapped else names, saved=bool(session.number))


def saved_games() -> list[SavedGame]:
    """Return the saved games, newest first."""
    return Library().games()[::-1]


def title_line(saved: SavedGame) -> str:
    """Return a saved game in a line."""
    one = saved.summary
    if one is None or one.game not in game_names():
        return "cannot be read"
    spec = game_spec(one.game)
    others = [title_of(name, one.game) for name in saved.players if name != HUMAN]
    standing = one.standing if spec.by_points or one.finished else counted(one.moves, "move")
    return f"{spec.title}{' v ' + others[0] if others else ''}: {saved.name or standing}"


def described(saved: SavedGame) -> str:
    """Return a description of a saved game in a few lines."""
    if (one := saved.summary) is None:
        return saved.trouble
    return f"Game {saved.number}, {one.rules}\n{one.standing}\n{counted(one.moves, 'move')}, started {saved.began}"


def new_path(name: str, kind: str) -> Path:
    """Return a new file name in the current folder: name-1.kind, name-2.kind, ..."""
    return next(path for count in range(1, 10**6) if not (path := Path(f"{name}-{count}.{kind}")).exists())


def export_game(number: int, kind: str, palette: Palette) -> Path:
    """Export a saved game to a new file in the current folder, as a journal or as a picture."""
    content = KINDS[kind][1](Library().game(number), palette) if kind in KINDS else Library().export(number)
    path = new_path(f"slidedrop-{number}", kind)
    write_whole(path, content)
    return path
