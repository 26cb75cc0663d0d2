"""`slidedrop connect4`: play in the terminal."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import click

from slidedrop.cli.examples import examples
from slidedrop.cli.options.players import PlayerParam
from slidedrop.cli.playing import check_common, common_options, game_to_resume, play, shared_game
from slidedrop.connect4.display import SHAPES
from slidedrop.connect4.game import Game
from slidedrop.connect4.notation import check_shapes
from slidedrop.connect4.protocol import rules_of_size
from slidedrop.core.errors import NotationError
from slidedrop.core.position import Position
from slidedrop.players import HUMAN
from slidedrop.players.external import is_own, named_player
from slidedrop.players.player import AnyPlayer
from slidedrop.players.registry import check_player
from slidedrop.session import Session, new_session, resumed_session
from slidedrop.terminal.plain.connect4_face import Connect4Face
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.scores import ScoresMargin


class Options(SimpleNamespace):
    """What was asked for on the command line, and what follows from it."""

    @property
    def wants_rules(self) -> bool:
        """Whether the options say what is played."""
        return bool(self.free) or self.size is not None or self.connect is not None

    @property
    def wants_new(self) -> bool:
        """Whether the options describe a game of their own, so that no kept one is offered."""
        players = (self.first, self.level, self.red, self.blue)
        return self.wants_rules or any(option is not None for option in players)

    @property
    def seats(self) -> tuple[str, str]:
        """The names of red, who moves first, and blue."""
        import secrets

        computer = f"tree:{4 if self.level is None else self.level}"
        first = self.first if self.first != "random" else secrets.choice(("me", "computer"))
        red, blue = (computer, HUMAN) if first == "computer" else (HUMAN, computer)
        return self.red or red, self.blue or blue


@click.command(
    "connect4",
    epilog=examples(
        "slidedrop connect4",
        "slidedrop connect4 --first computer --level 6",
        "slidedrop connect4 --blue beginner",
        "slidedrop connect4 --red human --blue human",
        "slidedrop connect4 --red tree:4 --blue search@200ms",
        "slidedrop connect4 --size 4x4 --free",
        "slidedrop connect4 --from C1BgADbQAAALsYTaU",
        "printf '4\\n4\\nq\\n' | slidedrop connect4 --speak",
    ),
)
@click.option("--size", metavar="COLUMNSxROWS", help="The size of the board (7x6).")
@click.option("--free", is_flag=True, help="Place discs on any free cell instead of dropping them.")
@click.option("--connect", type=int, help="How many in a row win (4).")
@click.option("--first", type=click.Choice(["me", "computer", "random"]), help="Who moves first (me).")
@click.option("--level", type=click.IntRange(0, 99), help="How many moves the computer looks ahead (4).")
@click.option(
    "--red", type=PlayerParam(), help="Who plays red, moving first: human, beginner, tree:4, search@1s, perfect, ..."
)
@click.option("--blue", type=PlayerParam(), help="Who plays blue.")
@click.option("--shapes", default=SHAPES, show_default=True, help="The characters for red and blue.")
@common_options
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Play Connect-4 against the computer, each other, or watch two computers.

    On a terminal type the number of a column, or choose it with the arrows and enter; ? shows all keys. On a pipe, or
    with --lines, type a move a line. Every game is kept from its first move.
    """
    options = Options(**given)
    check_shapes(options.shapes)
    check_common(vars(options), wants_new=options.wants_new, wants_rules=options.wants_rules)
    console = Console(lines=options.lines)
    face = Connect4Face(keys=console.keys, shapes=options.shapes, speak=options.speak)
    play(console, face, _session(console, options), speak=options.speak, margin=ScoresMargin())


def _session(console: Console, options: Options) -> Session:
    if options.code is not None:
        shared = shared_game(options.code, "connect4")
        return new_session(shared, seated(options.seats, shared.position), origin="copy")
    opened = None
    if not options.wants_new:
        opened = game_to_resume(console, "connect4", resume=options.resume, new=options.new)
    if opened is not None:
        names = [HUMAN if is_own(name) else name for name in opened.players]
        for name in filter(is_own, opened.players):  # a record never starts a program
            click.echo(f"'{name}' is a player of your own and is not started by a record; you play its side.", err=True)
        return resumed_session(opened, seated(names or options.seats, opened.game.position))
    game = Game(rules_of_size(options.size or "7x6", gravity=not options.free, connect=options.connect or 4))
    return new_session(game, seated(options.seats, game.position))


def seated(names: Sequence[str], position: Position[Any]) -> tuple[AnyPlayer | None, ...]:
    """Return who sits where, None for a person; a level that would take too long is refused."""
    if len(names) != 2:
        raise NotationError(f"two play Connect-4, and the game names {len(names)}: {', '.join(names):.60}")
    seats = tuple(None if name.strip().lower() == HUMAN else named_player(name, "connect4") for name in names)
    for player in filter(None, seats):
        check_player(player, position)
    return seats
