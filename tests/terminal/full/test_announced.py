"""Tests that events of a game are announced on the screen: the winning tile, a new best, the winning four."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from slidedrop.connect4.game import Game as Drops
from slidedrop.connect4.rules import Rules as DropRules
from slidedrop.records.library import Library
from slidedrop.terminal.full.drawing.palette import PALETTES
from slidedrop.terminal.full.sessions import start_session
from slidedrop.twenty48.game import Game as Slides
from slidedrop.twenty48.rules import Rules as SlideRules
from tests.terminal.full.driving import drive
from tests.terminal.full.test_app import begin

if TYPE_CHECKING:
    from tests.terminal.full.driving import Driven


def test_the_winning_tile_of_a_computer_stays_announced_for_several_moves() -> None:
    async def play(person: Driven) -> None:
        game = Slides(replace(SlideRules(), winning_tile=16), seed=7)
        person.app.open_game(start_session(game, ("greedy",), saved=False))
        await person.true(lambda: game.won)
        moves = len(game.line())
        await person.until("Greedy made 16")
        await person.true(lambda: len(game.line()) > moves + 5)
        await person.until("Greedy made 16", 0.1)

    drive(play)


def test_only_a_game_above_all_earlier_scores_is_a_new_best() -> None:
    rules = SlideRules(size=2)
    begun = Slides(rules, seed=3)
    ways = []
    while (begun.summary().score or 0) == 0:
        ways.append(begun.legal_moves()[0])
        begun.play(ways[-1])
    begin(Slides(rules, seed=3), *(way.value for way in ways))
    first = Library().game(1).summary().score or 0
    scores: dict[int, int] = {}

    async def play(person: Driven) -> None:
        for seed in range(6):
            session = start_session(Slides(rules, seed=seed), ("human",))
            person.app.open_game(session)
            await person.until(f"game {session.number}")
            await person.until(f"{max([first, *scores.values()]):,}")
            while not session.game.outcome:
                session.play(session.game.position.legal_moves()[0].value)
            best, scores[seed] = max([first, *scores.values()]), session.game.summary().score or 0
            await person.until("New best!" if scores[seed] > best else "Game over")
            await person.press("escape", "q")

    drive(play)
    assert len(set(scores.values())) > 1


def test_the_four_that_won_are_starred_while_the_panel_is_open() -> None:
    async def play(person: Driven) -> None:
        session = start_session(Drops(), ("human", "human"))
        person.app.open_game(session)
        for move in "1212121":
            await person.press(move)
        assert (await person.until("Red won")).count("★") == 4

    drive(play, size=(100, 30))


def test_free_placement_shows_why_it_has_no_column_values() -> None:
    async def play(person: Driven) -> None:
        person.app.open_game(start_session(Drops(DropRules(gravity=False)), ("human", "human")))
        await person.press("s")
        await person.until("belong to columns")

    drive(play)


def test_another_theme_draws_everything_again() -> None:
    begin(Slides(seed=7), "left", "down", "left")

    async def play(person: Driven) -> None:
        await person.until("3 moves")
        await person.press("s", "right", "escape")
        strips = person.app.screen._compositor.render_strips(person.app.size)
        styles = [one.style for strip in strips for one in strip if one.style and one.style.bgcolor]
        grounds = {style.bgcolor.name for style in styles if style.bgcolor}
        assert PALETTES["light"].ground in grounds
        assert not grounds & {PALETTES["dark"].ground, PALETTES["dark"].frame, PALETTES["dark"].hole}

    drive(play)
