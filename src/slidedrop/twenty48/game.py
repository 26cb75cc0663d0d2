"""A game of 2048 as it is played: a start, a seed, and the moves that were made.

    game = Game(Rules(size=4), seed=7)
    game.on_move(print)                 every listener gets the State, in the order move, win, lose
    game.move(Direction.LEFT)           a Turn (the slide and the new tiles), or None where nothing moves

Winning does not stop play. Undo goes back any number of moves, and the same move afterwards brings the same tile.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.core.game import Header, Summary
from slidedrop.core.observable import Listeners
from slidedrop.core.randomness import JavaRandom, checked_seed, fresh_seed
from slidedrop.core.retraceable import Retraceable
from slidedrop.twenty48.board import Board, Slide
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import LARGEST_SIZE, Rules
from slidedrop.twenty48.spawn import Spawn, draw_spawn, spawned
from slidedrop.twenty48.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from slidedrop.core.command import Command
    from slidedrop.core.outcome import Outcome
    from slidedrop.core.randomness import RandomSource


class Turn(NamedTuple):
    """What one move did: the slide, the tiles that came, and the state after both."""

    slide: Slide
    spawns: tuple[Spawn, ...]
    state: State

    @property
    def spawn(self) -> Spawn | None:
        """The new tile, or the first of several."""
        return self.spawns[0] if self.spawns else None


class _Moment(NamedTuple):
    """A state, the generator's state at that time, and the turn that led to it."""

    state: State
    random_state: int | None
    turn: Turn | None


class Game(Retraceable[Direction, _Moment]):
    """One game of 2048."""

    kind: ClassVar[str] = "2048"

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        random: RandomSource | None = None,
        start: State | None = None,
    ) -> None:
        """Begin with seeded tiles, or from a given start; `random` is a caller's own generator instead of a seed."""
        self._on_move: Listeners[State] = Listeners()
        self._on_win: Listeners[State] = Listeners()
        self._on_lose: Listeners[State] = Listeners()
        self._own_random = random
        self._begin(rules or Rules(), seed, start)

    def _begin(self, rules: Rules, seed: int | None, start: State | None) -> None:
        self.seed = fresh_seed() if seed is None else checked_seed(seed)
        """The seed of the tiles; without meaning where a caller's own generator draws them."""
        self._random = JavaRandom(self.seed) if self._own_random is None else self._own_random
        self.rules = rules if start is None else replace(rules, size=start.board.size)
        self.start = None if start is None else _with_over(start)
        """The given start, or None where the first tiles were drawn."""
        first = self.start or State(self._first_board())
        self._begin_at(_Moment(_with_over(first), self._random_state(), None))

    def _first_board(self) -> Board:
        board = Board.empty(self.rules.size)
        for _ in range(self.rules.start_tiles):
            board = spawned(board, draw_spawn(board, self.rules, self._random))
        return board

    @property
    def state(self) -> State:
        """Board, score, won and over, as one value."""
        return self._history.state.state

    @property
    def board(self) -> Board:
        """The board now."""
        return self.state.board

    @property
    def score(self) -> int:
        """The value of all tiles ever made by merging."""
        return self.state.score

    @property
    def won(self) -> bool:
        """Whether a merge has reached the winning tile; stays true."""
        return self.state.won

    @property
    def over(self) -> bool:
        """Whether nothing can move any more."""
        return self.state.over

    @property
    def turns(self) -> list[Turn]:
        """The turns from the start to now."""
        return [moment.turn for moment in self._history.states() if moment.turn is not None]

    @property
    def position(self) -> Position:
        """The position now, for players and search."""
        return Position(self.board, self.rules, self.score, self.won)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while something can move."""
        return self.position.outcome

    def move(self, direction: Direction, *, spawns: Sequence[Spawn] | None = None) -> Turn | None:
        """Slide, put the new tiles and tell the listeners; None, with nothing changed, where nothing moves.

        `spawns` puts these tiles instead of drawing them: a record of a game without a seed holds them.
        """
        if not isinstance(direction, Direction):
            message = f"a move is a Direction, not {direction!r}; Direction.from_text reads what people type"
            raise NotationError(message)
        before = self._history.state
        moment = self._known(direction, spawns) or self._next(direction, spawns)
        if moment is None or moment.turn is None:
            return None
        self._history.advance(direction, moment)
        self._restore_random(moment)
        self._tell(before.state, moment.state)
        return moment.turn

    def _known(self, direction: Direction, spawns: Sequence[Spawn] | None) -> _Moment | None:
        """Return what this move led to before it was taken back; other tiles than then are refused."""
        moment = self._history.known(direction)
        if moment and moment.turn and spawns is not None and tuple(spawns) != moment.turn.spawns:
            message = f"the same move {direction.value} brought other tiles before it was taken back"
            raise IllegalMove(message)
        return moment

    def _next(self, direction: Direction, spawns: Sequence[Spawn] | None) -> _Moment | None:
        state = self.state
        slide = state.board.slide(direction)
        if not slide.moved:
            return None
        tiles = self._drawn(slide.board) if spawns is None else _lawful_spawns(slide.board, self.rules, spawns)
        board = slide.board
        for spawn in tiles:
            board = board.with_tile(*spawn)
        won = state.won or any(map(self.rules.crosses_winning, slide.made))
        after = State(board, state.score + slide.gained, won, board.is_stuck)
        return _Moment(after, self._random_state(), Turn(slide, tiles, after))

    def _drawn(self, board: Board) -> tuple[Spawn, ...]:
        tiles: list[Spawn] = []
        for _ in range(self.rules.tiles_per_move):
            spawn = draw_spawn(board, self.rules, self._random)
            if spawn is None:
                break
            tiles.append(spawn)
            board = board.with_tile(*spawn)
        return tuple(tiles)

    def _arrived(self) -> None:
        self._restore_random(self._history.state)

    def load(self, state: State | Mapping[str, Any], *, seed: int | None = None) -> None:
        """Go on from this state, whatever its size; `over` is derived from the board.

        The tiles to come are those of `seed`, or of the game's own seed from its beginning.
        """
        given = state if isinstance(state, State) else State.from_dict(state)
        self._begin(self.rules, self.seed if seed is None else seed, given)

    def reset(self, *, seed: int | None = None) -> None:
        """Begin anew with other tiles, or with those of a seed; the listeners stay."""
        self._begin(self.rules, seed, None)

    def on_move(self, callback: Callable[[State], object]) -> None:
        """Call back with the state after every move that moved something."""
        self._on_move.add(callback)

    def on_win(self, callback: Callable[[State], object]) -> None:
        """Call back with the state when the winning tile is reached."""
        self._on_win.add(callback)

    def on_lose(self, callback: Callable[[State], object]) -> None:
        """Call back with the state when nothing can move any more."""
        self._on_lose.add(callback)

    def _tell(self, before: State, after: State) -> None:
        self._on_move.tell(after)
        if after.won and not before.won:
            self._on_win.tell(after)
        if after.over and not before.over:
            self._on_lose.tell(after)

    @property
    def records_tiles(self) -> bool:
        """Whether a caller's own generator draws the tiles, so that a record must hold them."""
        return self._own_random is not None

    def header(self) -> Header:
        """Return all that is needed to begin this game again: rules, start and seed."""
        first = self._first_state() if self.records_tiles else self.start
        start = None if first is None else first.to_dict()
        return {"game": self.kind, "rules": self.rules.to_json(), "start": start, "seed": str(self.seed)}

    def _first_state(self) -> State:
        turns = self.turns
        if not turns:
            return self.state
        before = turns[0].slide
        return State(before.before, turns[0].state.score - before.gained, self.start is not None and self.start.won)

    @classmethod
    def from_header(cls, header: Header) -> Game:
        """Begin the game that a record's header describes, or say what is wrong with it."""
        rules, seed = header.get("rules"), _seed_from_text(header.get("seed"))
        if not isinstance(rules, dict):
            message = f"a game's rules are a table of names and numbers, not {rules!r:.60}"
            raise NotationError(message)
        return cls(Rules.from_json(rules), seed=seed, start=_start_of(header))

    def do(self, command: Command) -> Turn | bool | None:
        """Carry out one command of a record or a dialogue."""
        match command.verb:
            case "move":
                spawns = [Spawn((row, column), value) for row, column, value in command.tiles] or None
                return self.move(Direction.from_text(command.move), spawns=spawns)
            case "resign":
                message = f"2048 has no '{command.verb}'; type n for a new game"
                raise IllegalMove(message)
            case _:
                return self._retrace(command)

    def line(self) -> list[str]:
        """Return the directions from the start to now, as words."""
        return [direction.value for direction in self._history.line()]

    def spell(self, move: Direction) -> str:
        """Return a direction as the word a person types."""
        return move.value

    def summary(self) -> Summary:
        """Return the game in a line of a list."""
        state = self.state
        return Summary(
            game=self.kind,
            rules=f"{self.rules.size}x{self.rules.size} {self.rules.name}",
            standing=f"score {state.score}, largest {state.board.largest}",
            moves=len(self._history.line()),
            take_backs=self.take_backs,
            hints=self.hints,
            finished=state.over,
            score=state.score,
            largest=state.board.largest,
            won=state.won,
        )

    def _random_state(self) -> int | None:
        return self._random.state if isinstance(self._random, JavaRandom) else None

    def _restore_random(self, moment: _Moment) -> None:
        if moment.random_state is not None and isinstance(self._random, JavaRandom):
            self._random.state = moment.random_state

    def __str__(self) -> str:
        return f"Score: {self.score}\n{self.board}"

    def _repr_html_(self) -> str:
        from slidedrop.twenty48.display import html

        return html(self.board, caption=f"Score {self.score}", base=self.rules.base)


