"""Connect-4 as an environment: actions are columns from 0, observations are two planes, your own discs first.

In free placement an action is a cell, counted in reading order. Row 0 is on top.
"""

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np

from slidedrop.connect4.engine.perfect import analyse, discs, solve_many
from slidedrop.connect4.layout import fits
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.spec import SPEC
from slidedrop.core.arguments import require_type
from slidedrop.core.errors import NotationError
from slidedrop.lab.envs.stepping import Kernel, Values, Words, aligned
from slidedrop.lab.envs.two_players import TwoPlayers
from slidedrop.players.player import AnyPlayer


class Drops(TwoPlayers):
    """A game of Connect-4 with its rules and start, for an opponent or self-play."""

    def __init__(
        self, rules: Rules, start: object = None, opponent: str | AnyPlayer | None = None, side: int | None = None
    ) -> None:
        super().__init__(SPEC, Position(rules), opponent, side)
        self.start = self.start if start is None else self.start_of(start)

    def start_of(self, start: object) -> Position:
        """Return the start, given as a Position or by its moves, or raise an error."""
        moves = start if isinstance(start, Position) else require_type(start, str, "a Position or its moves")
        position = moves if isinstance(moves, Position) else Position.from_moves(moves, self.rules)
        if position.rules != self.rules or position.is_over:
            raise NotationError(f"a start is a position of {self.rules.size} by the same rules that is not over")
        return position

    def values(self, position: object, plies: int = 2) -> dict[int, float]:  # noqa: ARG002 - proven, not searched
        """Return the proven value of each legal action; empty after the end."""
        place = require_type(position, Position, "a Position of Connect-4")
        return {self.action(move): float(solution.low) for move, solution in analyse(place).values.items()}

    def values_of(self, positions: Sequence[Position], plies: int = 2) -> Values:  # noqa: ARG002 - as above
        """Return the proven values of many positions at once; NaN for illegal actions."""
        for place in require_type(positions, Sequence, "a list of positions"):
            require_type(place, Position, "a Position of Connect-4")
        values = np.full((len(positions), self.actions), np.nan)
        places = [(row, move) for row, place in enumerate(positions) for move in place.legal_moves()]
        found = solve_many([positions[row].play(move) for row, move in places])
        for (row, move), solution in zip(places, found, strict=True):
            values[row, self.action(move)] = -solution.low
        return values

    def kernel(self) -> Kernel | None:
        """Return the compiled game, or None if only plain Python supports the rules."""
        rules = self.rules
        if self.opponent is not None or not rules.gravity or rules.connect != 4 or not fits(rules.columns, rules.rows):
            return None
        from slidedrop.lab.envs import connect4_kernel as compiled

        def tables_at(start: Position) -> Words:
            return compiled.tables_for(rules.columns, rules.rows, discs(start))

        def position(mover: int, other: int) -> Position:
            return _position(rules, compiled.stride_of(rules.columns, rules.rows), mover, other)

        def words(kind: type[Any], shape: Sequence[int], count: int, given: Words | None = None) -> tuple[Any, Any]:
            across = (rules.columns + 7) // 8
            made = aligned(count * across * prod(shape)) if given is None else given
            return made, made.view(kind).reshape(count, *shape, 8 * across)[..., : rules.columns]

        return Kernel(
            compiled.step,
            compiled.begin,
            compiled.step_one,
            tables_at(self.start_of(self.start)),
            lambda start: tables_at(start)[-2:].tolist(),
            position,
            partial(words, np.uint8, (2, rules.rows)),
            partial(words, np.int8, ()),
        )


def drops(
    columns: int = 7,
    rows: int = 6,
    connect: int = 4,
    opponent: str | AnyPlayer | None = None,
    side: int | None = None,
    start: object = None,
    *,
    gravity: bool = True,
) -> Drops:
    """Return the game for an environment's options."""
    return Drops(Rules(columns, rows, gravity, connect), start, opponent, side)


def _position(rules: Rules, stride: int, mover: int, other: int) -> Position:
    """Return the position that two words of the kernel represent."""
    turn = (mover | other).bit_count() % 2
    discs = {turn: mover, 1 - turn: other}
    rows = [
        [
            next((who for who in (0, 1) if discs[who] >> (column * stride + height) & 1), None)
            for column in range(rules.columns)
        ]
        for height in reversed(range(rules.rows))
    ]
    return Position.composed(rows, rules)
