"""Review of a 2048 game: luck, skill, and the costliest slides.

    final = expected + luck + skill

    expected   the value of the game at its start, for a player as good as the judge
    luck       for every tile, how much better it was than the mean of all tiles that might have fallen
    skill      for every slide, the value it led to minus the value of the board before it

The final score of an unfinished game includes the expected points. On a solved board, the skill of a slide is what it
*lost* compared with the best one, 0 or less. Estimates change from ply to ply; this adds noise to the skill of single
slides, which cancels in the sum. So mistakes are found by `loss`, the difference of two slides in the same search.
Backgammon programs do the same (docs/explanation/luck.md).
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from slidedrop.analysis.review import GameReview, MoveReview, Tell
from slidedrop.analysis.sentences import say
from slidedrop.analysis.strength import Strength, luckier_than
from slidedrop.analysis.twenty48.hints import Prospect, named_risk, points, slide_reason
from slidedrop.analysis.twenty48.judge import Judge, judge_for
from slidedrop.core.arguments import require_type
from slidedrop.core.capabilities import PuzzleMaker
from slidedrop.twenty48 import Board, Direction, Game, Spawn, State, Turn
from slidedrop.twenty48.notation import read_position
from slidedrop.twenty48.tables.play import late_game

WORST: Final = 5
MISTAKE: Final = 0.01
"""A slide that loses at least this part of the expected points is called a mistake."""


@dataclass(frozen=True, slots=True)
class ReviewedSlide:
    """One slide of a game and the tile after it."""

    number: int
    """Counted from 1."""
    played: str
    best: str
    worth: float
    """The value of the best slide, in expected points."""
    loss: float
    """The points lost compared with the best slide, 0 or more."""
    skill: float
    """The value it led to minus the estimate of the board before it."""
    luck: float
    """By how much the tile after it was better than the mean of all tiles."""
    is_sure: bool
    """Whether a search one ply shorter finds a loss too; otherwise it is not significant."""
    others: dict[str, float]
    """The points that known players would have lost here."""
    table_best: str = ""
    """The best slide by a late-game table; empty if no table covers the board."""

    @property
    def is_mistake(self) -> bool:
        return self.is_sure and self.loss > 0 and self.loss >= MISTAKE * self.worth


class Review:
    """The review of a game. It grows slide by slide and can be read at any time.

    >>> review = Review(Game(Rules(size=2), seed=3))
    >>> for slide in review.grow(): ...
    """

    def __init__(self, game: Game, judge: Judge | None = None) -> None:
        self.game = require_type(game, Game, "a Game of 2048")
        self.judge = judge_for(game.rules) if judge is None else judge
        self._late = late_game(game.rules)
        self.turns: list[Turn] = game.turns
        self.slides: list[ReviewedSlide] = []
        first = self.turns[0].slide.before if self.turns else game.board
        self.expected = self.judge.start(first)
        self.first_luck = self.judge.arrived(first) - self.expected
        """The luck of the first tiles, if it is known."""
        self._worth_now = self.judge.arrived(first)

    def grow(self) -> Iterator[ReviewedSlide]:
        for turn in self.turns[len(self.slides) :]:
            self.slides.append(self._reviewed(turn))
            yield self.slides[-1]

    def _reviewed(self, turn: Turn) -> ReviewedSlide:
        board, played = turn.slide.before, turn.slide.direction
        values, choices = self.judge.slides(board), self.judge.choices(board)
        best = max(values, key=values.__getitem__)
        before, self._worth_now = self._worth_now, self.judge.arrived(turn.state.board)
        advice = None if self._late is None else self._late.advice(board, self.game.rules.base)
        others = {who: values[best] - values[move] for who, move in choices.items()}
        return ReviewedSlide(
            number=len(self.slides) + 1,
            played=played.value,
            best=best.value,
            worth=values[best],
            loss=values[best] - values[played],
            skill=values[played] - before,
            luck=self._worth_now - (values[played] - turn.slide.gained),
            is_sure=self.judge.is_exact or list(choices.values())[-1] != played,
            others={"a random player": values[best] - sum(values.values()) / len(values), **others},
            table_best="" if advice is None or advice.table is None else advice.move.value,
        )

    @property
    def final(self) -> float:
        """The points made, and for an unfinished game the expected rest."""
        gained = sum(turn.slide.gained for turn in self.turns[: len(self.slides)])
        return gained + self._worth_now

    @property
    def luck(self) -> float:
        """The sum of luck, first tiles included."""
        return self.first_luck + sum(slide.luck for slide in self.slides)

    @property
    def skill(self) -> float:
        """The sum of skill."""
        return sum(slide.skill for slide in self.slides)

    @property
    def strength(self) -> Strength:
        """The search depth at which the engine loses as much."""
        return Strength([slide.loss for slide in self.slides], [slide.others for slide in self.slides])

    @property
    def worst(self) -> list[ReviewedSlide]:
        return sorted((slide for slide in self.slides if slide.loss > 0), key=lambda slide: -slide.loss)[:WORST]

    def why(self, slide: ReviewedSlide) -> str:
        board = self.turns[slide.number - 1].slide.before
        best = self._prospect(board, slide.best, slide.worth)
        played = self._prospect(board, slide.played, slide.worth - slide.loss)
        kind = "costly slide" if slide.is_sure else "costly slide, not sure"
        cost, reason = points(slide.loss), slide_reason(best.slide)
        words = say(kind, played=slide.played, cost=cost, best=slide.best, reason=reason)
        words = ". ".join(filter(None, (words, named_risk(best, played))))
        return say("by table", words=words, best=slide.table_best) if slide.table_best else words

    def _prospect(self, board: Board, way: str, worth: float) -> Prospect:
        slide = board.slide(Direction(way))
        return Prospect(slide, worth, tuple(self.judge.falls(board, slide.direction)))

    @property
    def summary(self) -> str:
        mistakes = [slide for slide in self.slides if slide.is_mistake]
        cost = points(max((slide.loss for slide in mistakes), default=0.0))
        words = {0: "no mistake", 1: "one mistake"}.get(len(mistakes), "mistakes")
        luckier = round(100 * luckier_than(self.luck, [self.first_luck, *(slide.luck for slide in self.slides)]))
        said = say(words, count=len(mistakes), cost=cost)
        return say("sum of a game", strength=self.strength.words, mistakes=said, luckier=luckier)

    def to_json(self) -> dict[str, Any]:
        sums = {name: getattr(self, name) for name in ("expected", "luck", "skill", "final", "summary")}
        worst = [{"number": slide.number, "words": self.why(slide)} for slide in self.worst]
        slides = [{name: one for name, one in asdict(slide).items() if one != ""} for slide in self.slides]
        return {**sums, "strength": self.strength.name, "worst": worst, "slides": slides}


def review(game: Game, *, judge: Judge | None = None) -> Review:
    """Review a whole game."""
    whole = Review(game, judge)
    for _ in whole.grow():
        pass
    return whole


def game_review(game: Game, _seconds: float, tell: Tell) -> GameReview:
    """Review a game in the form that all games share; the judge searches to a fixed depth and ignores the time."""
    found = Review(game)
    for slide in found.grow():
        tell(slide.number, len(found.turns))
    words = {slide.number: found.why(slide) for slide in found.worst}
    moves = [
        MoveReview(
            ply=slide.number,
            player=0,
            move=slide.played,
            best=(slide.best,),
            cost=slide.loss,
            is_mistake=slide.is_mistake,
            better_line=slide.best if slide.loss > 0 else "",
            words=words.get(slide.number, ""),
        )
        for slide in found.slides
    ]
    totals = {name: float(getattr(found, name)) for name in ("expected", "luck", "skill", "final")}
    return GameReview(game.kind, tuple(moves), totals, (found.summary,))


class Twenty48Puzzles:
    """Positions with one best slide."""

    def start(self, position: str) -> Game:
        return Game(start=State(read_position(position)), seed=0)

    def refute(self, game: Game, answer: str) -> list[str]:
        """Play a wrong slide with the tile that punishes it most, and explain what is wrong."""
        judge = judge_for(game.rules)
        worst = min(judge.falls(game.board, Direction(answer)), key=lambda fall: fall.value)
        game.play(Direction(answer), spawns=[Spawn(worst.cell, worst.tile)])
        found = Review(game, judge)
        return [str(game.board), found.why(next(found.grow()))]

    def mistakes(self, game: Game) -> Sequence[tuple[str, str]]:
        found = review(game)
        boards = [(slide, found.turns[slide.number - 1].slide.before) for slide in found.worst if slide.is_mistake]
        return [(board.to_text(), slide.best) for slide, board in boards]


PUZZLES: Final[PuzzleMaker[Game]] = Twenty48Puzzles()
