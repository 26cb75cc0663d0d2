"""`slidedrop players`: the players of each game."""

import click

from slidedrop.games import game_names, game_spec
from slidedrop.players.player import PlayerType
from slidedrop.players.registry import player_types


@click.command("players")
@click.argument("game", type=click.Choice(game_names()), required=False)
def command(game: str | None) -> None:
    """List the players of each game, or of GAME, with their levels.

    If a player has levels, write the level after a colon (search:6). If it takes a time limit, write it after @
    (search@200ms).

    $ slidedrop players
    $ slidedrop players connect4
    """
    for name in [game] if game else game_names():
        click.echo(f"{game_spec(name).title}:")
        for declared in sorted(player_types(name), key=lambda one: one.order):
            click.echo(f"  {declared.name:<10} {_described(declared)}")


def _described(player: PlayerType) -> str:
    """Return a player's description: levels, time limit, and whether it needs an engine."""
    levels = f"level {player.levels.least} to {player.levels.most}" if player.levels else ""
    usual = f" ({player.levels.usual})" if player.levels else ""
    time = "time limit" if player.timed else ""
    engine = "needs the engine" if player.needs_engine else ""
    facts = ", ".join(filter(None, (levels + usual, time, engine)))
    return f"{player.description}{f' [{facts}]' if facts else ''}"
