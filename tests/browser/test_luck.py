"""Tests of the review of a 2048 game on the page: four terms that add up, the costliest moves, and the progress."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Final

import pytest

from slidedrop.analysis.twenty48.judge import search_judge
from slidedrop.analysis.twenty48.review import review
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Direction, Game, Rules
from slidedrop.twenty48.engine.expectimax import expectimax_for
from tests.browser.playing import board, eventually, press, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

MINUS: Final = "\N{MINUS SIGN}"
LETTERS: Final = {"up": "w", "down": "s", "left": "a", "right": "d"}


def careless_game(slides: int, seed: int = 9, rules: Rules | None = None) -> Game:
    """Return a game in which one move in twelve was drawn at random."""
    game, player, dice = Game(rules, seed=seed), make_player("greedy", "2048"), random.Random(seed)
    while len(game.turns) < slides and not game.is_over:
        game.play(dice.choice(game.legal_moves()) if dice.random() < 1 / 12 else player.choose(game.position))
    return game


def put(page: Page, game: Game) -> None:
    """Put a game on the page's board, as if it had been played there."""
    kept = {
        "id": "0123456789abcdef0123456789abcdef",
        "header": {"version": 1, **game.header()},
        "commands": "".join(LETTERS[move] for move in game.line()),
        "name": "",
        "at": 1,
        "link": None,
        "summary": {},
    }
    entries = {
        f"slidedrop:game:{kept['id']}": json.dumps(kept),
        "slidedrop:open:2048": kept["id"],
        "slidedrop:open": "2048",
    }
    page.evaluate("entries => Object.assign(localStorage, entries)", entries)
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    assert board(page) == list(game.board.tiles)


def reviewed(page: Page, game: Game) -> None:
    """Start the review of a game and wait for its end."""
    put(page, game)
    page.click("#look")
    page.wait_for_selector("#luck-terms:visible")
    page.wait_for_selector("#luck-progress", state="hidden")


def terms(page: Page) -> list[int]:
    """Return luck and mistakes as the page shows them, in points of this game."""
    texts = page.locator("#luck-terms dd").all_text_contents()
    return [int(text.replace(",", "").replace(MINUS, "-")) for text in texts]


def test_the_pages_2048_review_matches_python(page: Page) -> None:
    game, small = careless_game(90), expectimax_for(small=True)
    assert small is not None
    found = review(game, judge=search_judge(small))
    reviewed(page, game)
    parts = [slide.loss / slide.worth if slide.is_sure else 0.0 for slide in found.slides]
    lost, lucky = sum(parts), sum(slide.luck / slide.worth for slide in found.slides)
    assert terms(page) == [round(game.score * lucky), -round(game.score * lost)]
    assert page.inner_text("#luck .story-result b") == f"{game.score:,} points"
    assert f"{round(game.score * (1 + lost)):,}" in page.inner_text("#luck .story-result")
    costliest = max(found.slides, key=lambda slide: parts[slide.number - 1])
    assert f"Move {costliest.number} " in page.inner_text("#luck .mistake")
    assert costliest.best in page.inner_text("#luck .mistake")
    numbers = [int(text) for text in page.locator("#luck-worst b").all_text_contents()]
    worst = sorted(found.worst, key=lambda slide: -parts[slide.number - 1])
    assert numbers == [slide.number for slide in worst]
    assert len(numbers) == 5


def test_a_mistake_can_be_tried_again_with_the_same_tiles(page: Page) -> None:
    game = careless_game(60)
    reviewed(page, game)
    said = re.search(r"Move (\d+) ", page.inner_text("#luck .mistake"))
    assert said
    index = int(said[1]) - 1
    page.click("#luck .mistake .try-again")
    eventually(page, lambda: page.locator("#rail").is_hidden())
    again = Game(seed=9)
    for move in game.line()[:index]:
        again.play(Direction(move))
    assert board(page) == list(again.board.tiles)
    better = next(move for move in again.legal_moves() if move.value != game.line()[index])
    again.play(better)
    press(page, LETTERS[better.value])
    assert board(page) == list(again.board.tiles)


