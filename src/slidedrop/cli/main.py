"""The program `slidedrop`: finds the command, and turns our errors into one sentence and an exit code."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Final

import click

from slidedrop.core.errors import SlidedropError
from slidedrop.version import __version__

COMMANDS: Final = {
    "2048": ("twenty48", "Play 2048."),
    "games": ("games", "List, show, rename, export, import and remove kept games."),
    "stats": ("stats", "Show what your kept games add up to."),
    "edition": ("edition", "Run a document's own interface: psa3, mis, a07, swipe."),
}
"""Each command with the module of `slidedrop.cli` that holds it, as `command`, and its line of help."""
ALIASES: Final[dict[str, str]] = {}


class Program(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import and return a command."""
        entry = COMMANDS.get(ALIASES.get(cmd_name, cmd_name))
        if entry is None:
            return None
        command: click.Command = importlib.import_module(f"slidedrop.cli.{entry[0]}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest the one that was meant."""
        if self.get_command(ctx, args[0]) is None:
            ctx.fail(unknown("command", args[0], [*COMMANDS, *ALIASES]))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command; our errors become one sentence and their exit code."""
        try:
            return super().invoke(ctx)
        except SlidedropError as error:
            raise Refusal(error) from error


class Refusal(click.ClickException):
    """One of our errors on its way to the screen."""

    def __init__(self, error: SlidedropError) -> None:
        super().__init__(str(error))
        self.exit_code = error.exit_code  # type: ignore[misc] # click reads it from the instance


def unknown(what: str, name: str, names: list[str]) -> str:
    """Say that there is no such thing, and what may have been meant."""
    import difflib

    close = difflib.get_close_matches(name, names, 1)
    meant = f"did you mean '{close[0]}'?" if close else f"there are {', '.join(names)}"
    return f"there is no {what} '{name}'; {meant}"


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples:  slidedrop 2048   |   slidedrop 2048 --seed 7 -s 5   |   slidedrop games",
)
@click.version_option(__version__, prog_name="slidedrop")
@click.pass_context
def program(ctx: click.Context) -> None:
    """2048 and Connect-4, in the terminal and beyond.

    Without a command: choose a game, or without a terminal watch the computer play one.
    """
    if ctx.invoked_subcommand is None:
        from slidedrop.cli.front_door import enter

        ctx.exit(enter())


def main() -> None:
    """Run the program."""
    _write_any_character()
    program(prog_name="slidedrop")


def _write_any_character() -> None:
    """Let a terminal without Unicode show a name's strange letters as escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
