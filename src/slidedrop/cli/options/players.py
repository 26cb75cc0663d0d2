"""A player on the command line: a built-in one by name, which completion knows, or your own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from slidedrop.players import HUMAN

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class PlayerParam(click.ParamType[str]):
    """Any text; who it means is found out when the game is known."""

    name = "player"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401, ARG002
        """Return the text as it was typed."""
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return our players of the command's game that begin so, and a person where one may sit."""
        from click.shell_completion import CompletionItem

        from slidedrop.games import game_names
        from slidedrop.players.registry import player_names

        typed = (ctx.params.get("game"), *ctx.args, ctx.info_name)
        people = [HUMAN] if param.name in ("red", "blue") else []
        game = next((name for name in game_names() if name in typed), game_names()[0])
        names = [*people, *player_names(game)]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]
