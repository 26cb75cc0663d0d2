"""`slidedrop config`: the settings and keys of one's own, shown and changed."""

from dataclasses import fields
from typing import Any

import click

from slidedrop.cli.errors import Verbs, unknown
from slidedrop.cli.examples import examples
from slidedrop.durable import write_whole
from slidedrop.terminal.full.settings import Settings, config_path


@click.group(
    "config",
    epilog=examples(
        "slidedrop config",
        "slidedrop config set theme light",
        "slidedrop config set keys.undo z",
    ),
    cls=Verbs,
    invoke_without_command=True,
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show or change your settings and keys.

    They are kept in a small TOML file that you may also edit yourself; keys.NAME is a key of your own for an action,
    such as keys.undo or keys.hint, in the terminal and on the full screen.
    """
    if ctx.invoked_subcommand is None:
        click.echo(f"# {config_path()}\n{Settings.kept().to_toml()}", nl=False)


@command.command("set")
@click.argument("name")
@click.argument("value")
def set_value(name: str, value: str) -> None:
    """Change one setting."""
    _write(name, value)


@command.command()
@click.argument("name")
def unset(name: str) -> None:
    """Put one setting back to what it usually is."""
    _write(name, None)


def _write(name: str, text: str | None) -> None:
    settings, usual = Settings.kept(), Settings()
    if name.startswith("keys."):
        settings.keys.pop(name[5:], None)
        settings.keys |= {} if text is None else {name[5:]: text}
    else:
        names = [one.name for one in fields(usual) if one.name != "keys"]
        if name not in names:
            raise click.UsageError(unknown("setting", name, [*names, "keys.NAME"]))
        setattr(settings, name, getattr(usual, name) if text is None else _value(name, text, getattr(usual, name)))
    config_path().parent.mkdir(parents=True, exist_ok=True)
    write_whole(config_path(), settings.to_toml().encode())
    click.echo(f"Written to '{config_path()}'.")


def _value(name: str, text: str, usual: Any) -> Any:  # noqa: ANN401 - of the kind that the setting has
    try:
        return {"true": True, "false": False}[text.lower()] if isinstance(usual, bool) else type(usual)(text)
    except (KeyError, ValueError):
        kind = "true or false" if isinstance(usual, bool) else "a number"
        raise click.UsageError(f"{name} is {kind}, not '{text:.40}'") from None
