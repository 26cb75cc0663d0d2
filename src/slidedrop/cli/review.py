"""`slidedrop review`: every move of a Connect-4 game graded, where it turned, and what would have been better."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from slidedrop.analysis.connect4_review import review
from slidedrop.cli.compiling import say_compiling
from slidedrop.cli.examples import examples
from slidedrop.cli.progress import Bar
from slidedrop.cli.review_text import reviewed
from slidedrop.cli.sizes import rules_of_size
from slidedrop.connect4.game import Game
from slidedrop.connect4.installed import has_solver
from slidedrop.core.errors import NotationError, SlidedropError

if TYPE_CHECKING:
    from slidedrop.core.game import Game as AnyGame

_LARGEST = 1 << 26


@click.command(
    "review",
    epilog=examples(
        "slidedrop review 3",
        "slidedrop review 'Sunday game'",
        "slidedrop review sunday.game",
        "slidedrop review C1BgADbQAAALsYTaU --seconds 10",
        "slidedrop review 4443254462223 --json",
    ),
)
@click.argument("game")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The board of typed moves.")
@click.option("--free", is_flag=True, help="Typed moves are row.column, on any free cell.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), default=2.0, show_default=True, help="Time for each move."
)
@click.option("--json", "as_json", is_flag=True, help="Print the review as JSON.")
def command(game: str, size: str, seconds: float, *, free: bool, as_json: bool) -> None:
    """Grade every move of GAME.

    GAME is a kept game (its number or name), an exported file, a share code or link, or the moves themselves, such as
    44455. Where the time does not suffice, what is not proven is called so.
    """
    what, played = found_game(game, size, free=free)
    if has_solver(played.rules):
        say_compiling()
    bar = Bar(len([turn for turn in played.turns if turn.move is not None]) + 1, "positions")
    result = review(played, seconds_a_move=seconds, tell=lambda _done, _of: bar.advance())
    bar.clear()
    if as_json:
        click.echo(json.dumps({"game": what, **result.to_json()}, indent=1))
    else:
        click.echo("\n".join(reviewed(what, played, result)))
    if result.notice:
        click.echo(result.notice, err=True)


def found_game(text: str, size: str, *, free: bool) -> tuple[str, Game]:
    """Return the game that a text means, and what it is called: a file, a code, a kept game or moves."""
    for find in (_from_file, _from_code, _from_shelf):
        found = find(text)
        if found is not None:
            return found[0], _connect4(*found)
    try:
        return "these moves", _from_moves(text, size, free=free)
    except SlidedropError as error:
        message = f"'{text:.60}' is no file, no share code, no kept game, and as moves: {error}"
        raise NotationError(message) from error


def _from_file(text: str) -> tuple[str, AnyGame] | None:
    path = Path(text)
    if "#" in text or not path.is_file():
        return None
    from slidedrop.records.files import read_bytes
    from slidedrop.records.replay import read_record, replay
    from slidedrop.records.share import read_code

    content = read_bytes(path, "record", _LARGEST)
    where = f"'{path}'"
    if content[:2] in {b"C1", b"T1"}:
        return where, read_code(content.decode("ascii", "replace"))
    return where, replay(read_record(content, where), where)


def _from_code(text: str) -> tuple[str, AnyGame] | None:
    if "#" not in text and text.strip()[:2] not in {"C1", "T1"}:
        return None
    from slidedrop.records.share import read_code

    return "the shared game", read_code(text)


def _from_shelf(text: str) -> tuple[str, AnyGame] | None:
    from slidedrop.records.replay import replay
    from slidedrop.records.shelf import Shelf

    shelf = Shelf()
    try:
        number = shelf.find(text)
    except SlidedropError:
        return None
    return f"game {number}", replay(shelf.record(number), f"game {number}")


def _from_moves(text: str, size: str, *, free: bool) -> Game:
    from slidedrop.connect4.notation import read_moves
    from slidedrop.connect4.position import Position

    rules = rules_of_size(size, gravity=not free)
    Position.from_moves(text, rules)
    game = Game(rules)
    for move in read_moves(text, rules):
        game.move(move)
    return game


def _connect4(what: str, game: AnyGame) -> Game:
    if isinstance(game, Game):
        return game
    message = f"{what} is a game of {game.kind}; a review looks at games of Connect-4"
    raise NotationError(message)
