"""`slidedrop connect4`: play in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from slidedrop.cli.compiling import say_compiling
from slidedrop.cli.examples import examples
from slidedrop.cli.sizes import rules_of_size
from slidedrop.cli.table import kept_game_to_resume, new_session, play, resumed_session
from slidedrop.cli.table_options import TableOptions, shared_game, table_options
from slidedrop.connect4.display import SHAPES
from slidedrop.connect4.game import Game
from slidedrop.connect4.notation import check_shapes
from slidedrop.core.errors import NotationError
from slidedrop.players import HUMAN
from slidedrop.players.registry import check_player, is_compiled, player_called
from slidedrop.terminal.plain.connect4_face import Connect4Face
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.scores import ScoresMargin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from slidedrop.connect4.rules import Rules
    from slidedrop.players.player import Player
    from slidedrop.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for on the command line."""

    size: str | None
    free: bool
    connect: int | None
    first: str | None
    level: int | None
    red: str | None
    blue: str | None
    shapes: str
    table: TableOptions

    @property
    def wants_rules(self) -> bool:
        """Whether the options say what is played."""
        return self.free or self.size is not None or self.connect is not None

    @property
    def wants_new(self) -> bool:
        """Whether the options describe a game of their own, so that no kept one is offered."""
        players = (self.first, self.level, self.red, self.blue)
        return self.wants_rules or any(option is not None for option in players)

    @property
    def seats(self) -> tuple[str, str]:
        """The names of red, who moves first, and blue."""
        computer = f"tree:{4 if self.level is None else self.level}"
        first = self.first if self.first != "random" else _drawn(("me", "computer"))
        red, blue = (computer, HUMAN) if first == "computer" else (HUMAN, computer)
        return self.red or red, self.blue or blue


@click.command(
    "connect4",
    epilog=examples(
        "slidedrop connect4",
        "slidedrop connect4 --first computer --level 6",
        "slidedrop connect4 --blue teacher:1",
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
    "--red", metavar="PLAYER", help="Who plays red, moving first: human, teacher:1, tree:4, search@1s, perfect, ..."
)
@click.option("--blue", metavar="PLAYER", help="Who plays blue.")
@click.option("--shapes", default=SHAPES, show_default=True, help="The characters for red and blue.")
@table_options
def command(**options: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Play Connect-4 against the computer, each other, or watch two computers.

    On a terminal type the number of a column, or choose it with the arrows and enter; ? shows all keys. On a pipe, or
    with --lines, type a move a line. Every game is kept from its first move.
    """
    table = TableOptions.taken_from(options)
    _play(Options(**options, table=table))


def _play(options: Options) -> None:
    check_shapes(options.shapes)
    table = options.table
    table.check(wants_new=options.wants_new, wants_rules=options.wants_rules)
    console = Console(lines=table.lines)
    face = Connect4Face(keys=console.keys, shapes=options.shapes, speak=table.speak)
    play(console, face, _session(console, options), speak=table.speak, margin=ScoresMargin())


def _session(console: Console, options: Options) -> Session:
    table = options.table
    if table.code is not None:
        shared, done = shared_game(table.code, "connect4")
        return new_session(shared, seated(options.seats, shared.position), done)
    opened = None
    if not options.wants_new:
        opened = kept_game_to_resume(console, "connect4", resume=table.resume, new=table.new)
    if opened is not None:
        return resumed_session(opened, seated(opened.players or options.seats, opened.game.position))
    game = Game(rules_from(options))
    return new_session(game, seated(options.seats, game.position))


def rules_from(options: Options) -> Rules:
    """Return the rules that the options ask for, or say what is wrong with them."""
    return rules_of_size(options.size or "7x6", gravity=not options.free, connect=options.connect or 4)


def seated(names: Sequence[str], position: object) -> tuple[Player | None, ...]:
    """Return who sits where, None for a person; a level that would take too long is refused."""
    if len(names) != 2:
        message = f"two play Connect-4, and the game names {len(names)}: {', '.join(names):.60}"
        raise NotationError(message)
    if any(name.strip().lower() != HUMAN and is_compiled(name) for name in names):
        say_compiling()
    seats = tuple(None if name.strip().lower() == HUMAN else player_called(name, "connect4") for name in names)
    for player in seats:
        if player is not None:
            check_player(player, position)
    return seats


def _drawn(choices: tuple[str, str]) -> str:
    import secrets

    return secrets.choice(choices)
