"""Pictures of every screen in two themes and two sizes: `python -m tests.terminal.full.pictures` writes them.

The network's values change when it is trained again, so pictures that show them (`BY_NETWORK`) are not compared.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from slidedrop.analysis.connect4.scores import scores_for
from slidedrop.connect4.game import Game as Drops
from slidedrop.core.command import Command
from slidedrop.records.library import Library
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.drawing.palette import PALETTES
from slidedrop.terminal.full.parts import parts_of
from slidedrop.terminal.full.sessions import start_session
from slidedrop.twenty48.game import Game as Slides
from tests.terminal.full.drawn import screen_of, svg
from tests.terminal.full.driving import drive

if TYPE_CHECKING:
    from slidedrop.core.game import Game
    from tests.terminal.full.drawn import Screen
    from tests.terminal.full.driving import Driven, Play

FOLDER = Path(__file__).parents[3] / "docs" / "pictures" / "terminal"
THEMES = ("dark", "light")
SIZES = {"wide": (100, 30), "small": (40, 16)}
_DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_WAYS = {"u": "up", "d": "down", "l": "left", "r": "right"}
SLIDES = (
    "durlruduuuldduduulrduduuruddudddlruuudldddrrdurldddrdlldrldlrlllrddlrllldrdllddddrlrllddrdldrdrdllldllddddddrlldrd"
    "lddrdlrldrdlddrdllddrrdldldlldrdrldlrrrrdrdlrdldrdldrrdrdrlrrdrdrdlrdrldrlrdlddrrdllrdllddlldrlrdldlldrdrdrdldlrll"
    "drlldlrddrrdlddrddllllddlrdllrdlrdldrlrddrldrrddlrdrldlllldrdrddlldldrrlrrldldrddrdrrrddrdrrdldrdrlddrdlrdldrdrrdr"
    "rddrrdrdldrlrdldddlrldllldddldldrdldlldldrdldrdlrdlldldldldlrdllrdlrdrddrldlrl"
)
"""A game of 2048 with seed 2048: score 6,020 after 420 slides."""
DROPS = "44433343443325527222255"
"""A game of Connect-4 that red wins."""


def keep(game: Game, moves: str, *names: str) -> None:
    """Save a game in the library."""
    opened = Library().put(game, names)
    opened.journal.append(*({"move": _WAYS.get(move, move)} for move in moves))
    opened.journal.close()


def shelf() -> None:
    """Save a few games."""
    for count in (90, 260, 150, 390):
        keep(Slides(seed=2048), SLIDES[:count], "human")
    for opponent, moves in {"beginner": DROPS, "strong": "1727374", "casual": "112233", "perfect": "44"}.items():
        keep(Drops(), moves, "human", opponent)
    keep(Slides(seed=2048), SLIDES, "human")


async def _play(person: Driven, game: Game, moves: str, *names: str) -> None:
    person.app.open_game(start_session(game, names))
    await person.until("game 10")
    screen = person.app.screen
    for move in moves:
        screen.session.play(_WAYS.get(move, move))  # type: ignore[attr-defined]
    await person.press("tab")


async def _home(person: Driven) -> None:
    await person.until("Continue 2048: score 6020")
    await person.until("420 moves")


async def _form(person: Driven) -> None:
    await person.press("4", "right", "right")
    await person.until("Takes a win")


async def _2048(person: Driven) -> None:
    await _play(person, Slides(seed=2048), SLIDES, "human")
    await person.until("6,020")


async def _2048_hint(person: Driven) -> None:
    await _2048(person)
    await person.press("i")
    await person.until("best", 60)


async def _2048_over(person: Driven) -> None:
    from slidedrop.twenty48.board import Board
    from slidedrop.twenty48.position import State

    full = Board.from_rows([[2, 4, 8, 16], [32, 64, 128, 256], [512, 1024, 2048, 4], [16, 8, 4, 2]])
    person.app.open_game(start_session(Slides(seed=1, start=State(full, 20480)), ("human",)))
    await person.until("Game over")


async def _connect4(person: Driven) -> None:
    known = Drops()
    for move in DROPS[:14]:
        known.do(Command("move", move))
    scores_for(known.position, seconds=60)  # what has been proven once stays known
    await _play(person, Drops(), DROPS[:14], "human", "human")
    await person.press("t", "s")
    await person.until("W", 60)
    await person.until("proven", 60)


async def _won(person: Driven) -> None:
    await _play(person, Drops(), DROPS, "human", "human")
    await person.until("Red won")


async def _analysis(person: Driven) -> None:
    game = Library().game(5)
    parts_of(game).review(game, lambda *_: None)  # the solver is loaded, and two seconds per move are enough
    await person.press("g")
    await person.until("Connect-4 v Beginner")
    await person.press("down", "down", "down", "down")
    await person.until("Game 5")
    await person.press("v")
    await person.until("Worst moves", 60)
    await person.press("down")


async def _analysis_2048(person: Driven) -> None:
    await person.press("g")
    await person.until("Game 9")
    await person.press("v")
    await person.until("Worst moves", 120)
    await person.press("down")


async def _games(person: Driven) -> None:
    await person.press("g")
    await person.until("Game 9")
    await person.press("down", "down", "down", "down")
    await person.until("Game 5")


async def _statistics(person: Driven) -> None:
    await person.press("t")
    await person.until("Scores over time")


async def _settings(person: Driven) -> None:
    await person.press("s")
    await person.until("Settings")


async def _help(person: Driven) -> None:
    await _play(person, Drops(), "", "human", "human")
    await person.press("question_mark")
    await person.until("Help")


SCENES: dict[str, Play] = {
    "home": _home,
    "new-game": _form,
    "2048": _2048,
    "2048-hint": _2048_hint,
    "2048-over": _2048_over,
    "connect4": _connect4,
    "connect4-won": _won,
    "analysis": _analysis,
    "analysis-2048": _analysis_2048,
    "games": _games,
    "statistics": _statistics,
    "settings": _settings,
    "help": _help,
}
BY_NETWORK = {"2048-hint", "analysis-2048"}


def seen(person: Driven) -> Screen:
    """Return the current screen with all dates replaced by the same date."""
    palette = PALETTES[person.app.theme]
    cells = screen_of(
        person.app.screen._compositor.render_strips(person.app.size), str(palette.ink), str(palette.ground)
    )
    for row in cells:
        text = "".join(cell.letter for cell in row)
        if len(text) == len(row) and (found := _DATE.search(text)):
            for place, letter in enumerate("2026-01-31 12:00", found.start()):
                row[place] = row[place]._replace(letter=letter)
    return cells


async def _settled(person: Driven) -> Screen:
    """Return the screen once it no longer changes."""
    shown: list[Screen] = []
    while len(shown) < 4 or any(one != shown[-1] for one in shown[-4:]):
        await person.press("f12")
        await asyncio.sleep(0.05)
        shown.append(seen(person))
    return shown[-1]


def pictures(name: str) -> dict[str, str]:
    """Return the pictures of a scene by file name."""
    shelf()
    found = {}

    async def play(person: Driven) -> None:
        await SCENES[name](person)
        for theme in THEMES:
            person.app.theme = theme
            for size, (width, height) in SIZES.items():
                await person.resize(width, height)
                found[f"{name}-{theme}-{size}.svg"] = svg([await _settled(person)])

    drive(play, size=SIZES["wide"])
    return found


def film() -> str:
    """Return an animation of the full screen: the end of a game of 2048, then one of Connect-4."""
    frames: list[Screen] = []

    async def play(person: Driven) -> None:
        await _play(person, Slides(seed=2048), SLIDES[:-24], "human")
        for move in SLIDES[-24:]:
            await person.press(_WAYS[move])
            board = person.app.screen.query_one(BoardView)
            for progress in (0.3, 0.8, 1.0):
                board.redraw(progress)
                await person.press("f12")
                frames.append(seen(person))
        await person.press("q")
        person.app.open_game(start_session(Drops(), ("human", "human")))
        await person.until("game 11")
        for move in DROPS:
            await person.press(move)
            frames.extend([seen(person)] * 4)
        frames.extend([seen(person)] * 16)

    drive(play, size=(80, 24))
    return svg(frames, 0.12)


def main() -> None:
    """Write all pictures and the animation."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        with tempfile.TemporaryDirectory() as home:
            os.environ["SLIDEDROP_HOME"] = home
            for file, text in pictures(name).items():
                (FOLDER / file).write_text(text)
    with tempfile.TemporaryDirectory() as home:
        os.environ["SLIDEDROP_HOME"] = home
        shelf()
        (FOLDER / "film.svg").write_text(film())


if __name__ == "__main__":
    main()
