"""Connect-4 as an environment: an action is a column from 0; what is seen are two planes, one's own discs first.

    self-play        every step is a disc of the side to move, which sees the board as its own; who wins earns 1
    an opponent      every step is one's own disc and the opponent's reply; a win earns 1, a loss -1

In free placement an action is a cell, counted in reading order. Row 0 is on top.
"""

from math import prod
from typing import Any, Final

import numpy as np

from slidedrop.connect4.layout import Move, fits
from slidedrop.connect4.notation import read_move, write_move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.errors import NotationError
from slidedrop.lab.envs.stepping import GOLDEN, CompiledStepper, Kernel, Mask, Seen, drawn
from slidedrop.players.external import named_player
from slidedrop.players.player import AnyPlayer

_SEED_BITS: Final = 63


class Drops:
    """A game of Connect-4 by some rules, from some start, against an opponent or oneself."""

    highest = 1

    def __init__(
        self,
        rules: Rules,
        start: Any = None,  # noqa: ANN401 - whatever names a position
        opponent: str | AnyPlayer | None = None,
        side: int | None = None,
    ) -> None:
        if side not in {None, 0, 1}:
            raise NotationError(f"the side is 0, who begins, 1, or None for either at random, not {side!r:.40}")
        self.rules, self.opponent, self.side = rules, opponent, side
        self.actions = rules.columns if rules.gravity else rules.cells
        self.shape = (2, rules.rows, rules.columns)
        self.start = Position(rules) if start is None else self.start_of(start)
        if opponent is not None:
            self.seated(0)

    def observed(self, seen: Seen) -> Seen:
        """Return the planes as they are."""
        return seen

    def start_of(self, start: Any) -> Position:  # noqa: ANN401 - whatever names a position
        """Return the position that is given as a Position or by its moves, or say why no episode starts there."""
        position = start if isinstance(start, Position) else Position.from_moves(start, self.rules)
        if position.rules != self.rules or position.is_over:
            raise NotationError(
                f"a start is a position of {self.rules.size} by the same rules in which somebody can move"
            )
        return position

    def seated(self, seed: int) -> AnyPlayer:
        """Return the opponent for one episode: made by its name, or one's own."""
        if isinstance(self.opponent, str):
            return named_player(self.opponent, "connect4", seed=seed)
        if self.opponent is None or not callable(getattr(self.opponent, "choose", None)):
            raise NotationError(
                f"an opponent is a player's name or has a method choose(position), not {self.opponent!r:.40}"
            )
        return self.opponent

    def move(self, action: int) -> Move:
        """Return the move that an action means."""
        return action if self.rules.gravity else divmod(action, self.rules.columns)

    def action(self, move: Move) -> int:
        """Return the action that a move is."""
        return move if isinstance(move, int) else move[0] * self.rules.columns + move[1]

    def named(self, move: str) -> int:
        """Return the action that a person's move names, counted from 1."""
        return self.action(read_move(move, self.rules))

    def name(self, action: int) -> str:
        """Return an action as a person writes it."""
        return write_move(self.move(action))

    def stepper(self) -> "PlainDrops | CompiledStepper":
        """Return a game in play, compiled where the kernel knows the rules."""
        kernel = self.kernel()
        if kernel is not None:
            return CompiledStepper(kernel)
        return PlainDrops(self) if self.opponent is None else Duel(self)

    def kernel(self) -> Kernel | None:
        """Return the compiled game, or None where only the plain one knows the rules."""
        rules = self.rules
        if self.opponent is not None or not rules.gravity or rules.connect != 4 or not fits(rules.columns, rules.rows):
            return None
        from slidedrop.lab.envs import connect4_kernel as compiled

        def tables_at(start: Position) -> Any:  # noqa: ANN401 - an array of its own
            discs = start.bitboards
            return compiled.tables_for(rules.columns, rules.rows, (discs[start.turn], discs[1 - start.turn]))

        def position(mover: int, other: int) -> Position:
            return _position(rules, compiled.stride_of(rules.columns, rules.rows), mover, other)

        def words(count: int, kind: type[Any], *shape: int) -> tuple[Any, Any]:
            across = (rules.columns + 7) // 8
            made = np.empty(count * across * prod(shape), dtype=np.uint64)
            return made, made.view(kind).reshape(count, *shape, 8 * across)[..., : rules.columns]

        return Kernel(
            compiled.step,
            compiled.begin,
            compiled.step_one,
            tables_at(self.start),
            tables_at,
            position,
            lambda count: words(count, np.uint8, 2, rules.rows),
            lambda count: words(count, np.int8),
        )


def drops(
    columns: int = 7,
    rows: int = 6,
    connect: int = 4,
    opponent: str | AnyPlayer | None = None,
    side: int | None = None,
    start: Any = None,  # noqa: ANN401 - whatever names a position
    *,
    gravity: bool = True,
) -> Drops:
    """Return the game that an environment's options ask for."""
    return Drops(Rules(columns, rows, gravity, connect), start, opponent, side)


class PlainDrops:
    """Connect-4 by the plain rules, both sides by the same hand."""

    def __init__(self, game: Drops) -> None:
        self.counter = 0
        self.position = game.start
        self._game = game

    def begin(self, start: Position | None = None) -> None:
        """Begin a new episode."""
        self.position = start or self._game.start

    def step(self, action: int) -> tuple[float, bool, bool]:
        """Drop a disc; returns 1 for a win, whether it was legal, and whether the game is over."""
        move = self._game.move(action)
        if move not in self.position.legal_moves():
            return 0.0, False, self.position.is_over
        self.position = self.position.play(move)
        outcome = self.position.outcome
        return float(outcome is not None and outcome.winner is not None), True, outcome is not None

    def seen(self) -> Seen:
        """Return the discs of the side to move and those of the other."""
        return self._planes(self.position.turn)

    def _planes(self, side: int) -> Seen:
        rows = self.position.to_rows()
        return np.array([[[disc == who for disc in row] for row in rows] for who in (side, 1 - side)], dtype=np.uint8)

    def legal(self) -> Mask:
        """Return 1 for each legal action."""
        mask = np.zeros(self._game.actions, dtype=np.int8)
        mask[[self._game.action(move) for move in self.position.legal_moves()]] = 1
        return mask


class Duel(PlainDrops):
    """Connect-4 against an opponent, who is made again for each episode, so that a seed decides what it plays."""

    def __init__(self, game: Drops) -> None:
        super().__init__(game)
        self._side = game.side or 0
        self._opponent = game.seated(0)

    def begin(self, start: Position | None = None) -> None:
        """Begin a new episode; an opponent whose turn it is moves."""
        super().begin(start)
        self.counter = (self.counter + GOLDEN) % (1 << 64)
        random = drawn(self.counter)
        self._side = random >> _SEED_BITS if self._game.side is None else self._game.side
        self._opponent = self._game.seated(random % (1 << _SEED_BITS))
        if self.position.turn != self._side:
            self._reply()

    def step(self, action: int) -> tuple[float, bool, bool]:
        """Drop a disc and let the opponent reply; returns 1 for a win, -1 for a loss."""
        reward, legal, over = super().step(action)
        return (reward, legal, over) if over or not legal else self._reply()

    def _reply(self) -> tuple[float, bool, bool]:
        reward, _, over = super().step(self._game.action(self._opponent.choose(self.position)))
        return -reward, True, over

    def seen(self) -> Seen:
        """Return one's own discs and the opponent's."""
        return self._planes(self._side)


def _position(rules: Rules, stride: int, mover: int, other: int) -> Position:
    """Return the position that two words of the kernel mean."""
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
