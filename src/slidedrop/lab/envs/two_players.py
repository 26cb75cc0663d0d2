"""A two-player board game as an environment: observations are two planes, your own pieces first.

    self-play        every step is one move; the side to move sees its own pieces first; the winner earns 1
    an opponent      every step is your own move and the opponent's reply; a win earns 1, a loss -1

Row 0 is on top. An action is the number of a move among all moves of the board.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from slidedrop.core.arguments import require_int
from slidedrop.core.errors import NotationError
from slidedrop.core.position import Position
from slidedrop.core.spec import AnySpec
from slidedrop.lab.envs.picture import Pixels, disc_pixels
from slidedrop.lab.envs.stepping import GOLDEN, CompiledStepper, Kernel, Mask, Seen, drawn
from slidedrop.players.external import named_player
from slidedrop.players.player import AnyPlayer

_SEED_BITS: Final = 63


class TwoPlayers:
    """A game with its rules and start, for an opponent or self-play."""

    highest = 1

    def __init__(
        self, spec: AnySpec, first: Position[Any], opponent: str | AnyPlayer | None = None, side: int | None = None
    ) -> None:
        if side is not None and require_int(side, "a side") not in {0, 1}:
            raise NotationError(f"the side is 0, who begins, 1, or None for either at random, not {side!r:.40}")
        self.spec, self.rules, self.opponent, self.side = spec, spec.rules_of(first), opponent, side
        self._board = spec.load(spec.board, "environment")
        self._moves = list(self._board.moves(self.rules))
        self._numbers = {move: number for number, move in enumerate(self._moves)}
        self.actions = len(self._moves)
        rows = self._board.pieces(first)
        self.shape = (2, len(rows), len(rows[0]))
        self.start = first
        if opponent is not None:
            self.seated(0)

    def observed(self, seen: Seen) -> Seen:
        """Return the planes unchanged."""
        return seen

    def start_of(self, start: object) -> Position[Any]:
        """Return the start position, or raise an error."""
        if not isinstance(start, type(self.start)) or self.spec.rules_of(start) != self.rules or start.outcome:
            raise NotationError("a start is a position by the same rules that is not over")
        return start

    def seated(self, seed: int) -> AnyPlayer:
        """Return the opponent for one episode, created by name or given by you."""
        if isinstance(self.opponent, str):
            return named_player(self.opponent, self.spec.name, seed=seed)
        is_number = isinstance(self.opponent, np.generic | np.ndarray)  # NumPy values have a method of that name
        if is_number or self.opponent is None or not callable(getattr(self.opponent, "choose", None)):
            raise NotationError(
                f"an opponent is a player's name or has a method choose(position), not {self.opponent!r:.40}"
            )
        return self.opponent

    def move(self, action: int) -> object:
        """Return the move of an action."""
        return self._moves[action]

    def action(self, move: object) -> int:
        """Return the action of a move."""
        return self._numbers[move]

    def named(self, move: str) -> int:
        """Return the action of a typed move."""
        return self.action(self.spec.notation.load().read_move(move, self.rules))

    def name(self, action: int) -> str:
        """Return the name of an action."""
        return self.spec.notation.load().write_move(self.move(action))

    def pieces(self, position: Position[Any]) -> Sequence[Sequence[int | None]]:
        """Return the owner of each cell's piece, row by row from the top."""
        return self._board.pieces(position)

    def text(self, position: Position[Any]) -> str:
        """Return the board as text."""
        return self.spec.notation.load().draw(position)

    def pixels(self, position: Position[Any]) -> Pixels:
        """Return the board as height x width x 3."""
        return disc_pixels(self.pieces(position))

    def values(self, position: object, plies: int = 2) -> dict[int, float]:  # noqa: ARG002 - no values by default
        """Return the proven value of each legal action; none if no engine supports the game."""
        raise NotationError(f"no engine knows the values of {self.spec.title}")

    def kernel(self) -> Kernel | None:
        """Return the compiled game, or None if only plain Python supports the rules."""
        return None

    def stepper(self) -> "SelfPlay | CompiledStepper":
        """Return a stepper, compiled if the kernel supports the rules."""
        kernel = self.kernel()
        if kernel is not None:
            return CompiledStepper(self, kernel)
        return SelfPlay(self) if self.opponent is None else Duel(self)


class SelfPlay:
    """A game in plain Python; the same caller plays both sides."""

    def __init__(self, game: TwoPlayers) -> None:
        self.counter = 0
        self.position = game.start
        self._game = game

    def begin(self, start: Position[Any] | None = None) -> None:
        """Start a new episode."""
        self.position = start or self._game.start

    def step(self, action: int) -> tuple[float, bool, bool]:
        """Make a move; return 1 for a win, whether it was legal, and whether the game is over."""
        move, mover = self._game.move(action), self.position.turn
        if move not in self.position.legal_moves():
            return 0.0, False, self.position.outcome is not None
        self.position = self.position.play(move)
        outcome = self.position.outcome
        won = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == mover else -1.0
        return won, True, outcome is not None

    def seen(self) -> Seen:
        """Return the pieces of the side to move and those of the opponent."""
        return self._planes(self.position.turn)

    def _planes(self, side: int) -> Seen:
        rows = self._game.pieces(self.position)
        return np.array([[[piece == who for piece in row] for row in rows] for who in (side, 1 - side)], dtype=np.uint8)

    def legal(self) -> Mask:
        """Return 1 for each legal action."""
        mask = np.zeros(self._game.actions, dtype=np.int8)
        mask[[self._game.action(move) for move in self.position.legal_moves()]] = 1
        return mask


class Duel(SelfPlay):
    """A game against an opponent, created again for each episode so that the seed determines its moves."""

    def __init__(self, game: TwoPlayers) -> None:
        super().__init__(game)
        self._side = game.side or 0
        self._opponent = game.seated(0)

    def begin(self, start: Position[Any] | None = None) -> None:
        """Start a new episode; if the opponent moves first, it makes its move."""
        super().begin(start)
        self.counter = (self.counter + GOLDEN) % (1 << 64)
        random = drawn(self.counter)
        self._side = random >> _SEED_BITS if self._game.side is None else self._game.side
        self._opponent = self._game.seated(random % (1 << _SEED_BITS))
        self._reply()

    def step(self, action: int) -> tuple[float, bool, bool]:
        """Make a move and let the opponent reply; return 1 for a win, -1 for a loss."""
        reward, legal, over = super().step(action)
        return (reward, legal, over) if over or not legal else self._reply()

    def _reply(self) -> tuple[float, bool, bool]:
        """Let the opponent make all its moves."""
        reward, over = 0.0, False
        while self.position.turn != self._side and not over:
            reward, _, over = super().step(self._game.action(self._opponent.choose(self.position)))
        return -reward, True, over

    def seen(self) -> Seen:
        """Return your own pieces and the opponent's."""
        return self._planes(self._side)


def board_game(
    game: str, opponent: str | AnyPlayer | None = None, side: int | None = None, **rules: object
) -> TwoPlayers:
    """Return an environment of any two-player game, by the rule options of its command."""
    from slidedrop.games import game_spec

    spec = game_spec(game)
    return TwoPlayers(spec, spec.new_game(spec.notation.load().rules_from_options(rules)).position, opponent, side)
