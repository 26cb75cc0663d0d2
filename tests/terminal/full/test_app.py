"""Tests of the full screen without a terminal: home, play, settings, lists, help and statistics."""

from __future__ import annotations

import asyncio
import resource
from typing import TYPE_CHECKING

from slidedrop.connect4.game import Game as Drops
from slidedrop.connect4.rules import Rules
from slidedrop.records.daily import daily
from slidedrop.records.library import Library
from slidedrop.records.replay import replay
from slidedrop.records.statistics import statistics
from slidedrop.terminal.full.drawing.palette import PALETTES
from slidedrop.terminal.full.drawing.pictures import graph
from slidedrop.terminal.full.screens.analysis import Analysis
from slidedrop.terminal.full.settings import Settings
from slidedrop.twenty48.game import Game as Slides
from slidedrop.twenty48.rules import Rules as Twenty48Rules
from slidedrop.twenty48.spec import SPEC
from tests.terminal.full.driving import drive

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.terminal.full.driving import Driven


def kept(number: int) -> list[str]:
    """Return the moves of a saved game."""
    return replay(Library().record(number)).line()


def test_home_offers_both_games_and_describes_the_selected_line() -> None:
    async def play(person: Driven) -> None:
        assert "Play 2048" in person.shown()
        assert "Slide tiles, make 2048" in await person.until("Slide tiles")
        await person.press("down")
        await person.until("against a friend")

    drive(play)


def test_without_saved_games_home_shows_a_demo_of_the_selected_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("slidedrop.terminal.full.home._PACE", 0.02)

    async def play(person: Driven) -> None:
        def moves(kind: str) -> int:
            shown = person.app.screen.shown  # type: ignore[attr-defined]
            return len(shown.line()) if shown is not None and shown.kind == kind else 0

        await person.true(lambda: moves("2048") > 2)
        await person.press("down")
        await person.true(lambda: moves("connect4") > 2)

    drive(play, settings=Settings(animation=True))
    assert Library().numbers() == []


def test_a_2048_game_is_played_undone_and_saved() -> None:
    async def play(person: Driven) -> None:
        await person.press("2", "enter")
        await person.until("game 1")
        await person.press("left", "s", "l", "up", "u", "r", "u")
        await person.until("Undos          2")
        await person.press("q")
        await person.until("Continue 2048: score")

    drive(play)
    game = replay(Library().record(1))
    assert isinstance(game, Slides)
    assert game.take_backs == 2
    assert game.line()


def test_a_move_that_moves_nothing_shows_the_possible_ones() -> None:
    async def play(person: Driven) -> None:
        await person.press("2", "enter")
        for _ in range(
            200
        ):  # every slide is another tile, until a row of different ones is full or they lie at the left
            await person.press("left")
            if "Nothing moves left; try" in person.shown():
                return
        raise AssertionError(person.shown())

    drive(play)


def test_dragging_the_mouse_slides_the_tiles() -> None:
    async def play(person: Driven) -> None:
        await person.press("2", "enter")
        for start, end in (((20, 10), (5, 10)), ((20, 10), (20, 16)), ((20, 10), (36, 11)), ((20, 10), (21, 3))):
            await person.drag(start, end)
        await person.drag((20, 10), (21, 10))

    drive(play)
    assert set(kept(1)) <= {"left", "right", "up", "down"}
    assert len(kept(1)) >= 3


def test_t_hands_the_game_to_the_computer_and_back() -> None:
    async def play(person: Driven) -> None:
        await person.press("2", "enter", "t")
        await person.until("plays; t: take over")
        await person.press("p", "t")
        await person.press("left", "down", "right")
        assert "takes over" not in person.shown()

    drive(play)


def test_connect4_is_played_by_digits_cursor_and_mouse() -> None:
    async def play(person: Driven) -> None:
        await person.press("4", "left", "enter")
        await person.until("a person")
        await person.press("4", "left", "enter", "right", "right", "down")
        await person.click((15, 10))

    drive(play)
    assert kept(1)[:3] == ["4", "3", "5"]
    assert len(kept(1)) == 4


def test_connect4_shows_the_winner_and_offers_what_to_do_next() -> None:
    async def play(person: Driven) -> None:
        await person.press("4", "left", "enter")
        await person.press(*"4142434")
        await person.until("Red won, ")
        await person.press("escape", "u")
        await person.until("Red to move")

    drive(play)
    assert kept(1) == list("414243")


