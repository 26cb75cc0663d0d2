"""A game of 2048: a start, a seed, and the moves made.

    game = Game(Rules(size=4), seed=7)
    game.on_turn(print)                 every listener gets the Turn: turn, winning tile, end, in this order
    game.play("left")                   a Turn (the slide and the new tiles); IllegalMove if nothing moves

Winning does not stop play. Undo goes back any number of moves, and the same move then gives the same tile.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, NamedTuple, Self

from slidedrop.core.arguments import require_int, require_type
from slidedrop.core.command import Command, shared
from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.core.game import Header, Summary
from slidedrop.core.game_base import GameBase, Listeners
from slidedrop.core.position import Outcome
from slidedrop.core.randomness import JavaRandom, RandomSource, checked_seed, fresh_seed
from slidedrop.twenty48.board import Board, Slide
from slidedrop.twenty48.direction import Direction, Way
from slidedrop.twenty48.notation import write_rules
from slidedrop.twenty48.position import Position, Spawn, State, drawn_value, ended, refusal
from slidedrop.twenty48.rules import LARGEST_SIZE, Rules


class Turn(NamedTuple):
    """The result of one move: the slide, the new tiles, and the state after both."""

    slide: Slide
    spawns: tuple[Spawn, ...]
    state: State

    @property
    def spawn(self) -> Spawn | None:
        """The new tile, or the first of several."""
        return self.spawns[0] if self.spawns else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended with this move, or None while it is in progress."""
        return ended(won=self.state.won) if self.state.over else None

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()


class _Moment(NamedTuple):
    """A state, the generator's state at that time, and the turn that led to it."""

    state: State
    random_state: int | None
    turn: Turn | None


