"""Options that several commands share, and their types."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Any, Final

import click

from slidedrop.core.spec import AnySpec, RuleOption
from slidedrop.games import game_names, game_spec, game_specs
from slidedrop.players import HUMAN

Command = Callable[..., Any]
_ADDRESS: Final = re.compile(r"(tcp|tls)://.+:\d+")


def several(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds several options in order."""
    return lambda command: reduce(lambda given, option: option(given), reversed(options), command)


def whole_number(least: int, most: int) -> Callable[[object], int]:
    """Return a type for whole numbers within bounds."""

    def integer(value: object) -> int:
        text = str(value).strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) <= 20 and least <= int(text) <= most:
            return int(text)
        raise click.BadParameter(f"'{value}' is not a whole number from {least} to {most}.")

    return integer


def number(least: float, most: float) -> Callable[[object], float]:
    """Return a type for numbers within bounds."""

    def decimal(value: object) -> float:
        text = str(value)
        with suppress(ValueError):
            if text.isascii() and "_" not in text and least <= float(text) <= most:
                return float(text)
        raise click.BadParameter(f"'{value}' is not a number from {least:,g} to {most:,g}.")

    return decimal


SEED: Final = whole_number(-(1 << 63), (1 << 63) - 1)
"""Any seed of the tiles."""


def seconds(value: object) -> float:
    """Read a time from 0 to 60 seconds."""
    return number(0, 60)(value)


FILE: Final = click.Path(path_type=Path)
weights_option: Final = click.option(
    "--weights", type=FILE, help="The 2048 network to use, as written by 'slidedrop train' (default: the bundled one)."
)


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the built-in players that start with this text, and `human` if allowed."""
    from slidedrop.players.registry import player_names

    typed = (ctx.params.get("game"), *ctx.args, ctx.info_name)
    people = [HUMAN] if param.name in ("red", "blue") else []
    game = next((name for name in game_names() if name in typed), game_names()[0])
    return [name for name in (*people, *player_names(game)) if name.startswith(incomplete)]


PLAYER: Final[Mapping[str, Any]] = {"metavar": "PLAYER", "shell_complete": complete_player}
"""The type of an option for a player: any text, checked once the game is known."""


def place(value: str) -> str:
    """Return the place where the work runs."""
    if value == "local" or _ADDRESS.fullmatch(value):
        return value
    message = f"'{value}' is neither 'local' nor the address of a Dask scheduler, such as tcp://192.168.1.5:8786."
    raise click.BadParameter(message)


def work_options(*names: str, jobs: int = min(2, os.cpu_count() or 1)) -> Callable[[Command], Command]:
    """Return `--jobs` and `--on`; `jobs` is the default, `names` are more names for it."""
    many: dict[str, Any] = {"default": jobs, "show_default": True, "help": "Number of worker processes."}
    where: dict[str, Any] = {"default": "local", "metavar": "ADDRESS"}
    cluster = "Address of a cluster, such as tcp://HOST:8786 (extra 'cluster')."
    return several(
        click.option("--jobs", *names, type=whole_number(1, 256), **many),
        click.option("--on", type=place, help=cluster, **where),
    )


def board_options(command: Command) -> Command:
    """Give a command the rule options of every game."""
    owners: dict[str, list[tuple[AnySpec, RuleOption]]] = defaultdict(list)
    for spec in game_specs():
        for option in spec.rule_options:
            owners[option.name].append((spec, option))
    return several(*map(option_of, owners.values()))(command)


def option_of(owned: list[tuple[AnySpec, RuleOption]]) -> Callable[[Command], Command]:
    """Return a command-line option with the help of every game that has it."""
    option = owned[0][1]
    text = " ".join(f"{spec.title}: {one.help[:1].lower()}{one.help[1:]}" for spec, one in owned)
    if option.is_flag:
        return click.option(f"--{option.name}", is_flag=True, help=text)
    if option.choices:
        return click.option(f"--{option.name}", type=click.Choice(option.choices), help=text)
    return click.option(f"--{option.name}", metavar=option.name.upper(), help=text)


def rules_asked(game: str, options: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the rules of any game
    """Return the rules from the options; an option of another game is refused."""
    spec = game_spec(game)
    own = {option.name for option in spec.rule_options}
    for other in game_specs():
        for option in other.rule_options:
            if option.name not in own and options.get(option.name):
                raise click.UsageError(f"--{option.name} is for {other.title}; leave it out for {spec.title}")
    return spec.notation.load().rules_from_options(options)
