"""`slidedrop stats`: what the kept games add up to."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import click

from slidedrop.cli.commands.games import ORIGINS
from slidedrop.cli.examples import examples
from slidedrop.cli.saved_games import open_library
from slidedrop.core.game import Summary, counted
from slidedrop.games import game_spec


@click.command(
    "stats",
    epilog=examples(
        "slidedrop stats",
    ),
)
def command() -> None:
    """Show one line of statistics for each game and its rules.

    Only games that were played here from their start count: replays, imports, shared games and games from a given board
    are counted apart.
    """
    games = open_library().games()
    groups: defaultdict[tuple[str, str], list[Summary]] = defaultdict(list)
    for kept in games:
        if kept.summary is not None and kept.counts:
            groups[kept.summary.game, kept.summary.rules].append(kept.summary)
    if not games:
        click.echo("No games yet; start one with 'slidedrop 2048'.")
    for (game, rules), summaries in sorted(groups.items()):
        click.echo(f"{game} {rules}: {statistics(summaries, game_spec(game).colours)}")
    others = Counter(ORIGINS[kept.origin] for kept in games if kept.origin in ORIGINS)
    if others:
        click.echo(f"Not counted: {', '.join(f'{number} {what}' for what, number in sorted(others.items()))}.")


def statistics(summaries: list[Summary], colours: Sequence[str]) -> str:
    """Return what the games of one kind add up to, in a line; `colours` are the names of two players."""
    games = len(summaries)
    parts = [counted(games, "game"), f"{sum(summary.finished for summary in summaries)} finished"]
    scores = [summary.score for summary in summaries if summary.score is not None]
    if scores:
        largest = max(summary.largest or 0 for summary in summaries)
        parts += [f"best {max(scores)}", f"mean {sum(scores) / games:.0f}", f"largest tile {largest}"]
        parts.append(f"{sum(summary.won for summary in summaries)} won")
    else:
        winners = [summary.winner for summary in summaries if summary.finished]
        named = {**{f"{colour} won": seat for seat, colour in enumerate(colours)}, "drawn": None}
        parts += [f"{words} {winners.count(winner)}" for words, winner in named.items() if winners]
    parts.append(counted(sum(summary.moves for summary in summaries), "move"))
    return ", ".join(parts)
