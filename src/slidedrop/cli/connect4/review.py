"""`slidedrop hint connect4`, `slidedrop review` for Connect-4, and games of typed moves."""

import json
from collections.abc import Mapping
from typing import Any

import click

from slidedrop.cli.connect4.missing import missing_solver
from slidedrop.cli.hint_text import print_hint
from slidedrop.cli.progress import Bar
from slidedrop.connect4.game import Game
from slidedrop.connect4.notation import read_moves
from slidedrop.connect4.position import Position
from slidedrop.connect4.protocol import rules_of_size


@click.command("connect4")
@click.argument("position")
@click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="The size of the board.")
@click.option("--free", is_flag=True, help="Discs are placed on any free cell.")
def hint(position: str, size: str, *, free: bool) -> None:
    """Name the move to make in POSITION, and say why.

    POSITION is the moves played so far, counted from 1.
    """
    rules = rules_of_size(size, gravity=not free)
    print_hint(Game(start=Position.from_moves(position, rules)), missing_solver(rules))


def review(what: str, game: Game, options: Mapping[str, Any]) -> None:
    """Print the grade of every move, the turning points and the graph."""
    from slidedrop.analysis.connect4.review import review as reviewed_game
    from slidedrop.cli.connect4.review_text import reviewed

    missing = missing_solver(game.rules)
    bar = Bar(len([turn for turn in game.turns if turn.move is not None]) + 1, "positions")
    result = reviewed_game(game, seconds_a_move=options["seconds"], tell=lambda _done, _of: bar.advance())
    bar.clear()
    if options["as_json"]:
        click.echo(json.dumps({"game": what, **result.to_json()}, indent=1))
    else:
        click.echo("\n".join(reviewed(what, game, result, has_solver=not missing)))
    for notice in filter(None, (result.notice, missing)):
        click.echo(notice, err=True)


def game_from_moves(text: str, options: Mapping[str, Any]) -> Game:
    """Return the game that typed moves make, such as 44455."""
    rules = rules_of_size(options.get("size") or "7x6", gravity=not options.get("free"))
    Position.from_moves(text, rules)
    game = Game(rules)
    for move in read_moves(text, rules):
        game.move(move)
    return game
