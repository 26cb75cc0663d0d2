"""The program `slidedrop`: finds the command, and turns our errors into one sentence and an exit code."""

from __future__ import annotations

import importlib
from typing import Any, Final

import click

from slidedrop.cli.examples import examples
from slidedrop.cli.trouble import Refusal, leave_cleanly_on_signals, prepare_streams, unknown
from slidedrop.core.errors import SlidedropError
from slidedrop.version import __version__

COMMANDS: Final = {
    "2048": ("twenty48", "Play 2048."),
    "connect4": ("connect4", "Play Connect-4."),
    "hint": ("hint", "Name the best move of a position, and say why."),
    "solve": ("solve", "Say what every move of a Connect-4 position is worth."),
    "review": ("review", "Grade every move of a Connect-4 game, and show the better ones."),
    "watch": ("watch", "Watch the computer play."),
    "match": ("match", "Let players play the same games, and count."),
    "train": ("train", "Train a network for 2048."),
    "book": ("book", "Build, check and show an opening book of Connect-4."),
    "games": ("games", "List, show, rename, export, import and remove kept games."),
    "share": ("share", "Write a kept game as a code that travels in a link."),
    "stats": ("stats", "Show what your kept games add up to."),
    "edition": ("edition", "Run a document's own interface: psa3, mis, a07, swipe, adt."),
    "check": ("check", "Hold a program of your own against a document."),
    "serve": ("serve", "Offer both games in the browser."),
}
"""Each command with the module of `slidedrop.cli` that holds it, as `command`, and its line of help."""
ALIASES: Final = {"c4": "connect4"}


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
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(unknown("command", args[0], list(COMMANDS)))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command; what goes wrong becomes one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (SlidedropError, OSError) as error:
            raise Refusal(error) from error


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("slidedrop 2048", "slidedrop connect4 --level 6", "slidedrop serve", "slidedrop games"),
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
    prepare_streams()
    leave_cleanly_on_signals()
    program(prog_name="slidedrop")
