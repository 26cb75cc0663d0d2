"""`slidedrop GAME`: the game's own command, or one made of its definition: play against any player, or watch two."""

from typing import Any

import click

from slidedrop.cli.game_commands import commands_of
from slidedrop.cli.options.board import option_of
from slidedrop.cli.options.numbers import SEED, several
from slidedrop.cli.options.players import PlayerParam
from slidedrop.cli.playing import common_options, open_session, play
from slidedrop.core.spec import AnySpec
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.face import face_of


def play_command(spec: AnySpec) -> click.Command:
    """Return the command that plays a game: its own, or the one that plays any game."""
    own = commands_of(spec).play
    return play_any(spec) if own is None else own.load()


def play_any(spec: AnySpec) -> click.Command:
    """Return the command that plays a game which brings none."""
    rules = [option.name for option in spec.rule_options]

    def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
        console = Console(lines=given["lines"])
        face = face_of(spec.name, keys=console.keys, speak=given["speak"])
        session = open_session(
            spec,
            console,
            given,
            new_game=lambda: spec.new_game(spec.notation.load().rules_from_options(given), seed=given["seed"]),
            players=given["player"],
            rules=rules,
            others=("player", "seed"),
        )
        play(console, face, session, speak=given["speak"])

    player = click.option("--player", type=PlayerParam(), multiple=True, help="Who plays each seat: human, greedy, ...")
    seed = click.option("--seed", type=SEED, help="The seed of the game.")
    options = several(*(option_of([(spec, one)]) for one in spec.rule_options), player, seed, common_options)
    return click.command(spec.name, help=f"Play {spec.title}. {spec.description}")(options(command))