def test_a_lost_game_shows_you_lost() -> None:
    async def play(person: Driven) -> None:
        await person.press("4", "right", "down", "right", "enter")
        for column in "1122112233":
            await person.until("Your turn")
            await person.press(column)
            if "You lost" in person.shown():
                break
        await person.until("You lost")

    drive(play, settings=Settings(animation=False, pace=0.0))
    game = replay(Library().record(1))
    assert isinstance(game, Drops)
    assert game.outcome is not None
    assert game.outcome.winner == 0


def test_values_and_threats_can_be_shown_and_hidden() -> None:
    async def play(person: Driven) -> None:
        await person.press("4", "left", "down", "down", "right", "right", "right", "enter")
        await person.press("1", "2", "1", "2", "1", "2", "t")
        shown = await person.until("Threats: x red")
        board = "".join(line[:50] for line in shown.splitlines()[3:9])
        assert "x" in board
        assert "o" in board
        await person.press("t", "s")
        await person.until("W1", 60)
        await person.press("s")
        assert "W1" not in person.shown()

    drive(play)


def test_a_hint_shows_its_reason_and_escape_cancels_a_hint() -> None:
    async def play(person: Driven) -> None:
        await person.press("4", "left", "down", "down", "left", "down", "right", "enter")  # free placement on 4 x 4
        for cell in ("1.1", "4.4", "1.2", "4.3", "1.3", "4.1"):
            await person.press(*cell.replace(".", " . ").split(), "enter")
        await person.press("i")
        await person.until("wins with four")
        await person.press("q", "4", "left", "down", "down", "down", "right", "enter")  # on 7 x 6
        for key in ("i", "escape"):  # at once: waiting would wait for the thread as well
            person.app.simulate_key(key)
        await person.until("Stopped.")

    drive(play)
    assert [replay(Library().record(number)).summary().hints for number in (1, 2)] == [1, 0]


def test_in_free_placement_a_disc_goes_where_the_cursor_is() -> None:
    async def play(person: Driven) -> None:
        await person.press("4", "left", "down", "down", "down", "right", "enter")
        await person.press("up", "left", "enter", "2", ".", "7", "enter")

    drive(play)
    assert kept(1) == ["3.3", "2.7"]


def test_every_screen_survives_every_size_down_to_20_by_10() -> None:
    async def play(person: Driven) -> None:
        for open_keys in ((), ("2", "enter"), ("4", "enter"), ("s",), ("question_mark",)):
            await person.press(*open_keys)
            for size in ((200, 60), (64, 16), (40, 12), (20, 10), (80, 24)):
                await person.resize(*size)
                assert person.shown().strip()
            await person.press("escape")

    drive(play)


def test_a_board_that_does_not_fit_shows_the_size_it_needs() -> None:
    async def play(person: Driven) -> None:
        await person.press("2", "right", "right", "right", "enter")
        await person.resize(20, 10)
        await person.until("Too small: the")
        await person.until("40 columns")
        await person.resize(80, 24)
        assert "Too small" not in person.shown()

    drive(play)


def test_every_theme_shows_every_tile_and_the_colourless_one_has_no_colour() -> None:
    async def play(person: Driven) -> None:
        await person.press("2", "enter", "left")
        for line in person.app.screen._compositor.render_strips(person.app.size):
            for segment in line:
                style = segment.style
                assert style is None or style.color is None or style.color.is_default
                assert style is None or style.bgcolor is None or style.bgcolor.is_default

    drive(play, settings=Settings(theme="no colour", animation=False))
    for palette in PALETTES.values():
        if palette.colour:
            assert len({palette.tile(2 << power, 2) for power in range(17)}) == 17


def test_settings_are_saved() -> None:
    async def play(person: Driven) -> None:
        await person.press("s", "right", "enter")
        assert person.app.theme == "light"

    drive(play, settings=Settings())
    assert Settings.read().theme == "light"


def test_help_lists_the_keys_of_the_screen_that_is_open() -> None:
    async def play(person: Driven) -> None:
        await person.press("4", "enter", "question_mark")
        shown = await person.until("in a row")
        assert "every column" in shown
        assert "command prompt" not in shown, "nothing of the framework"

    drive(play, size=(80, 50))


def test_help_of_a_list_leaves_out_the_keys_for_scrolling_sideways() -> None:
    async def play(person: Driven) -> None:
        await person.press("question_mark")
        shown = await person.until("Page Down")
        assert ("Page Left" in shown, "Scroll Left" in shown) == (False, False)

    drive(play, size=(80, 50))


