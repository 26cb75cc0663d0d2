"""`slidedrop stats`: what the kept games add up to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import click

from slidedrop.cli.counting import counted
from slidedrop.cli.examples import examples
from slidedrop.records.shelf import Shelf

if TYPE_CHECKING:
    from slidedrop.core.game import Summary


@click.command("stats", epilog=examples("slidedrop stats"))
def command() -> None:
    """Show one line of statistics for each game and its rules."""
    groups: defaultdict[tuple[str, str], list[Summary]] = defaultdict(list)
    for kept in Shelf().games():
        if kept.summary is not None:
            groups[kept.summary.game, kept.summary.rules].append(kept.summary)
    if not groups:
        click.echo("No games yet; start one with 'slidedrop 2048'.")
    for (game, rules), summaries in sorted(groups.items()):
        click.echo(f"{game} {rules}: {statistics(summaries)}")


def statistics(summaries: list[Summary]) -> str:
    """Return what the games of one kind add up to, in a line."""
    games = len(summaries)
    parts = [
        counted(games, "game"),
        f"{sum(summary.finished for summary in summaries)} finished",
    ]
    scores = [summary.score for summary in summaries if summary.score is not None]
    if scores:
        largest = max(summary.largest or 0 for summary in summaries)
        parts += [f"best {max(scores)}", f"mean {sum(scores) / games:.0f}", f"largest tile {largest}"]
        parts.append(f"{sum(summary.won for summary in summaries)} won")
    else:
        parts += _winners([summary.winner for summary in summaries if summary.finished])
    parts.append(counted(sum(summary.moves for summary in summaries), "move"))
    return ", ".join(parts)


def _winners(winners: list[int | None]) -> list[str]:
    """Return who won the finished games of two players, in words; nothing where none is finished."""
    named = {"red won": 0, "blue won": 1, "drawn": None}
    return [f"{words} {winners.count(winner)}" for words, winner in named.items() if winners]
