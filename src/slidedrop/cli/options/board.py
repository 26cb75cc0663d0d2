"""The options that say by which rules computers play, made from what each game says of its own rules."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import click

from slidedrop.cli.options.numbers import Command, several
from slidedrop.core.spec import AnySpec, RuleOption
from slidedrop.games import game_spec, game_specs


def board_options(command: Command) -> Command:
    """Give a command the rule options of every game."""
    owners: dict[str, list[tuple[AnySpec, RuleOption]]] = defaultdict(list)
    for spec in game_specs():
        for option in spec.rule_options:
            owners[option.name].append((spec, option))
    return several(*map(option_of, owners.values()))(command)


def option_of(owned: list[tuple[AnySpec, RuleOption]]) -> Callable[[Command], Command]:
    """Return an option of the command line, with the help of every game that has it."""
    option = owned[0][1]
    text = " ".join(f"{spec.title}: {one.help[:1].lower()}{one.help[1:]}" for spec, one in owned)
    if option.is_flag:
        return click.option(f"--{option.name}", is_flag=True, help=text)
    if option.choices:
        return click.option(f"--{option.name}", type=click.Choice(option.choices), help=text)
    return click.option(f"--{option.name}", metavar=option.name.upper(), help=text)


def rules_asked(game: str, options: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the rules of any game
    """Return the rules that the options ask for; one that belongs to another game is refused."""
    spec = game_spec(game)
    own = {option.name for option in spec.rule_options}
    for other in game_specs():
        for option in other.rule_options:
            if option.name not in own and options.get(option.name):
                raise click.UsageError(f"--{option.name} is for {other.title}; leave it out for {spec.title}")
    return spec.notation.load().rules_from_options(options)
