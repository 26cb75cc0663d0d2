"""The program `slidedrop`: runs a command, and turns errors and signals into a message and an exit code."""

import importlib
import os
import signal
import sys
from inspect import cleandoc
from typing import Any, Final

import click

from slidedrop.cli.errors import Refusal, Verbs
from slidedrop.core.errors import MissingExtra, SlidedropError
from slidedrop.games import game_names, game_specs, named_spec
from slidedrop.version import __version__

COMMANDS: Final = {
    "hint": ("slidedrop.cli.commands.hint", "Show the best move of a position, and why."),
    "solve": ("slidedrop.cli.commands.solve", "Print the value of every move of a position."),
    "review": ("slidedrop.cli.commands.review", "Grade every move of a game."),
    "puzzle": ("slidedrop.cli.commands.puzzle", "Solve puzzles, also of your own mistakes."),
    "watch": ("slidedrop.cli.commands.watch", "Watch the computer play."),
    "match": ("slidedrop.cli.commands.match", "Compare players on the same set of games."),
    "tournament": ("slidedrop.cli.commands.tournament", "Run a tournament and rank the players."),
    "players": ("slidedrop.cli.commands.players", "List the players of each game."),
    "engine": ("slidedrop.cli.commands.engine", "Play for another program over the line protocol."),
    "games": ("slidedrop.cli.commands.games", "List, show, copy, rename, export, import and remove saved games."),
    "share": ("slidedrop.cli.commands.share", "Print a saved game as a share code."),
    "export": ("slidedrop.cli.commands.export", "Draw a game as a picture or an animation."),
    "stats": ("slidedrop.cli.commands.stats", "Show the statistics of your saved games."),
    "daily": ("slidedrop.cli.commands.daily", "Play today's board, the same for everyone."),
    "config": ("slidedrop.cli.commands.config", "Show or change your settings and keys."),
    "edition": ("slidedrop.cli.commands.edition", "Run an assignment's own interface: psa3, mis, a07, swipe, adt."),
    "check": ("slidedrop.cli.commands.check", "Test your own program against an assignment."),
    "serve": ("slidedrop.cli.commands.serve", "Serve the games to browsers."),
    "admin": ("slidedrop.cli.commands.admin", "Manage a server's rooms, games and blocked addresses."),
    "page": ("slidedrop.cli.commands.page", "Write the page as static files."),
}
"""Each command with its module and its line of help, in the order of the help, where the games come first."""


def commands() -> dict[str, tuple[str, str]]:
    """Return all commands, those of single games included."""
    return {**COMMANDS, **{one.name: (one.module, one.help) for spec in game_specs() for one in spec.more_commands}}


def with_examples(command: click.Command) -> click.Command:
    r"""Show the examples of a docstring, its last lines that begin with $, behind the options as they are written.

    `click` folds paragraphs; one that begins with \b is left alone.
    """
    command.help, marked, shown = cleandoc(command.help or "").partition("\n\n$ ")
    if marked:
        command.epilog = "\n  ".join(["\b\nExamples:", *f"$ {shown}".splitlines()])
    return command


class Program(Verbs):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*game_names(), *commands()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        spec = None if cmd_name in COMMANDS else named_spec(cmd_name)
        if spec is None:
            module, _ = COMMANDS.get(cmd_name) or commands().get(cmd_name, ("", ""))
            return with_examples(importlib.import_module(module).command) if module else None
        from slidedrop.cli.playing import play_command

        return with_examples(play_command(spec))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        with formatter.section("Commands"):
            games = [(spec.name, f"Play {spec.title}.") for spec in game_specs()]
            formatter.write_dl([*games, *((name, text) for name, (_, text) in commands().items())])

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command; an error becomes one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except KeyboardInterrupt:
            click.echo("\nStopped.", err=True)
            ctx.exit(128 + signal.SIGINT)
        except (SlidedropError, OSError) as error:
            raise Refusal(error) from error
        except ModuleNotFoundError as error:
            if error.name not in {"numba", "numpy", "wasmtime"}:
                raise
            raise Refusal(MissingExtra(f"'slidedrop {ctx.invoked_subcommand}'", "ai")) from error


@click.group(cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="slidedrop")
@click.option("--plain", is_flag=True, help="Choose a game in plain text, without the full screen.")
@click.option("--no-animation", is_flag=True, help="Turn off animation on the full screen.")
@click.pass_context
def program(ctx: click.Context, *, plain: bool, no_animation: bool) -> None:
    """Play, analyse and program 2048 and Connect-4.

    Without a command you get the full screen (extra "full") or a plain menu. Without a terminal you see a demo.

    $ slidedrop 2048
    $ slidedrop connect4 --level 6
    $ slidedrop serve
    $ slidedrop games
    """
    if ctx.invoked_subcommand is None:
        from slidedrop.cli.menu import open_menu

        ctx.exit(open_menu(plain=plain, animation=not no_animation))


with_examples(program)


def prepare_streams() -> None:
    """Open missing standard streams, and let all three accept any character."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - it stays open to the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - likewise
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")


def leave_cleanly_on_signals() -> None:
    """Let a closed or killed terminal end the program normally, so that the screen is restored."""
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
