"""Review of a Connect-4 game: every move with its grade, the turning points, and what would have been better.

    red wins  |  #  #  #
    draw      |------------#--#---          the value after each ply, for the first player
    blue wins |                   #  #

The review starts at the end of the game: late positions take least time, and the entries that they leave in the
solver's table speed up the earlier ones. Each position has its own time limit; values that were not proven are marked.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from slidedrop.analysis.connect4.answers import Answers, answers_for, best_play, notice_for, plain
from slidedrop.analysis.connect4.scores import GOOD, TURNS, Grade, graded, in_words, told
from slidedrop.analysis.review import GameReview, MoveReview, Tell
from slidedrop.analysis.sentences import say
from slidedrop.analysis.strength import Strength
from slidedrop.connect4 import Move, Position
from slidedrop.connect4.game import COLOURS, Game, ending
from slidedrop.connect4.notation import write_move, write_moves
from slidedrop.connect4.values import Solution, intersect
from slidedrop.core.arguments import require_nonnegative, require_type
from slidedrop.core.capabilities import PuzzleMaker
from slidedrop.core.command import Command
from slidedrop.core.position import Termination
from slidedrop.players.connect4.opponents import LADDER
from slidedrop.players.registry import make_player

USUAL_SECONDS: Final = 2.0
LINE: Final = 8
"""The moves of a better line, at most."""
_SLOWEST_WIN: Final = 0.25
"""How far from the middle the graph draws the most distant win."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of a game, its value and its grade."""

    ply: int
    """Counted from 1."""
    player: int
    """0 moved first."""
    move: str
    """As people write it, counted from 1."""
    grade: Grade
    words: str
    """The grade with its reason, such as "wins more slowly: win in 11 instead of 9"."""
    before: str
    """The value of the position for the player, in words."""
    after: str
    """The value of the move for the player, in words."""
    best: tuple[str, ...]
    """The best moves."""
    low: int
    """The lowest possible public score after the move, for the first player."""
    high: int
    """The highest possible one; the value is proven if both are equal."""
    height: float | None
    """The point of the graph: 1 if the first player wins, 0 for a draw, -1 for a loss; None if not proven."""
    is_turning_point: bool
    better_line: str = ""
    """A better continuation, starting with the better move; empty if the move was good."""
    better_words: str = ""
    """The value of that line for the player, in words."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game, move by move."""

    moves: tuple[ReviewedMove, ...]
    start: str
    """The value of the first position for the side to move, in words."""
    start_height: float | None
    ending: str
    """The result or the current value, in a sentence."""
    summary: tuple[str, ...]
    """Sentences about the whole game."""
    notice: str = ""

    @property
    def turning_points(self) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self.moves if move.is_turning_point)

    @property
    def unproven(self) -> int:
        return sum(move.grade == Grade.NOT_PROVEN for move in self.moves)

    @property
    def heights(self) -> tuple[float | None, ...]:
        return (self.start_height, *(move.height for move in self.moves))

    def to_json(self) -> dict[str, Any]:
        facts: dict[str, Any] = plain(asdict(self))
        turning = [move.ply for move in self.turning_points]
        return {**facts, "turning_points": turning, "unproven": self.unproven, "heights": list(self.heights)}


def review(
    game: Game,
    *,
    since: int = 0,
    seconds_a_move: float = USUAL_SECONDS,
    tell: Callable[[int, int], object] = lambda _done, _of: None,
) -> Review:
    """Grade all moves of a game, or those after a ply; `tell` is called with the positions done and the total."""
    seconds_a_move = require_nonnegative(seconds_a_move, "the number of seconds a move")
    made = require_type(game, Game, "a Game of Connect-4").turns
    turns = [(turn.move, turn.position) for turn in made if turn.move is not None]
    first = Position(game.rules) if game.start is None else game.start
    places, turns = [first, *(place for _, place in turns)][since:], turns[since:]
    answers: list[Answers] = []
    for place in reversed(places):
        answers.append(answers_for(place, seconds_a_move))
        tell(len(answers), len(places))
    answers.reverse()
    looked = [MoveAnalysis(places[ply], move, answers[ply], answers[ply + 1]) for ply, (move, _) in enumerate(turns)]
    moves = tuple(one.reviewed(ply, seconds_a_move) for ply, one in enumerate(looked, since + 1))
    whole = looked[0].whole if looked else answers[0].position_solution
    return Review(
        moves=moves,
        start="" if whole is None else in_words(whole),
        start_height=None if whole is None else _height(_seen_by_first(whole, places[0].turn)),
        ending=_ending(game, answers[-1]),
        summary=_summary(moves),
        notice=notice_for(game.rules),
    )


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """A position of the game, its move, and the proven values before and after it."""

    position: Position
    move: Move
    before: Answers
    after: Answers

    @property
    def played(self) -> Solution:
        """Return the proven value of the move, from the positions before and after it."""
        solution, child = self.before.solutions[self.move], self.after.position_solution
        return solution if child is None else intersect(solution, child.for_the_other_side())

    @property
    def others(self) -> list[Solution]:
        return [solution for move, solution in self.before.solutions.items() if move != self.move]

    @property
    def whole(self) -> Solution | None:
        """Return the proven value of the position, including the move that was made."""
        return Answers({**self.before.solutions, self.move: self.played}).position_solution

    def reviewed(self, ply: int, seconds: float) -> ReviewedMove:
        played, whole = self.played, self.whole
        grade = graded(played, self.others)
        first = _seen_by_first(played, self.position.turn)
        is_good = grade in GOOD or grade == Grade.NOT_PROVEN
        line = [] if is_good else best_play(self.position, seconds, length=LINE, known=self.before)
        return ReviewedMove(
            ply=ply,
            player=self.position.turn,
            move=write_move(self.move),
            grade=grade,
            words=told(grade, played, self.others),
            before="" if whole is None else in_words(whole),
            after=in_words(played),
            best=tuple(write_move(move) for move in self.before.best),
            low=first.low,
            high=first.high,
            height=_height(first),
            is_turning_point=grade in TURNS,
            better_line=write_moves(line, self.position.rules),
            better_words="" if is_good or whole is None else in_words(whole),
        )


