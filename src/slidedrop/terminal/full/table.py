"""Sitting down to a game: against whom, and a new one that is kept from its first move, or a kept one that goes on."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.core.game import Game
from slidedrop.durable import write_whole
from slidedrop.engine.wasm import is_portable
from slidedrop.players import HUMAN
from slidedrop.players.player import AnyPlayer
from slidedrop.players.registry import check_player, make_player
from slidedrop.records.library import Library
from slidedrop.records.summaries import KeptGame
from slidedrop.session import Session, new_session, resumed_session
from slidedrop.twenty48.game import Game as Slides


class Opponent(NamedTuple):
    """A player by its name in records, what people call it, and a line about it."""

    name: str
    title: str
    line: str
    needs_engine: bool
    """Whether it is nothing without the built engines."""


_LISTED: Final = tomllib.loads(Path(__file__).with_name("opponents.toml").read_text(encoding="utf-8"))
OPPONENTS: Final = {game: [Opponent(*one) for one in listed] for game, listed in _LISTED.items()}


def opponents(game: str) -> list[Opponent]:
    """Return those that are installed."""
    return [one for one in OPPONENTS[game] if is_portable() or not one.needs_engine]


def title_of(name: str, game: str) -> str:
    """Return what people call a player of that name."""
    known = {one.name: one.title for one in OPPONENTS[game]}
    return known.get(name, name)


class LatePlayer:
    """A player that is made when it first has to move: in the thread that thinks, where loading holds up no key."""

    def __init__(self, name: str, game: str) -> None:
        self.name, self._game = name, game
        self._player: AnyPlayer | None = None

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - a position and a move of any game
        """Return the player's move."""
        if self._player is None:
            self._player = make_player(self.name, self._game)
            check_player(self._player, position)
        return self._player.choose(position)


def seated(names: tuple[str, ...], game: str) -> tuple[LatePlayer | None, ...]:
    """Return who sits where, None for a person."""
    return tuple(None if name.strip().lower() == HUMAN else LatePlayer(name, game) for name in names)


def load_network() -> None:
    """Have the strongest player of 2048 ready before anyone asks it; runs in a thread."""
    LatePlayer(opponents("2048")[0].name, "2048").choose(Slides(seed=1).position)


def begun(game: Game, names: Sequence[str], *, kept: bool = True) -> Session:
    """Sit down to a new game."""
    seats = seated(tuple(names), game.kind)
    return new_session(game, seats) if kept else Session(game, seats=seats)


def resumed(number: int) -> Session:
    """Go on with a kept game, against whom it was begun with."""
    opened = Library().take(number)
    usual = (HUMAN,) if opened.game.kind == "2048" else (HUMAN, "tree:4")
    names = opened.players if len(opened.players) == len(usual) else usual
    return resumed_session(opened, seated(names, opened.game.kind))


def again(session: Session, *, swapped: bool) -> Session:
    """Begin a game by the same rules with the same players, sides swapped or not."""
    session.close()
    names = [player.name if player else HUMAN for player in session.seats]
    game: Any = session.game
    return begun(type(game)(game.rules), names[::-1] if swapped else names, kept=bool(session.number))


def kept_games() -> list[KeptGame]:
    """Return the kept games, newest first."""
    return Library().games()[::-1]


def titled(kept: KeptGame) -> str:
    """Return a kept game in a line."""
    if kept.summary is None:
        return "cannot be read"
    game = "2048" if kept.summary.game == "2048" else "Connect-4"
    others = [title_of(name, kept.summary.game) for name in kept.players if name != HUMAN]
    short = kept.summary.game == "2048" or kept.summary.finished
    stands = kept.summary.standing if short else f"{kept.summary.moves} discs"
    return f"{game}{' v ' + others[0] if others else ''}: {kept.name or stands}"


def described(kept: KeptGame) -> str:
    """Return a kept game in a few lines."""
    if (one := kept.summary) is None:
        return kept.trouble
    return f"Game {kept.number}, {one.rules}\n{one.standing}\n{one.moves} moves, begun {kept.began}"


def export_game(number: int) -> Path:
    """Write a kept game into a new file of the folder we are in."""
    path = next(path for count in range(1, 1000) if not (path := Path(f"slidedrop-{number}-{count}.game")).exists())
    write_whole(path, Library().export(number))
    return path
