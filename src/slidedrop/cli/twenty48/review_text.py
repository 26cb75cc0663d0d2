"""A review of 2048 as text: luck and skill over the game, then what cost most.

slides       luck                 skill
  1-22      +1,204 |   ++++         -310 |    -          A sign is a hundredth of what the game was worth.
 23-44        -380 |   --          -2,950 |   ------
"""

from collections.abc import Iterator, Sequence
from typing import Final

from slidedrop.analysis.twenty48.judge import compare
from slidedrop.analysis.twenty48.review import Review, ReviewedSlide
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.searcher import searcher

_ROWS: Final = 20
_MOST_SIGNS: Final = 20
_INDENT: Final = "  "


def reviewed(what: str, review: Review, rollouts: int = 0) -> Iterator[str]:
    """Yield the lines, each as soon as it is known."""
    summary, count = review.game.summary(), len(review.turns)
    yield f"Review of {what}: {summary.rules}, {count} slides, {summary.standing}"
    if count:
        yield f"{'slides':>13}{'luck':>10}  {'':{_MOST_SIGNS}}{'skill':>10}"
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
    over = "" if review.game.over else ", with what is still to come"
    terms = f"{review.expected:,.0f} expected {review.luck:+,.0f} luck {review.skill:+,.0f} skill"
    yield f"\nFinal{over}: {review.final:,.0f} = {terms}"
    if review.worst:
        yield "\nWhat cost most:"
    for slide in review.worst:
        yield f"{_INDENT}Slide {slide.number}: {review.why(slide)}."
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
    sure = "" if found.is_significant else "; not significant"
    return f"played on {number} times from both: {found.mean:+,.0f} ({2 * found.error:,.0f} either way{sure})"


def tiles_after(review: Review, number: int) -> Iterator[str]:
    """Yield what the tiles after a slide could have been, best first, with the luck of each and its chance."""
    turn = review.turns[number - 1]
    falls = sorted(review.judge.falls(turn.slide.before, Direction(turn.slide.direction)), key=lambda fall: -fall.value)
    mean = sum(fall.chance * fall.value for fall in falls)
    yield f"After slide {number}, {turn.slide.direction.value}:"
    yield str(turn.slide.board)
    for fall in falls:
        mark = "  <- fell" if turn.spawn == (fall.cell, fall.tile) else ""
        where = f"row {fall.cell[0] + 1}, column {fall.cell[1] + 1}"
        yield f"{_INDENT}{fall.tile} in {where}: {fall.value - mean:>+9,.0f}   {100 * fall.chance:4.1f} %{mark}"