def _seen_by_first(solution: Solution, turn: int) -> Solution:
    """Return a value for the side to move as one for the first player."""
    if turn == 0:
        return solution
    return type(solution)(-solution.high, -solution.low, solution.discs, solution.cells)


def _height(solution: Solution) -> float | None:
    """Return the height of the first player's graph: nearer to 1 the sooner the win."""
    if not solution.is_exact:
        return None
    if solution.low == 0:
        return 0.0
    most = (solution.cells + 1 - solution.discs) // 2 or 1
    share = min(1.0, abs(solution.low) / most)
    return (_SLOWEST_WIN + (1 - _SLOWEST_WIN) * share) * (1 if solution.low > 0 else -1)


def _ending(game: Game, last: Answers) -> str:
    outcome = game.outcome
    if outcome is not None and outcome.reason is not Termination.RESIGNED:
        return say("game over", ending=ending(outcome).capitalize())
    whole = last.position_solution
    worth = "" if whole is None else in_words(whole)
    if outcome is None:
        return say("game open", side=COLOURS[game.position.turn], worth=worth)
    return say("game resigned", ending=ending(outcome).capitalize(), worth=worth)


def _summary(moves: tuple[ReviewedMove, ...]) -> tuple[str, ...]:
    turned = [
        say("turning point", ply=move.ply, side=COLOURS[move.player], move=move.move, words=move.words)
        for move in moves
        if move.is_turning_point
    ]
    return (*tallies(moves), *turned, *open_grades(moves))


def open_grades(moves: tuple[ReviewedMove, ...]) -> list[str]:
    """Return a sentence about the moves that could not be graded in time, if any."""
    unproven = sum(move.grade == Grade.NOT_PROVEN for move in moves)
    return [say("grades open", open=unproven, all=len(moves))] if unproven else []


def tallies(moves: tuple[ReviewedMove, ...]) -> list[str]:
    """Return a sentence for each player that moved: how many of its moves were best."""
    grades = {side.capitalize(): [move.grade for move in moves if move.player == at] for at, side in enumerate(COLOURS)}
    counts = {side: (sum(grade in GOOD for grade in mine), len(mine)) for side, mine in grades.items() if mine}
    return [say("moves best", side=side, good=good, all=count) for side, (good, count) in counts.items()]


def likeness(game: Game, review: Review, player: int) -> str:
    """Return a sentence that compares this side with the opponents; empty if none of its moves is graded."""
    places = [Position(game.rules) if game.start is None else game.start, *(turn.position for turn in game.turns)]
    moves = [move for move in review.moves if move.player == player and move.grade != Grade.NOT_PROVEN]
    opponents = {one.declaration.name: make_player(one.declaration.name, game.kind, seed=0) for one in LADDER}
    found = [
        {name: float(write_move(one.choose(places[move.ply - 1])) not in move.best) for name, one in opponents.items()}
        for move in moves
    ]
    strength = Strength([float(move.grade not in GOOD) for move in moves], found)
    turns = [str(move.ply) for move in moves if move.is_turning_point]
    turned = say("turned at", moves=say("comma").join(turns)) if turns else say("turned nowhere")
    side = COLOURS[player].capitalize()
    return say("sum of a side", side=side, strength=strength.words, turned=turned) if moves else ""


def game_review(game: Game, seconds: float, tell: Tell) -> GameReview:
    """Review a game in the form that all games share."""
    found = review(game, seconds_a_move=seconds, tell=tell)
    moves = [
        MoveReview(
            ply=move.ply,
            player=move.player,
            move=move.move,
            best=move.best,
            cost=move.grade.cost,
            is_mistake=move.is_turning_point,
            height=move.height,
            better_line=move.better_line,
            words=move.words,
        )
        for move in found.moves
    ]
    return GameReview(game.kind, tuple(moves), {}, (*found.summary, found.ending))


class Connect4Puzzles:
    """Positions with one best move."""

    def start(self, position: str) -> Game:
        return Game(start=Position.from_moves(position))

    def refute(self, game: Game, answer: str) -> list[str]:
        game.do(Command("move", answer))
        move = review(game).moves[-1]
        return [str(game), f"{move.words}; better was column {move.best[0]}: {move.better_words}"]

    def mistakes(self, game: Game) -> Sequence[tuple[str, str]]:
        if game.start is not None:
            return []
        line = game.line()
        turned = [move for move in review(game).turning_points if len(move.best) == 1]
        return [("".join(line[: move.ply - 1]), move.best[0]) for move in turned]


PUZZLES: Final[PuzzleMaker[Game]] = Connect4Puzzles()
