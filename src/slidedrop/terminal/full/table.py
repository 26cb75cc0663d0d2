"""Sitting down to a game: a new one that is kept from its first move, or a kept one that goes on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import Game
from slidedrop.durable import write_whole
from slidedrop.players import HUMAN
from slidedrop.records.replay import replay
from slidedrop.records.shelf import Shelf
from slidedrop.records.summaries import KeptGame
from slidedrop.session import Session
from slidedrop.terminal.full.opponents import seated, title_of


class Seated(NamedTuple):
    """A game on the table, and what the person should know about it; empty where there is nothing to say."""

    session: Session
    notice: str = ""


def begun(game: Game, names: Sequence[str], *, kept: bool = True) -> Seated:
    """Sit down to a new game."""
    seats = seated(tuple(names), game.kind)
    if not kept:
        return Seated(Session(game, seats=seats))
    try:
        opened = Shelf().put(game, names)
    except (SlidedropError, OSError) as error:
        opened = Shelf().put_later(game, str(error), names)
    return Seated(Session(game, opened.journal, seats, opened.number))


def resumed(number: int) -> Seated:
    """Go on with a kept game, against whom it was begun with."""
    opened = Shelf().take(number)
    usual = (HUMAN,) if opened.game.kind == "2048" else (HUMAN, "tree:4")
    seats = seated(opened.players if len(opened.players) == len(usual) else usual, opened.game.kind)
    return Seated(Session(opened.game, opened.journal, seats, opened.number), opened.notice)


def again(session: Session, *, swapped: bool) -> Seated:
    """Begin a game by the same rules with the same players, sides swapped or not."""
    session.close()
    names = [player.name if player else HUMAN for player in session.seats]
    game: Any = session.game
    return begun(type(game)(game.rules), names[::-1] if swapped else names, kept=bool(session.number))


def kept_games() -> list[KeptGame]:
    """Return the kept games, newest first."""
    return Shelf().games()[::-1]


def best_score(rules: str, number: int) -> int:
    """Return the best score of the kept games by these rules other than the one of this number."""
    others = [kept.summary for kept in kept_games() if kept.summary and kept.counts and kept.number != number]
    return max((other.score or 0 for other in others if other.rules == rules), default=0)


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
    one = kept.summary
    return (
        kept.trouble
        if one is None
        else f"Game {kept.number}, {one.rules}\n{one.standing}\n{one.moves} moves, begun {kept.began}"
    )


def replayed(number: int) -> Game:
    """Return a kept game as it stands, without holding its journal."""
    return replay(Shelf().record(number))


def export_game(number: int) -> Path:
    """Write a kept game into a new file of the folder we are in."""
    path = next(path for count in range(1, 1000) if not (path := Path(f"slidedrop-{number}-{count}.game")).exists())
    write_whole(path, Shelf().export(number))
    return path


def remove_game(number: int) -> str:
    """Remove a kept game for good, and say so."""
    Shelf().remove(number)
    return f"Game {number} is deleted."
