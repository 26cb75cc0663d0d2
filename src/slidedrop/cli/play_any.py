"""`slidedrop GAME` for a game that brings no command of its own: play against any player, or watch two."""

from typing import Any

import click

from slidedrop.cli.game_commands import commands_of
from slidedrop.cli.options.board import option_of
from slidedrop.cli.options.numbers import SEED, several
from slidedrop.cli.options.players import PlayerParam
from slidedrop.cli.playing import check_common, common_options, game_to_resume, play, shared_game
from slidedrop.core.game import Game
from slidedrop.core.spec import AnySpec
from slidedrop.players import HUMAN
from slidedrop.players.external import is_own, named_player
from slidedrop.players.player import AnyPlayer
from slidedrop.players.registry import check_player
from slidedrop.session import Session, new_session, resumed_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.face import face_of


def play_command(spec: AnySpec) -> click.Command:
    """Return the command that plays a game: its own, or the one that plays any game."""
    own = commands_of(spec).play
    return play_any(spec) if own is None else own.load()


def play_any(spec: AnySpec) -> click.Command:
    """Return the command that plays a game which brings none."""

    def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
        console = Console(lines=given["lines"])
        play(console, face_of(spec.name), _session(spec, console, given), speak=given["speak"])

    player = click.option("--player", type=PlayerParam(), multiple=True, help="Who plays each seat: human, greedy, ...")
    seed = click.option("--seed", type=SEED, help="The seed of the game.")
    options = several(*(option_of([(spec, one)]) for one in spec.rule_options), player, seed, common_options)
    return click.command(spec.name, help=f"Play {spec.title}. {spec.description}")(options(command))


def _session(spec: AnySpec, console: Console, given: dict[str, Any]) -> Session:
    rules = any(given[option.name] for option in spec.rule_options)
    new = rules or bool(given["player"]) or given["seed"] is not None
    check_common(given, wants_new=new, wants_rules=rules)
    if given["code"] is not None:
        game = shared_game(given["code"], spec.name)
        return new_session(game, _seats(spec, given, game), origin="copy")
    opened = None if new else game_to_resume(console, spec.name, resume=given["resume"], new=given["new"])
    if opened is not None:
        return resumed_session(opened, _seated(spec, opened.players or _usual(spec), opened.game))
    game = spec.new_game(spec.notation.load().rules_from_options(given), seed=given["seed"])
    return new_session(game, _seats(spec, given, game))


def _usual(spec: AnySpec) -> tuple[str, ...]:
    return (HUMAN, *(spec.usual_opponent for _ in range(spec.seats - 1)))


def _seats(spec: AnySpec, given: dict[str, Any], game: Game) -> tuple[AnyPlayer | None, ...]:
    names = given["player"] or _usual(spec)
    if len(names) != spec.seats:
        raise click.UsageError(f"{spec.title} has {spec.seats} seats, not {len(names)}; name each with --player")
    return _seated(spec, names, game)


def _seated(spec: AnySpec, names: tuple[str, ...], game: Game) -> tuple[AnyPlayer | None, ...]:
    """Return the players by name, None for a person; a record never starts a program."""
    seats = tuple(None if name == HUMAN or is_own(name) else named_player(name, spec.name) for name in names)
    for player in filter(None, seats):
        check_player(player, game.position)
    return seats
