"""The table of a match, and its results as CSV.

                 network:2               greedy
mean             201,344 ± 9,120         3,312 ± 180
median           198,220 (...-...)       3,036 (...-...)
reached 2048     97 % (94-99 %)          1 % (0-3 %)

network:2 scores 198,032 ± 9,140 more than greedy in the same games.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from slidedrop.core.game import counted
from slidedrop.lab.arena.figures import Figure, mean_of, median_of, rate_of
from slidedrop.lab.arena.match import Match, Result

_LEAST_TILE: Final = 9
"""Tiles from 2 to this power have their own line, if some games reached them and some did not."""


def report(match: Match, results: Sequence[Result]) -> str:
    """Return the table, and the difference between the first two players."""
    if not results:
        return "No game was played."
    text = _points(match, results) if match.spec.by_points else _wins(match, results)
    faults = Counter(result.fault for result in results if result.fault)
    return "\n".join(
        [text, *(f"{counted(count, 'game')} ended by a fault: {fault}." for fault, count in faults.most_common(5))]
    )


def as_csv(match: Match, results: Sequence[Result]) -> str:
    """Return one line per game; results of older versions have no moves."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    by_points = match.spec.by_points
    own = ("player", "score", "largest") if by_points else (match.spec.colours[0], "winner")
    kept = any(result.line for result in results)
    writer.writerow(["round", "seed", *own, "moves", "seconds", *(["line"] if kept else [])])
    for result in sorted(results, key=lambda result: result.unit):
        label = match.entrants[result.seat].label
        won = "draw" if result.winner < 0 else match.entrants[result.winner].label
        middle = (label, result.score, result.largest) if by_points else (label, won)
        rest = (result.moves, result.seconds, *([result.line] if kept else []))
        writer.writerow([result.round + 1, match.seed_of(result.round), *middle, *rest])
    return text.getvalue()


def _points(match: Match, results: Sequence[Result]) -> str:
    played = [[result for result in results if result.seat == seat] for seat in range(len(match.entrants))]
    rows = [["", *(entrant.label for entrant in match.entrants)], ["games", *(str(len(mine)) for mine in played)]]
    rows.append(_row("mean", played, lambda mine: plus_minus(mean_of([result.score for result in mine]))))
    rows.append(_row("median", played, lambda mine: _between(median_of([result.score for result in mine]))))
    rows += [_row(f"reached {tile}", played, partial(_reached, tile)) for tile in _tiles(results)]
    rows.append(_row("ms per move", played, _milliseconds))
    return "\n".join([table(rows), *_difference(match, played)])


def _difference(match: Match, played: Sequence[Sequence[Result]]) -> list[str]:
    if len(played) < 2:
        return []
    one, other = ({result.round: result.score for result in mine} for mine in played[:2])
    pairs = [one[number] - other[number] for number in one.keys() & other.keys()]
    if not pairs:
        return []
    names, figure = [entrant.label for entrant in match.entrants], mean_of(pairs)
    if figure.low <= 0 <= figure.high:
        what = f"between {names[0]} and {names[1]} can be seen"
        return ["", f"No difference {what}: {plus_minus(figure)} in the same games."]
    better, worse = names[:2] if figure.value > 0 else names[1::-1]
    size, half = abs(figure.value), figure.high - figure.value
    gain = Figure(size, size - half, size + half)
    return ["", f"{better} scores {plus_minus(gain)} more than {worse} in the same games."]


def _wins(match: Match, results: Sequence[Result]) -> str:
    first, second = (entrant.label for entrant in match.entrants)
    count = len(results)
    lines = [f"{count} games, each opening with both colours:"]
    for what, winner in ((f"{first} won", 0), (f"{second} won", 1), ("drawn", -1)):
        hits = sum(result.winner == winner for result in results)
        lines.append(f"  {what}: {hits}, {_share(rate_of(hits, count))}")
    score = sum({0: 1.0, 1: 0.0, -1: 0.5}[result.winner] for result in results)
    return "\n".join([*lines, f"  {first} scores {_share(rate_of(score, count))}"])


def _row(name: str, played: Sequence[Sequence[Result]], figure: Callable[[Sequence[Result]], str]) -> list[str]:
    return [name, *(figure(mine) if mine else "-" for mine in played)]


def _tiles(results: Sequence[Result]) -> list[int]:
    """Return the tiles that only some games reached."""
    largest = max(result.largest for result in results)
    smallest = min(result.largest for result in results)
    tiles = [1 << power for power in range(_LEAST_TILE, largest.bit_length())]
    return [tile for tile in tiles if tile > smallest] or tiles[-1:]


def _reached(tile: int, mine: Sequence[Result]) -> str:
    return _share(rate_of(sum(result.largest >= tile for result in mine), len(mine)))


def _milliseconds(mine: Sequence[Result]) -> str:
    return f"{1000 * sum(result.seconds for result in mine) / max(1, sum(result.moves for result in mine)):.2f}"


def plus_minus(figure: Figure) -> str:
    """Return a figure with half its interval."""
    if figure.high == float("inf"):
        return f"{figure.value:,.0f}"
    return f"{figure.value:,.0f} ± {figure.high - figure.value:,.0f}"


def _between(figure: Figure) -> str:
    return f"{figure.value:,.0f} ({figure.low:,.0f}-{figure.high:,.0f})"


def _share(figure: Figure) -> str:
    return f"{100 * figure.value:.0f}% ({100 * figure.low:.0f}-{100 * figure.high:.0f}%)"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
