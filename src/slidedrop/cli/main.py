"""The program `slidedrop`: finds the command, and turns our errors into one sentence and an exit code."""

import importlib
import sys
from typing import Any, Final

import click

from slidedrop.cli.errors import Refusal, Verbs
from slidedrop.cli.examples import examples, examples_of
from slidedrop.cli.process import leave_cleanly_on_signals, prepare_streams
from slidedrop.core.errors import MissingExtra, SlidedropError
from slidedrop.version import __version__

COMMANDS: Final = {
    "2048": ("twenty48", "Play 2048."),
    "connect4": ("connect4", "Play Connect-4."),
    "hint": ("hint", "Name the best move of a position, and say why."),
    "solve": ("solve", "Say what every move of a Connect-4 position or of a small 2048 board is worth."),
    "review": ("review", "Grade every move of a game: what was better, what was luck."),
    "puzzle": ("puzzle", "Find the best move; what you missed comes again."),
    "watch": ("watch", "Watch the computer play."),
    "match": ("match", "Let players play the same games, and count."),
    "tournament": ("tournament", "Let Connect-4 players play each other, and rate them."),
    "engine": ("engine", "Answer other programs by the line protocol."),
    "train": ("train", "Train a network for 2048."),
    "dataset": ("dataset", "Write Connect-4 positions with the value of every move."),
    "book": ("book", "Build, check and show an opening book of Connect-4."),
    "games": ("games", "List, show, copy, rename, export, import and remove kept games."),
    "share": ("share", "Write a kept game as a code that travels in a link."),
    "export": ("export", "Draw a game as a picture or as a film."),
    "stats": ("stats", "Show what your kept games add up to."),
    "config": ("config", "Show or change your settings and keys."),
    "edition": ("edition", "Run a document's own interface: psa3, mis, a07, swipe, adt."),
    "check": ("check", "Hold a program of your own against a document."),
    "serve": ("serve", "Offer both games in the browser."),
    "page": ("page", "Write the page for any host of files."),
}
"""Each command with the module of `slidedrop.cli.commands` that holds it, as `command`, and its line of help."""
ALIASES: Final = {"c4": "connect4"}


class Program(Verbs):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """Import and return a command."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"slidedrop.cli.commands.{COMMANDS[name][0]}").command
        command.epilog = command.epilog or examples_of(name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command; what goes wrong becomes one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (SlidedropError, OSError) as error:
            raise Refusal(error) from error
        except ModuleNotFoundError as error:
            if error.name not in {"numba", "numpy", "wasmtime", "zstandard"}:
                raise
            raise Refusal(MissingExtra("this player or command", "ai")) from error


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("slidedrop 2048", "slidedrop connect4 --level 6", "slidedrop serve", "slidedrop games"),
)
@click.version_option(__version__, prog_name="slidedrop")
@click.option("--plain", is_flag=True, help="Choose a game in plain text, without the full screen.")
@click.option("--no-animation", is_flag=True, help="Have nothing move on the full screen.")
@click.pass_context
def program(ctx: click.Context, *, plain: bool, no_animation: bool) -> None:
    """2048 and Connect-4, in the terminal and beyond.

    Without a command: the full screen (extra "full"), or a plain choice of games; without a terminal watch the
    computer play.
    """
    if ctx.invoked_subcommand is None:
        from slidedrop.cli.menu import open_menu

        ctx.exit(open_menu(plain=plain, animation=not no_animation))


def main() -> None:
    """Run the program."""
    prepare_streams()
    leave_cleanly_on_signals()
    try:
        program(prog_name="slidedrop")
    except SystemExit as leaving:
        threads = sys.modules.get("slidedrop.terminal.threads")
        if threads is not None and isinstance(leaving.code, int):
            threads.leave(leaving.code)
        raise
