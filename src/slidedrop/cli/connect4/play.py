"""`slidedrop connect4`: play in the terminal."""

from collections.abc import Mapping
from typing import Any

import click

from slidedrop.cli.options import PLAYER, whole_number
from slidedrop.cli.playing import common_options, open_session, play
from slidedrop.connect4.display import SHAPES
from slidedrop.connect4.game import Game
from slidedrop.connect4.notation import check_shapes, rules_of_size
from slidedrop.connect4.spec import SPEC
from slidedrop.players import HUMAN
from slidedrop.terminal.plain.connect4_face import Connect4Face
from slidedrop.terminal.plain.console import Console


@click.command("connect4")
@click.option("--size", metavar="COLUMNSxROWS", help="Size of the board (7x6).")
@click.option("--free", is_flag=True, help="Place discs on any free cell instead of dropping them.")
@click.option("--connect", type=whole_number(3, 32), help="Discs in a row that win (4).")
@click.option("--first", type=click.Choice(["me", "computer", "random"]), help="Who moves first (me).")
@click.option("--level", type=whole_number(0, 99), help="Search depth of the computer in moves (4).")
@click.option("--red", **PLAYER, help="Red player, moves first: human, beginner, tree:4, search@1s, perfect, ...")
@click.option("--blue", **PLAYER, help="Blue player.")
@click.option("--shapes", default=SHAPES, show_default=True, help="Characters for red and blue.")
@common_options
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    r"""Play Connect-4 against the computer or a friend, or watch two computers.

    On a terminal type the number of a column, or choose it with the arrows and press enter; ? shows all keys. On a
    pipe, or with --lines, type one move per line. Every game is saved from its first move.

    $ slidedrop connect4
    $ slidedrop connect4 --first computer --level 6
    $ slidedrop connect4 --blue beginner
    $ slidedrop connect4 --red human --blue human
    $ slidedrop connect4 --red tree:4 --blue search@200ms
    $ slidedrop connect4 --size 4x4 --free
    $ slidedrop connect4 --from C1BgADbQAAALsYTaU
    $ printf '4\n4\nq\n' | slidedrop connect4 --speak
    """
    check_shapes(given["shapes"])
    console = Console(lines=given["lines"])
    face = Connect4Face(keys=console.keys, shapes=given["shapes"], speak=given["speak"])
    session = open_session(
        SPEC,
        console,
        given,
        new_game=lambda: Game(
            rules_of_size(given["size"] or "7x6", gravity=not given["free"], connect=given["connect"] or 4)
        ),
        players=_players(given),
        rules=("size", "free", "connect"),
        others=("first", "level", "red", "blue"),
    )
    play(console, face, session, speak=given["speak"])


def _players(given: Mapping[str, Any]) -> tuple[str, str]:
    """Return the names of the red player, who moves first, and the blue one."""
    import secrets

    computer = f"tree:{4 if given['level'] is None else given['level']}"
    first = given["first"] if given["first"] != "random" else secrets.choice(("me", "computer"))
    red, blue = (computer, HUMAN) if first == "computer" else (HUMAN, computer)
    return given["red"] or red, given["blue"] or blue
