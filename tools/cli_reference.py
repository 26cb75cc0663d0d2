"""Generate the references of commands and players from the program, as a MkDocs hook named in mkdocs.yml.

python -m tools.cli_reference        print the reference as Markdown
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

import click

from slidedrop.cli.main import program
from slidedrop.games import game_names, game_spec
from slidedrop.players.registry import player_types

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACE: Final = "<!-- commands -->"
PLAYERS: Final = "<!-- players -->"


def on_page_markdown(markdown: str, **_: Any) -> str:  # noqa: ANN401 - what MkDocs hands over besides the text
    """Insert the references into the pages that have a marker for them."""
    for place, lines in {PLACE: reference, PLAYERS: players}.items():
        markdown = markdown.replace(place, "\n".join(lines())) if place in markdown else markdown
    return markdown


def players() -> Iterator[str]:
    """Yield the tables of the players of each game."""
    for game in game_names():
        yield from (f"## {game_spec(game).title}", "", "| Player | Levels | Time limit | What it does |")
        yield "|---|---|---|---|"
        for one in sorted(player_types(game), key=lambda one: one.order):
            levels = f"{one.levels.least} to {one.levels.most} ({one.levels.usual})" if one.levels else ""
            yield f"| `{one.name}` | {levels} | {'yes' if one.timed else ''} | {_cell(one.description)} |"
        yield ""


def reference() -> Iterator[str]:
    """Yield the lines of the reference."""
    yield from _described(program, click.Context(program, info_name="slidedrop"), level=2)


def _described(command: click.Command, context: click.Context, *, level: int) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f"{'#' * level} {context.command_path}", "", "```text", f"{context.command_path} {usage}", "```", "")
    yield from (inspect.cleandoc(command.help or "").replace("\b\n", "").replace("<", "&lt;"), "")
    options = [one for one in command.get_params(context) if isinstance(one, click.Option) and "--help" not in one.opts]
    records = [record for one in options if (record := one.get_help_record(context))]
    if records:
        yield from ("| Option | Meaning |", "|---|---|")
        yield from (f"| `{_cell(name)}` | {_cell(text).replace('<', '&lt;')} |" for name, text in records)
        yield ""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from _described(below, click.Context(below, context, name), level=min(level + 1, 4))


def _cell(text: str) -> str:
    """Return a text as one cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    click.echo("\n".join(reference()))
