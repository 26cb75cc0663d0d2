"""2048 on the full screen: its screen, its tiles, its questions, and its review from `analysis`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from slidedrop.analysis.twenty48.hints import points
from slidedrop.analysis.twenty48.judge import judge_for
from slidedrop.analysis.twenty48.review import Review, ReviewedSlide
from slidedrop.core.spec import Provider
from slidedrop.players.twenty48.ntuple import slide_values
from slidedrop.terminal.full.drawing.canvas import Canvas, Frame
from slidedrop.terminal.full.drawing.palette import Palette
from slidedrop.terminal.full.drawing.pictures import bar
from slidedrop.terminal.full.parts import Judged, Parts, Question, ReviewedGame, Shown, Tell
from slidedrop.terminal.full.twenty48 import tiles
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.position import Position
from slidedrop.twenty48.rules import Rules
from slidedrop.twenty48.spec import SPEC

_LONG: Final = 8
"""The moves of a better line."""
_SIZES: Final = {
    4: "The usual board.",
    5: "Room to breathe.",
    6: "A long game.",
    8: "Endless.",
    3: "Every slide counts.",
}
_ARROWS: Final = {Direction.UP: "↑", Direction.DOWN: "↓", Direction.LEFT: "←", Direction.RIGHT: "→"}
_TILES: Final = (
    ("classic", "classic", "Nine new tiles of ten are 2, one is 4."),
    ("mis", "even", "As many 4 as 2 come."),
    ("twos", "only twos", "Nothing but 2 comes."),
)


class Twenty48Parts(Parts[Game, Position]):
    """The parts of 2048."""

    screen = Provider("slidedrop.terminal.full.twenty48.screen:Twenty48Screen")

    def frames(self, position: Position) -> list[Frame]:
        return tiles.frames(position.board.size)

    def painted(self, palette: Palette, frame: Frame, position: Position, shown: Shown) -> Canvas:
        return tiles.Tiles(palette, frame).picture(position.board, position.rules.base, shown.turn, shown.progress)

    def typed_moves(self, position: Position) -> dict[str, Direction]:
        return {way.key: way for way in position.legal_moves()}

    def better_line(self, position: Position, line: Sequence[str]) -> list[tuple[str, Position]]:
        steps: list[tuple[str, Position]] = []
        move: Direction | None = Direction.from_text(line[0])
        while move is not None and len(steps) < _LONG:
            position = self.after(position, move)
            steps.append((move.value, position))
            values = slide_values(position)
            move = max(values, key=values.__getitem__, default=None)
        return steps

    def review(self, game: Game, tell: Tell) -> ReviewedGame:
        found = Review(game)
        before = game.score - sum(turn.slide.gained for turn in found.turns)
        worths = [before + found.final]
        for slide in found.grow():
            worths.append(before + found.final)
            tell(slide.number, len(found.turns))
        most, worst = max(*worths, 1.0), found.worst
        return ReviewedGame(
            heights=[worth / most for worth in worths],
            words=["" if slide in worst else _words(slide) for slide in found.slides],  # these have reasons
            costs=[f"-{points(slide.loss)} ({slide.best})" for slide in found.slides],
            reasons={slide.number - 1: found.why(slide) for slide in worst},
            losses=[slide.loss for slide in found.slides],
            better={slide.number - 1: [slide.best] for slide in found.slides if slide.loss > 0},
            scale=(f"{most:,.0f} points", "0"),
            summary=[
                f"{found.final:,.0f} = {found.expected:,.0f} expected",
                f"{found.luck:+,.0f} luck {found.skill:+,.0f} skill",
                found.summary,
            ],
        )

    def judged(self, position: Position) -> Judged:
        values = judge_for(position.rules).slides(position.board)
        best = max(values, key=values.__getitem__)
        words = {way.value: _cost(values[best] - value) for way, value in values.items()}
        return Judged(words, best.value, bars(values))

    def rule_questions(self) -> list[Question]:
        sizes = [(size, f"{size} x {size}", line) for size, line in _SIZES.items()]
        bases = [(base, str(base), f"{base}, {2 * base}, {4 * base}, … {1024 * base}") for base in (2, 3, 1, 5)]
        return [
            Question("size", "Size", sizes),
            Question("rules", "New tiles", _TILES),
            Question("base", "Smallest", bases),
        ]

    def rules(self, answers: Mapping[str, Any]) -> Rules:
        rules, base = Rules.preset(answers["rules"], answers["size"]), answers["base"]
        return replace(rules, base=base, winning_tile=1024 * base)


def _words(slide: ReviewedSlide) -> str:
    return _cost(slide.loss) if slide.loss <= 0 else f"{_cost(slide.loss)}; {slide.best} was better"


def _cost(loss: float) -> str:
    return "best" if loss <= 0 else f"gives away {points(loss)} points"


def bars(values: Mapping[Direction, float]) -> list[str]:
    """Return a line per direction, best first; a value 10% below the best is an empty bar: "↓ ━━━━━╸   -1,372"."""
    best = max(values.values())
    lines = []
    for way, value in sorted(values.items(), key=lambda one: -one[1]):
        loss = best - value
        share = max(0.03, 1 - loss / max(1.0, abs(best) / 10))
        cost = "best" if loss == 0 else f"-{loss:,.0f}" if loss >= 0.5 else f"-{loss:.1g}"
        lines.append(f"{_ARROWS[way]} {bar(share)} {cost}")
    return lines


PARTS: Final = Twenty48Parts(SPEC)
