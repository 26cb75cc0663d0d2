"""The program `slidedrop`: finds the command, and turns errors and signals into one sentence and an exit code."""

import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, Final

import click

from slidedrop.cli.errors import Refusal, Verbs
from slidedrop.cli.examples import examples, examples_of
from slidedrop.core.errors import MissingExtra, SlidedropError
from slidedrop.version import __version__

COMMANDS: Final = json.loads(Path(__file__).with_name("commands.json").read_text(encoding="utf-8"))
"""Each command, in the order of the help: its module of `slidedrop.cli.commands`, and its line of help."""
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


def prepare_streams() -> None:
    """Have three streams that take every character, also where the caller closed one of them."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - it stays open to the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - likewise
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")


def leave_cleanly_on_signals() -> None:
    """Let a closed or killed terminal end the program through the usual way out, so that the screen is restored."""
    for name in ("SIGTERM", "SIGHUP"):
        if (number := getattr(signal, name, None)) is not None:  # pragma: no branch - Windows has no SIGHUP
            signal.signal(number, lambda number, _: sys.exit(128 + number))


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