def begin(game: Slides | Drops, *moves: str, names: tuple[str, ...] = ("human", "beginner")) -> None:
    """Save a game with these moves in the library."""
    opened = Library().put(game, names if game.kind == "connect4" else ("human",))
    opened.journal.append(*({"move": move} for move in moves))
    opened.journal.close()


def test_the_list_of_games_can_continue_share_export_and_remove(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin(Slides(seed=7), "left", "down", "left")
    begin(Drops(), "4", "4")

    async def play(person: Driven) -> None:
        await person.press("g")
        await person.until("2  Connect-4")
        await person.press("c")
        await person.until("C1BQACbAAA")
        await person.press("escape", "e", "enter")
        await person.until("Written to")
        await person.press("x", "down", "enter")
        await person.until("Game 2 is deleted")
        await person.press("enter")
        await person.until("2048  ·  4x4 classic  ·  game 1")

    drive(play)
    assert Library().numbers() == [1]
    assert [path.name for path in tmp_path.iterdir()] == ["slidedrop-2-1.game"]


def test_a_finished_game_can_be_stepped_through_and_branched() -> None:
    begin(Slides(Twenty48Rules(size=2), seed=3), *["left", "down", "right", "up", "left", "down"])
    begin(Drops(Rules(4, 4)), *"1213141")

    async def play(person: Driven) -> None:
        await person.press("g")
        await person.until("Connect-4")
        await person.press("v")
        await person.until("move 7 of 7")
        await person.press("left", "left", "3", "2")
        await person.until("move 5 of 7, branch 3 2")
        await person.until("best is ")  # the branch is judged
        await person.press("i")
        await person.until("Best: ")
        await person.press("V")
        await person.until("proven")
        await person.press("V", "escape", "home")
        await person.until("move 0 of 7")
        await person.press("end", "pageup", "right")
        await person.until("move 1 of 7")
        screen = person.app.screen
        assert isinstance(screen, Analysis)
        for _ in range(1200):
            if screen.reviewed.worst:
                break
            await asyncio.sleep(0.05)
        await person.press("end")
        await person.until("4 of 4 moves")
        await person.press("down")
        await person.until("Worst moves")
        await person.until("red wins")
        bad = screen.ply
        await person.press("b")
        await person.until("Better:")
        assert screen.ply == bad - 1
        await person.until(f", branch {screen.reviewed.better[bad - 1][0]}")

    drive(play, size=(110, 30))


def test_statistics_match_the_command_line_and_the_daily_board_is_offered() -> None:
    begin(Slides(seed=7), "left", "down", "left")
    begin(Drops(), *"4142434")
    begin(Drops(), *"1415161", names=("beginner", "human"))
    begin(Drops(), *"4142434", names=("beginner", "perfect"))

    async def play(person: Driven) -> None:
        await person.press("t")
        shown = await person.until("2048 4x4 classic: 1 game, best ")
        assert "1 / 0 / 1" in shown
        assert "Not counted: 1 game" in shown
        await person.press("escape", "d")
        await person.until("game 5")
        await person.press("left", "up", "right", "down", "q")
        await person.press("d")
        await person.until("game 5")

    drive(play, size=(100, 40))
    (two,) = [one for one in statistics(Library().games()).groups if one.game == "connect4"]
    assert [(one.won, one.drawn, one.lost) for one in two.opponents] == [(1, 0, 1)]
    assert daily(SPEC, Library().games()).open == 5


def test_a_graph_of_a_two_sided_game_is_centred_and_marks_the_current_move() -> None:
    drawn = graph(PALETTES["dark"], (10, 6), [0.0, 1.0, -1.0, None], 2)
    assert drawn is not None
    lines = [strip.text for strip in drawn.strips()]
    assert lines[-1].index("▲") == 4, "two columns a point"
    assert graph(PALETTES["dark"], (1, 1), [0.0], 0) is None


def test_a_move_that_cannot_be_saved_stops_play_until_the_player_chooses() -> None:
    async def play(person: Driven) -> None:
        await person.press("2", "enter", "left", "down")
        made = len(kept(1))
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (Library().path(1).stat().st_size, limits[1]))
        try:
            await person.press("left", "up", "right", "down")
            await person.until("not saved")
            await person.press("escape", "left")
            await person.until("NOT SAVED:")
            assert len(kept(1)) == made
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        await person.press("enter")
        await person.until("Everything is saved")
        assert len(kept(1)) == made + 1

    drive(play)
