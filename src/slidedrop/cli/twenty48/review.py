"""`slidedrop review` for 2048: luck and skill over the game, then the costliest moves.

moves        luck                 skill
  1-22      +1,204 |   ++++         -310 |    -          A sign is a hundredth of what the game was worth.
 23-44        -380 |   --          -2,950 |   ------
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import click

from slidedrop.analysis.twenty48.judge import compare
from slidedrop.analysis.twenty48.review import Review, ReviewedSlide
from slidedrop.cli.progress import Bar
from slidedrop.core.errors import NotationError
from slidedrop.core.game import counted
from slidedrop.twenty48 import Direction, Game
from slidedrop.twenty48.engine.expectimax import searcher

_ROWS: Final = 20
_MOST_SIGNS: Final = 20
_INDENT: Final = "  "


def review(what: str, game: Game, options: Mapping[str, Any]) -> None:
    """Print luck, skill and the costliest moves; with --tiles what the tile after one move could have been."""
    tiles = options["tiles"]
    if tiles is not None and tiles > len(game.turns):
        raise NotationError(f"{what} has {counted(len(game.turns), 'move')}, so there is no move {tiles}")
    found = Review(game)
    bar = Bar(len(game.turns), "moves")
    if tiles is not None:
        click.echo("\n".join(tiles_after(found, tiles)))
    elif options["as_json"]:
        for slide in found.grow():
            bar.reach(slide.number)
        click.echo(json.dumps({"game": what, **found.to_json()}, indent=1))
    else:
        for line in reviewed(what, found, options["rollouts"] or 0):
            bar.clear()
            click.echo(line)
            bar.reach(len(found.slides))
    bar.clear()


def reviewed(what: str, review: Review, rollouts: int = 0) -> Iterator[str]:
    """Yield the lines, each as soon as it is computed."""
    summary, count = review.game.summary(), len(review.turns)
    yield f"Review of {what}: {summary.rules}, {counted(count, 'move')}, {summary.standing}"
    if count:
        yield f"{'moves':>13}{'luck':>10}  {'':{_MOST_SIGNS}}{'skill':>10}"
    block: list[ReviewedSlide] = []
    for slide in review.grow() if count else ():
        block.append(slide)
        if len(block) == -(-count // _ROWS) or slide.number == count:
            yield _row(block, max(1.0, review.expected / 100))
            block = []
    yield from _ending(review, rollouts)


def _row(block: Sequence[ReviewedSlide], unit: float) -> str:
    luck, skill = sum(slide.luck for slide in block), sum(slide.skill for slide in block)
    lucky, skilful = (
        ("+" if points > 0 else "-") * min(_MOST_SIGNS - 1, round(abs(points) / unit)) for points in (luck, skill)
    )
    span = f"{block[0].number}-{block[-1].number}"
    return f"{span:>13}{luck:>+10,.0f} |{lucky:{_MOST_SIGNS}}{skill:>+10,.0f} |{skilful}".rstrip()


def _ending(review: Review, rollouts: int) -> Iterator[str]:
    over = " score" if review.game.is_over else " score with the points still expected"
    terms = f"{review.expected:,.0f} expected {review.luck:+,.0f} luck {review.skill:+,.0f} skill"
    yield f"\nFinal{over}: {review.final:,.0f} = {terms}"
    if review.worst:
        yield "\nWhat cost most:"
    for slide in review.worst:
        yield f"{_INDENT}Move {slide.number}: {review.why(slide)}."
        if rollouts:
            yield f"{_INDENT * 2}{_rolled_out(review, slide, rollouts)}"
    yield f"\n{review.summary}"


def _rolled_out(review: Review, slide: ReviewedSlide, number: int) -> str:
    expectimax = searcher(review.game.rules)
    if expectimax is None:
        return "exact: nothing to play out"
    board = review.turns[slide.number - 1].slide.before
    better, played = Direction(slide.best), Direction(slide.played)
    found = compare(board, better, played, review.game.rules, expectimax, number)
    sure = "" if found.is_significant else " (not significant)"
    return f"{counted(number, 'game')} from each move: {found.mean:+,.0f} ± {2 * found.error:,.0f}{sure}"


def tiles_after(review: Review, number: int) -> Iterator[str]:
    """Yield the tiles that could have appeared after a slide, best first, each with its luck and chance."""
    turn = review.turns[number - 1]
    falls = sorted(review.judge.falls(turn.slide.before, Direction(turn.slide.direction)), key=lambda fall: -fall.value)
    mean = sum(fall.chance * fall.value for fall in falls)
    yield f"After move {number}, {turn.slide.direction.value}:"
    yield str(turn.slide.board)
    for fall in falls:
        mark = "  <- fell" if turn.spawn == (fall.cell, fall.tile) else ""
        where = f"row {fall.cell[0] + 1}, column {fall.cell[1] + 1}"
        yield f"{_INDENT}{fall.tile} in {where}: {fall.value - mean:>+9,.0f}   {100 * fall.chance:4.1f}%{mark}"