class Game(GameBase[Direction, _Moment, Turn]):
    """One game of 2048.

    >>> game = Game(seed=7)
    >>> game.play("left").spawn
    Spawn(cell=(3, 2), value=2)
    >>> game
    <Game of 2048: 4x4 classic, score 0, largest 2, move 1>
    """

    kind: ClassVar[str] = "2048"

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        random: RandomSource | None = None,
        start: State | Board | None = None,
    ) -> None:
        """Start with seeded tiles or from a given state; `random` is your own generator instead of a seed."""
        super().__init__()
        self._on_winning_tile: Listeners[Turn] = Listeners()
        if random is not None and not callable(getattr(random, "next_int", None)):
            raise NotationError(f"a generator has a method next_int(bound), and {random!r:.60} has none")
        self._own_random = random
        self._begin(Rules() if rules is None else require_type(rules, Rules, "the Rules of 2048"), seed, start)

    @classmethod
    def new(cls, rules: Rules | None = None, *, seed: int | None = None) -> Self:
        """Return a game by these rules, with the tiles of a seed."""
        return cls(rules, seed=seed)

    def _begin(self, rules: Rules, seed: int | None, start: State | Board | None) -> None:
        self.seed = fresh_seed() if seed is None else checked_seed(seed)
        """The seed of the tiles; unused with your own generator."""
        self._random = JavaRandom(self.seed) if self._own_random is None else self._own_random
        self.start = None if start is None else _lawful_start(start)
        """The given start, or None if the first tiles were drawn."""
        self._rules = rules if self.start is None else replace(rules, size=self.start.board.size)
        empty = Board.empty(self.rules.size)
        first = empty.with_tiles(() if self.start else self._drawn(empty, self.rules.start_tiles))
        self._first = self.start or _with_over(State(first))
        self._begin_at(_Moment(self._first, self._random_state(), None))

    @property
    def rules(self) -> Rules:
        """The rules of this game; the board of a given start decides the size."""
        return self._rules

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
        """The points: the sum of all tiles made by merging."""
        return self.state.score

    @property
    def won(self) -> bool:
        """Whether a merge has reached the winning tile; stays true."""
        return self.state.won

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
        return ended(won=self.won) if self.state.over else None

    def legal_moves(self) -> list[Direction]:
        return self.board.legal_moves()

    def play(self, move: Way, *, spawns: Sequence[Spawn] | None = None) -> Turn:
        """Make a move and call the listeners; if nothing moves that way, IllegalMove lists the legal moves.

        `spawns` gives the new tiles instead of drawing them; records of games without a seed have them.
        """
        turn = self._try(Direction.of(move), spawns)
        if turn is None:
            raise refusal(self.position, Direction.of(move))
        return turn

    def _try(self, way: Direction, spawns: Sequence[Spawn] | None) -> Turn | None:
        """Slide, add the new tiles and call the listeners; return None if nothing moves."""
        before = self._history.state
        tiles = None if spawns is None else _read_spawns(spawns)
        moment = self._known(way, tiles) or self._next(way, tiles)
        if moment is None or moment.turn is None:
            return None
        self._history.advance(way, moment)
        self._restore_random(moment)
        given = moment.turn.spawns if spawns is not None or self.records_tiles else ()
        self.commands.append(shared(Command("move", way.value, tuple((*cell, value) for cell, value in given))))
        self._tell(before.state, moment.turn)
        return moment.turn

    def _known(self, direction: Direction, spawns: tuple[Spawn, ...] | None) -> _Moment | None:
        """Return the earlier result of this move if it was undone; other new tiles are refused."""
        moment = self._history.known(direction)
        if moment and moment.turn and spawns is not None and spawns != moment.turn.spawns:
            raise IllegalMove(f"the same move {direction.value} gave other tiles before it was undone")
        return moment

    def _next(self, direction: Direction, spawns: tuple[Spawn, ...] | None) -> _Moment | None:
        state = self.state
        slide = state.board.slide(direction)
        if not slide.moved:
            return None
        if spawns is None:
            tiles = self._drawn(slide.board, self.rules.tiles_per_move)
        else:
            tiles = _lawful_spawns(slide.board, self.rules, spawns)
        board = slide.board.with_tiles(tiles)
        won = state.won or any(map(self.rules.crosses_winning, slide.made))
        after = State(board, state.score + slide.gained, won, board.is_over)
        return _Moment(after, self._random_state(), Turn(slide, tiles, after))

    def _drawn(self, board: Board, count: int) -> tuple[Spawn, ...]:
        """Draw the new tiles of a board, each on a free cell."""
        cells, random = board.empty_cells(), self._random
        return tuple(
            Spawn(cells.pop(random.next_int(len(cells))), drawn_value(self.rules, random))
            for _ in range(min(count, len(cells)))
        )

    def _arrived(self, verb: Literal["undo", "redo"], *, went: bool) -> bool:
        self._restore_random(self._history.state)
        return super()._arrived(verb, went=went)

    def load(self, state: State | Mapping[str, Any], *, seed: int | None = None) -> None:
        """Continue from this state, of any size; `over` is derived from the board.

        New tiles follow from `seed`, or from the game's own seed, restarted.
        """
        given = state if isinstance(state, State) else State.from_dict(state)
        self._begin(self.rules, self.seed if seed is None else seed, given)

    def reset(self, *, seed: int | None = None) -> None:
        """Start again with new tiles or those of a seed; the listeners stay."""
        self._begin(self.rules, seed, None)

    def on_winning_tile(self, callback: Callable[[Turn], object]) -> None:
        """Call back with the Turn that reached the winning tile; play continues."""
        self._on_winning_tile.add(callback)

    def _tell(self, before: State, turn: Turn) -> None:
        self._on_turn.tell(turn)
        if turn.state.won and not before.won:
            self._on_winning_tile.tell(turn)
        if turn.state.over and not before.over:
            self._on_end.tell(turn)

    @property
    def records_tiles(self) -> bool:
        """Whether your own generator draws the tiles, so that a record must store them."""
        return self._own_random is not None

    def header(self) -> Header:
        first = self._first if self.records_tiles else self.start
        start = None if first is None else first.to_dict()
        return {"game": self.kind, "rules": self.rules.to_json(), "start": start, "seed": str(self.seed)}

    @classmethod
    def from_header(cls, header: Header) -> Self:
        """Return the new game that a record's header describes, or raise an error."""
        header = require_type(header, dict, "the header of a game")
        rules, seed = header.get("rules"), _seed_from_text(header.get("seed"))
        if not isinstance(rules, dict):
            raise NotationError(f"a game's rules are a table of names and numbers, not {rules!r:.60}")
        return cls(Rules.from_json(rules), seed=seed, start=_start_of(header))

    def do(self, command: Command) -> Turn | bool | None:
        match require_type(command, Command, "a Command").verb:
            case "move":
                spawns = [Spawn((row, column), value) for row, column, value in command.tiles] or None
                return self._try(Direction.from_text(command.move), spawns)
            case "resign":
                raise IllegalMove(f"2048 has no '{command.verb}'; start a new game instead")
            case _:
                return self._retrace(command)

    def line(self) -> list[str]:
        return [direction.value for direction in self._history.line()]

    def spell(self, move: Direction) -> str:
        return Direction.of(move).value

    def summary(self) -> Summary:
        state = self.state
        return Summary(
            game=self.kind,
            rules=f"{self.rules.size}x{self.rules.size} {write_rules(self.rules)}",
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

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_(self.rules.base)


def _with_over(state: State) -> State:
    return state._replace(over=state.board.is_over)


def _lawful_start(given: State | Board) -> State:
    start = State(given) if isinstance(given, Board) else require_type(given, State, "a Board or State to start from")
    board, score, won, _ = start
    if not isinstance(board, Board) or not isinstance(won, bool) or require_int(score, "a score") < 0:
        raise NotationError(f"a game starts from a board, a score from 0 and won or not, not from {start!r:.60}")
    return _with_over(start)


def _start_of(header: Header) -> State | None:
    start = header.get("start")
    if start is None:
        return None
    if not isinstance(start, dict):
        raise NotationError(f"a game starts from a state or from drawn tiles, not from {start!r:.60}")
    state = State.from_dict(start)
    if state.board.size > LARGEST_SIZE:
        raise NotationError(f"a record holds a board of size {LARGEST_SIZE} at most, not {state.board.size}")
    return state


def _seed_from_text(seed: object) -> int:
    if isinstance(seed, str) and seed.isascii() and seed.removeprefix("-").isdecimal() and len(seed) <= 20:
        return checked_seed(int(seed))
    raise NotationError(f"a seed is a whole number written as text, not {seed!r:.60}")


def _read_spawns(spawns: Sequence[Spawn]) -> tuple[Spawn, ...]:
    try:
        return tuple(
            Spawn((require_int(row, "a row"), require_int(column, "a column")), value)
            for (row, column), value in spawns
        )
    except (TypeError, ValueError) as error:
        raise NotationError(f"new tiles are Spawns: a cell (row, column) and a value, not {spawns!r:.60}") from error


def _lawful_spawns(board: Board, rules: Rules, tiles: tuple[Spawn, ...]) -> tuple[Spawn, ...]:
    """Return the given tiles, or raise an error if one is not on a free cell."""
    count = min(rules.tiles_per_move, board.tiles.count(0))
    if len(tiles) != count:
        raise IllegalMove(f"the number of new tiles here is {count}, not {len(tiles)}")
    free = set(board.empty_cells())
    for (row, column), value in tiles:
        if (row, column) not in free or not rules.is_spawn(value):
            raise IllegalMove(f"a new tile {value!r:.40} cannot come in row {row + 1!r:.40}, column {column + 1!r:.40}")
        free.remove((row, column))
    return tiles
