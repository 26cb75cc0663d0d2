"""`slidedrop config`: your settings and keys, shown and changed."""

from dataclasses import fields

import click

from slidedrop.cli.errors import Verbs, unknown
from slidedrop.core.errors import NotationError
from slidedrop.terminal.full.own_keys import check_keys
from slidedrop.terminal.full.settings import Settings, change, config_path

_KEYS = "keys."


@click.group("config", cls=Verbs, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show or change your settings and keys.

    They are saved in a TOML file, which you can also edit. keys.NAME sets the key of an action, such as keys.undo or
    keys.hint, in the terminal and on the full screen.

    $ slidedrop config
    $ slidedrop config set theme light
    $ slidedrop config set interface plain
    $ slidedrop config set keys.undo z
    """
    if ctx.invoked_subcommand is None:
        settings = Settings.kept()
        check_keys(settings.keys)
        click.echo(f"# {config_path()}\n{settings.to_toml()}", nl=False)


@command.command("set")
@click.argument("name")
@click.argument("value")
def set_value(name: str, value: str) -> None:
    """Change one setting."""
    usual = _defaults(name)
    try:
        change(name, _value(value, usual.get(name)), check_keys)
    except NotationError as error:
        raise click.UsageError(str(error)) from error
    click.echo(f"Written to '{config_path()}'.")


@command.command()
@click.argument("name")
def unset(name: str) -> None:
    """Reset a setting to its default."""
    _defaults(name)
    change(name, None)
    click.echo(f"Written to '{config_path()}'.")


def _defaults(name: str) -> dict[str, object]:
    """Return the settings with their defaults; refuse an unknown name."""
    usual = {one.name: getattr(Settings(), one.name) for one in fields(Settings) if one.name not in {"keys", "problem"}}
    if name not in usual and not (name.startswith(_KEYS) and name != _KEYS):
        raise click.UsageError(unknown("setting", name, [*usual, "keys.NAME"]))
    return usual


def _value(text: str, usual: object) -> object:
    """Return the text as a value of the setting's type; a wrong value is refused later."""
    if isinstance(usual, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        return float(text) if isinstance(usual, float) else text
    except ValueError:
        return text
