"""Connect-4 on the full screen: its screen, its discs, its questions, and its review from `analysis`."""

from collections.abc import Mapping
from typing import Any, Final

from slidedrop.analysis.connect4.review import likeness, review, tallies
from slidedrop.analysis.connect4.scores import Scores, scores_for
from slidedrop.connect4.game import COLOURS, Game
from slidedrop.connect4.notation import read_moves, rules_of_size, write_move
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.connect4.spec import SPEC
from slidedrop.core.spec import Provider
from slidedrop.terminal.full.connect4 import discs
from slidedrop.terminal.full.drawing.canvas import Canvas, Frame
from slidedrop.terminal.full.drawing.palette import Palette
from slidedrop.terminal.full.parts import Judged, Parts, Question, ReviewedGame, Shown, Tell

_SIZES: Final = (
    ("7x6", "7 x 6", "The usual board."),
    ("8x7", "8 x 7", ""),
    ("6x5", "6 x 5", ""),
    ("5x4", "5 x 4", "A quick one."),
    ("10x8", "10 x 8", "A wide one."),
    ("4x4", "4 x 4", ""),
)
_PLACING: Final = (
    (True, "discs fall", "A disc falls to the lowest free cell of its column."),
    (False, "anywhere", "A disc is placed on any free cell."),
)


_LETTER: Final = {"win": "W", "draw": "=", "loss": "L", None: "?"}


class Connect4Parts(Parts[Game, Position]):
    """The parts of Connect-4."""

    screen = Provider("slidedrop.terminal.full.connect4.screen:Connect4Screen")

    def frames(self, position: Position) -> list[Frame]:
        return discs.frames(position.rules)

    def painted(self, palette: Palette, frame: Frame, position: Position, shown: Shown) -> Canvas:
        return discs.Discs(palette, frame).picture(position, shown.marks, shown.turn, shown.progress)

    def review(self, game: Game, tell: Tell) -> ReviewedGame:
        found = review(game, tell=tell)
        lines = {move.ply - 1: read_moves(move.better_line, game.rules) for move in found.moves if move.better_line}
        return ReviewedGame(
            heights=found.heights,
            words=[move.words for move in found.moves],
            costs=[move.grade.value for move in found.moves],
            losses=[move.grade.cost for move in found.moves],
            better={ply: list(map(write_move, line)) for ply, line in lines.items()},
            scale=(f"{COLOURS[0]} wins", f"{COLOURS[1]} wins"),
            summary=[*tallies(found.moves), *filter(None, (likeness(game, found, player) for player in (0, 1)))],
        )

    def judged(self, position: Position) -> Judged:
        scores = scores_for(position)
        words = {score.move: score.words for score in scores.moves}
        lines = [f"{COLOURS[scores.turn].capitalize()}: {scores.words}", scores.how]
        return Judged(words, scores.best[0], lines, discs.Marks(values=values_of(scores)))

    def rule_questions(self) -> list[Question]:
        return [Question("size", "Board", _SIZES), Question("gravity", "Placing", _PLACING)]

    def rules(self, answers: Mapping[str, Any]) -> Rules:
        return rules_of_size(answers["size"], gravity=answers["gravity"])


def values_of(scores: Scores) -> dict[int, str]:
    """Return the text below each column: "W9", "=", "L4", "?"."""
    drops = [score for score in scores.moves if "." not in score.move]
    return {int(score.move) - 1: f"{_LETTER[score.verdict]}{score.discs or ''}" for score in drops}


PARTS: Final = Connect4Parts(SPEC)