def _with_over(state: State) -> State:
    return state._replace(over=state.board.is_stuck)


def _start_of(header: Header) -> State | None:
    start = header.get("start")
    if start is None:
        return None
    if not isinstance(start, dict):
        message = f"a game starts from a state or from drawn tiles, not from {start!r:.60}"
        raise NotationError(message)
    state = State.from_dict(start)
    if state.board.size > LARGEST_SIZE:
        message = f"a record holds a board of size {LARGEST_SIZE} at most, not {state.board.size}"
        raise NotationError(message)
    return state


def _seed_from_text(seed: object) -> int:
    if isinstance(seed, str) and seed.removeprefix("-").isdecimal() and len(seed) <= 20:
        return checked_seed(int(seed))
    message = f"a seed is a whole number written as text, not {seed!r:.60}"
    raise NotationError(message)


def _lawful_spawns(board: Board, rules: Rules, spawns: Sequence[Spawn]) -> tuple[Spawn, ...]:
    """Return the given tiles, each on a free cell of the board, or say which is not."""
    tiles = tuple(spawns)
    count = min(rules.tiles_per_move, board.tiles.count(0))
    if len(tiles) != count:
        message = f"the number of new tiles here is {count}, not {len(tiles)}"
        raise IllegalMove(message)
    for (row, column), value in tiles:
        inside = 0 <= row < board.size and 0 <= column < board.size
        if not inside or board.tile((row, column)) or not rules.is_spawn(value):
            message = f"a new tile {value!r:.40} cannot come in row {row + 1!r:.40}, column {column + 1!r:.40}"
            raise IllegalMove(message)
        board = board.with_tile((row, column), value)
    return tiles