def test_a_running_review_can_be_read_closed_and_resumed(page: Page) -> None:
    put(page, careless_game(400))
    page.click("#look")
    page.wait_for_selector("#luck-progress:has-text('Analysing move')")
    eventually(page, lambda: page.locator("#luck-worst li").count() == 5)
    assert terms(page)[1] <= 0
    seen = looking(page)
    press(page, "Escape")
    assert page.locator("#luck").is_hidden()
    page.click("#look")
    assert looking(page) >= seen > 0
    page.wait_for_selector("#luck-progress", state="hidden")
    assert terms(page)[1] < 0


def looking(page: Page) -> int:
    """Return the number of the move being analysed, or a number above all moves after the review."""
    found = re.search(r"move (\d+) of", page.inner_text("#luck-progress"))
    return int(found[1]) if found else 401


def test_a_costly_move_opens_its_board_and_highlights_the_better_move(page: Page) -> None:
    game = careless_game(120)
    reviewed(page, game)
    entry = page.locator("#luck-worst button[data-number]").nth(1)
    entry.click()
    number = int(entry.locator("b").inner_text())
    assert page.inner_text("#replay-count") == f"{number - 1} of 120"
    assert board(page) == list(game.turns[number - 1].slide.before.tiles)
    better = page.locator("#stage .board2048").get_attribute("data-hint")
    assert entry.inner_text().lower().replace("\n", " ").startswith(f"{number} {better} was better than")
    assert entry.get_attribute("aria-current") == "step"
    press(page, "Home")
    assert "the first move" in page.inner_text("#luck-move")
    press(page, "Escape")
    assert page.locator("#stage .board2048").get_attribute("data-hint") == ""
    settled(page)
    assert page.locator("#luck-worst").is_hidden()


def test_the_costliest_moves_are_listed_first(page: Page) -> None:
    reviewed(page, careless_game(120))
    texts = page.locator("#luck-worst li").all_inner_texts()
    found = [re.search(r"by about ([\d,]+) points", text) for text in texts]
    costs = [int(one[1].replace(",", "")) for one in found if one]
    assert len(costs) == 5
    assert costs == sorted(costs, reverse=True)


def test_each_of_what_cost_most_costs_a_point_and_has_a_line_of_its_own(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    for slides in (16, 120):
        put(page, careless_game(slides))
        press(page, "v")
        page.wait_for_selector("#luck-terms:visible")
        page.wait_for_selector("#luck-progress", state="hidden")
        costs = [
            re.search(r"by about (\S+) (points?):", text) for text in page.locator("#luck-worst li").all_inner_texts()
        ]
        assert all(one and one[1] != "0" and (one[1] == "1") == (one[2] == "point") for one in costs)
    heights = page.locator("#luck-worst .try-again").evaluate_all("all => all.map(button => button.offsetHeight)")
    assert max(heights) <= 48
    width = page.locator("#luck-worst button[data-number]").first.evaluate("entry => entry.offsetWidth")
    assert width > 300


def test_luck_and_mistakes_are_graphed_and_a_click_opens_that_move(page: Page) -> None:
    reviewed(page, careless_game(60))
    lines = page.locator("#luck .graph-line").evaluate_all("all => all.map(line => line.points.numberOfItems)")
    assert lines == [61, 61]
    assert page.locator("#luck .graph-turn").count() == 5
    assert re.search(rf"luck [+{MINUS}][\d,]+, mistakes", str(page.locator("#luck .graph").get_attribute("aria-label")))
    box = page.locator("#luck .graph").bounding_box()
    assert box
    page.mouse.click(box["x"] + 2, box["y"] + 5)
    assert page.inner_text("#replay-count") == "0 of 60"


def test_a_2x2_review_is_exact_and_a_3x3_review_points_to_the_command_line(page: Page) -> None:
    small = careless_game(20, rules=Rules(size=2))
    reviewed(page, small)
    exact = sum(slide.loss / max(1, slide.worth) for slide in review(small).slides)
    assert terms(page)[1] == -round(small.score * exact)
    put(page, careless_game(20, rules=Rules(size=3)))
    page.click("#look")
    page.wait_for_selector("#luck-progress:has-text('slidedrop review')")


@pytest.mark.parametrize("part", ["luck", "puzzles", "notebook"])
def test_optional_scripts_are_not_fetched_before_they_are_used(page: Page, part: str) -> None:
    names = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert [name for name in names if part in name] == []
