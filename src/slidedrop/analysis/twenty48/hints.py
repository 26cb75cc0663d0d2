"""A hint for 2048: the slide to make, what it does, what the others lose, and what the second best risks.

    Right: makes 64 (64 points), leaves 5 cells free and keeps the 2048 in a corner; the others give away points
    (down 1,372). Down risks the corner: 18% of tiles cost more than 4,000.

The values come from the network with a search of three plies. If it does not support the rules or cannot run, the
heuristic chooses the move and the hint only says what the slide does. If a late-game table covers the board, the hint
is the move of the table.

Every possible tile after a slide gives a board with a value. If this value plus the points of the slide is less than
the value of the best slide, the tile *costs* the difference. A risk is named if

    one tile in twenty or more costs more than a round sum (100, 200, 400, 1,000, 2,000, 4,000, ...),
    the sum is at least a fiftieth of the value of the best slide, and
    after the best slide at most half as many tiles cost as much, so that bad luck is not blamed on a slide.

The hint names the largest such sum, or else the mean loss. A slide that loses less than a hundredth is called nearly as
good, and the next slide is then checked too.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from slidedrop.analysis.sentences import say
from slidedrop.core.capabilities import Basis, Hint
from slidedrop.twenty48 import Board, Direction, Game, Slide
from slidedrop.twenty48.engine.expectimax import Expectimax, SpawnOutcome, hint_engine, is_first_hint, searcher
from slidedrop.twenty48.heuristic import look_ahead
from slidedrop.twenty48.tables.play import late_game

PLIES: Final = 3
SUMS: Final = tuple(digit * 10**power for power in range(6, 1, -1) for digit in (4, 2, 1))
"""The round sums in points, the largest first."""
LEAST_CHANCE: Final = 0.05
LEAST_PART: Final = 0.02
BAD_LUCK: Final = 0.5
"""A slide is to blame for costly tiles only if the best slide has at most this part as many."""
NEARLY: Final = 0.01


def hint(game: Game, weights: Path | None = None) -> Hint:
    """Return the slide to make, and the reason."""
    position = game.position
    late = late_game(position.rules) if weights is None else None
    advice = None if late is None else late.advice(position.board, position.rules.base)
    if advice is not None and advice.table is not None:
        reason, tile = slide_reason(position.board.slide(advice.move)), position.rules.base << advice.table.rank - 1
        words = say("table slide", reason=reason, percent=_percent(advice.chance), tile=tile)
        return Hint(advice.move.value, words, Basis.TABLE)
    expectimax = hint_engine(position.rules, weights)
    if expectimax is None:
        direction = look_ahead(position).move
        return Hint(direction.value, slide_reason(position.board.slide(direction)))
    return _judged(position.board, expectimax)


def hint_and_values(game: Game) -> tuple[Hint, dict[Direction, float]]:
    """Return a hint, and the value of each slide by the same engine; no values if no engine supports the rules."""
    small = is_first_hint()
    found = hint(game)
    expectimax = searcher(game.rules, small=True) if small else hint_engine(game.rules)
    return found, {} if expectimax is None else expectimax.search(game.board, PLIES).values


def _judged(board: Board, expectimax: Expectimax) -> Hint:
    analysis = expectimax.search(board, PLIES)
    ranking = sorted(analysis.values, key=analysis.values.__getitem__, reverse=True)
    reason = slide_reason(board.slide(ranking[0]))
    if not analysis.learned:
        return Hint(ranking[0].value, reason)
    if len(ranking) == 1:
        return Hint(ranking[0].value, say("only slide", reason=reason), Basis.ENGINE)
    prospects = [
        Prospect(
            board.slide(direction),
            analysis.values[direction],
            tuple(expectimax.spawn_outcomes(board, direction, PLIES)),
        )
        for direction in ranking
    ]
    best, *rest = prospects
    near = len(nearly_as_good(best, rest))
    given_away = [
        say("other slide", slide=one.slide.direction.value, points=points(best.value - one.value))
        for one in rest[near:]
    ]
    kind = "best slide equal" if not given_away else "best slide near" if near else "best slide"
    words = say(kind, reason=reason, others=say("comma").join(given_away), comparison=compared(best, rest))
    return Hint(ranking[0].value, words, Basis.ENGINE)


def slide_reason(slide: Slide) -> str:
    """Say what a slide does: what it makes, the room it leaves, and whether the large tile stays in its corner."""
    free = slide.board.tiles.count(0)
    made = _sentence([str(value) for value in slide.made]) if slide.made else ""
    parts = [say("makes", tiles=made, points=sum(slide.made))] if made else []
    parts.append(say("leaves one" if free == 1 else "leaves", free=free))
    if corner_kept(slide.board):
        kept = corner_kept(slide.before) and slide.before.largest == slide.board.largest
        parts.append(say("keeps the corner" if kept else "brings the corner", tile=slide.board.largest))
    return _sentence(parts)


def _sentence(parts: list[str]) -> str:
    """Return the parts joined by commas and a final "and"."""
    return parts[0] if len(parts) == 1 else say("comma").join(parts[:-1]) + say("and") + parts[-1]


class Prospect(NamedTuple):
    """A slide, its value, and the tiles that may appear after it."""

    slide: Slide
    value: float
    falls: Sequence[SpawnOutcome]

    def costs(self, expected: float, more_than: float) -> float:
        """Return the chance of a tile that makes the slide worth less than expected by more than a sum."""
        limit = expected - more_than - self.slide.gained
        return sum(fall.chance for fall in self.falls if fall.value < limit)

    @property
    def ends(self) -> float:
        after = self.slide.board
        return sum(fall.chance for fall in self.falls if after.with_tile(fall.cell, fall.tile).is_over)


def nearly_as_good(best: Prospect, others: Sequence[Prospect]) -> list[Prospect]:
    """Return the slides that lose very little and end the game no more often."""
    return [other for other in others if best.value - other.value < NEARLY * best.value and other.ends <= best.ends]


def compared(best: Prospect, others: Sequence[Prospect]) -> str:
    """Return which slide is nearly as good, and what the next one risks."""
    near = nearly_as_good(best, others)
    worse = others[len(near) :]
    parts = [say("nearly", slide=name_of(other)) for other in near[:1]] + [risk(best, other) for other in worse[:1]]
    return parts[0] if len(parts) == 1 else say("then", one=parts[0], other=parts[1][0].lower() + parts[1][1:])


def risk(best: Prospect, second: Prospect) -> str:
    """Return what a worse slide risks, or what it loses on average."""
    lost = points(best.value - second.value)
    return named_risk(best, second) or say("gives away", slide=name_of(second), points=lost)


def named_risk(best: Prospect, second: Prospect) -> str:
    """Return what a worse slide risks; empty if that is only its mean loss."""
    name = name_of(second)
    if second.ends > best.ends:
        kind = "ends the game" if second.ends > 0.999 else "risks the game"
        return say(kind, slide=name, percent=_percent(second.ends))
    if (found := costly(best, second)) is None:
        return ""
    cost, chance = found
    return say("costs", slide=name, stake=_stake(best, second), percent=_percent(chance), cost=points(cost))


def costly(best: Prospect, second: Prospect) -> tuple[int, float] | None:
    """Return the largest round sum that the second slide risks, and the probability of losing it."""
    for cost in SUMS:
        if cost < LEAST_PART * best.value:
            break
        chance = second.costs(best.value, cost)
        if chance >= LEAST_CHANCE and best.costs(best.value, cost) <= BAD_LUCK * chance:
            return cost, chance
    return None


def _stake(best: Prospect, second: Prospect) -> str:
    """Return what is at risk on the board, if it has a name."""
    before, after = best.slide.board, second.slide.board
    if corner_kept(before) and not corner_kept(after):
        return say("stake corner")
    return say("stake room" if after.tiles.count(0) < before.tiles.count(0) else "stake")


def _percent(chance: float) -> int:
    return max(1, round(100 * chance))


def points(value: float) -> str:
    """Return points with thousands separators: 45,469."""
    return f"{value:,.0f}"


def corner_kept(board: Board) -> bool:
    """Tell whether the largest tile is in a corner."""
    rows = board.rows
    return board.largest in {rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]}


def name_of(prospect: Prospect) -> str:
    """Return the slide's name, capitalised."""
    return prospect.slide.direction.value.capitalize()
