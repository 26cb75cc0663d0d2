"""Tests that writing only the changed cells gives the same screen as writing all that Textual draws."""

from __future__ import annotations

import io
import statistics

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from slidedrop.terminal.full.board import FRAMES
from slidedrop.terminal.full.changed_cells import Cells
from slidedrop.terminal.full.drawing.palette import PALETTES
from slidedrop.terminal.full.parts import Shown
from slidedrop.terminal.full.twenty48.parts import PARTS
from slidedrop.terminal.full.twenty48.screen import Twenty48Screen
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from tests.terminal.full.pictures import SLIDES
from tests.terminal.full.virtual_screen import Glass

ROWS, COLUMNS = 4, 12
NUMBERS = ("38;2;1;2;3", "38;2;9;9;9", "48;2;1;2;3", "48;2;5;5;5", "1", "7", "31", "44", "96", "103")


def kind(numbers: str) -> str:
    """Return whether numbers set the foreground, the background or another attribute."""
    first = int(numbers.split(";", maxsplit=1)[0])
    return "ink" if 30 <= first < 40 or 90 <= first < 100 else "ground" if first >= 40 else str(first)


looks = st.lists(st.sampled_from(NUMBERS), max_size=3, unique_by=kind).map(";".join)
runs = st.tuples(looks, st.text(" ▀▄a4", min_size=1, max_size=5))
lines = st.tuples(st.integers(1, ROWS), st.integers(1, COLUMNS - 5), st.lists(runs, min_size=1, max_size=2))


def line(row: int, column: int, parts: list[tuple[str, str]]) -> str:
    """Return a line as Textual writes it: the cursor position, then each run with its style and a reset."""
    drawn = "".join(f"\x1b[{look}m{text}\x1b[0m" if look else text for look, text in parts)
    return f"\x1b[{row};{column}H{drawn}"


pictures = st.lists(st.lists(lines, min_size=1, max_size=4), min_size=1, max_size=6).map(
    lambda many: ["\n".join(line(*one) for one in picture) + "\x1b[1;1H" for picture in many]
)


def visible(glass: Glass) -> dict[tuple[int, int], object]:
    """Return the cells without the foreground of spaces, which is invisible unless they are reversed."""
    return {
        place: (letter, {name: one for name, one in look.items() if letter != " " or "7" in look or name == "ground"})
        for place, (letter, look) in glass.looks.items()
    }


@given(pictures)
def test_writing_only_changed_cells_gives_the_same_screen(drawn: list[str]) -> None:
    all_of_it, changed, cells = Glass(ROWS, COLUMNS), Glass(ROWS, COLUMNS), Cells()
    for text in drawn:
        all_of_it.write(text)
        changed.write(cells.changes(text))
        assert visible(changed) == visible(all_of_it)
        assert cells.changes(text) == ""


def test_only_the_new_cells_are_written() -> None:
    cells = Cells()
    cells.changes("\x1b[1;1H\x1b[48;2;1;1;1m     \x1b[0m\x1b[1;1H")
    written = cells.changes("\x1b[1;1H\x1b[48;2;1;1;1m   \x1b[0m\x1b[48;2;2;2;2m  \x1b[0m\x1b[1;1H")
    assert written == "\x1b[1;4H\x1b[48;2;2;2;2m  \x1b[0m\x1b[1;1H"


def test_unknown_output_is_passed_through_and_resets_the_known_cells() -> None:
    cells, text = Cells(), "\x1b[1;1Hab\x1b[1;1H"
    cells.changes(text)
    wide, cut, copied = "\x1b[1;1H漢\x1b[1;1H", "\x1b[1;1H\x1b[1mcut", "\x1b]52;c;eA==\x07"
    for other in ("\x1b[?1049l", "\x1b[2J", wide, "no place", cut, copied):
        assert cells.changes(other) == other
        assert cells.changes(text) != ""
        assert cells.changes(text) == ""
    assert cells.changes("\x1b[?2026h") == "\x1b[?2026h"
    assert cells.changes(text) == "", "the begin of a picture says nothing about cells"
    cells.forget()
    assert cells.changes(text) != ""


def test_a_slide_with_its_animation_takes_at_most_6_kb_at_100_by_30() -> None:
    console = Console(file=io.StringIO(), color_system="truecolor", force_terminal=True, width=100)
    cells, game, counts = Cells(), Game(seed=2048), []
    times = [count / FRAMES / Twenty48Screen.motion for count in range(5) if count / FRAMES < Twenty48Screen.motion]
    for letter in SLIDES[:24]:
        turn, count = game.play(next(one for one in Direction if one.value[0] == letter)), 0
        for progress in (*times, 1.0):
            picture = PARTS.picture(PALETTES["dark"], (69, 27), game.position, Shown(turn, progress))
            assert picture is not None
            drawn = [f"\x1b[{row};7H{strip.render(console)}" for row, strip in enumerate(picture.strips(), 2)]
            count += len(cells.changes("\n".join(drawn)).encode())
        counts.append(count)
    assert 1000 < statistics.median(counts) < 6000
