"""Tests of puzzles on the page: questions, refutations on the board, repetition, and your own mistakes first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from slidedrop.analysis.puzzle import Puzzle, shipped
from slidedrop.connect4 import Game as Connect4
from slidedrop.twenty48 import Direction
from slidedrop.twenty48 import Game as Twenty48
from tests.browser.playing import eventually, press
from tests.browser.test_luck import careless_game, reviewed

if TYPE_CHECKING:
    from playwright.sync_api import Page


def opened(page: Page, kind: str = "") -> None:
    """Open the puzzles of one game, or of both."""
    page.click("#open-puzzles")
    page.wait_for_selector("#puzzle-about:not(:empty)")
    if kind:
        page.select_option("#puzzles select", kind)
        page.focus("#puzzles-title")


def cells(page: Page) -> list[str]:
    """Return the board of the puzzle as a screen reader reads it."""
    return [text.replace("empty", "0") for text in page.locator("#puzzle-stage td").all_text_contents()]


def asked(page: Page) -> Puzzle:
    """Return the puzzle on the board."""
    now = cells(page)
    return next(puzzle for puzzle in shipped() if shown(puzzle) == now)


def shown(puzzle: Puzzle) -> list[str]:
    """Return the board of a puzzle as the page shows it."""
    game: Any = puzzle.begun()
    if isinstance(game, Twenty48):
        return [str(tile) for tile in game.board.tiles]
    words = {None: "0", 0: "red", 1: "yellow"}
    return [words[disc] for row in game.position.to_rows() for disc in row]


def wrong(puzzle: Puzzle) -> str:
    """Return a legal move that is not the best."""
    game = puzzle.begun()
    if isinstance(game, Connect4):
        moves = [str(int(str(move)) + 1) for move in game.position.legal_moves()]
    else:
        moves = [move.value for move in game.legal_moves()]
    return next(move for move in moves if move != puzzle.best)


def answer(page: Page, move: str) -> None:
    """Answer with a key, and wait for the reply."""
    press(page, move if move.isdigit() else f"Arrow{move.capitalize()}")
    page.wait_for_selector("#puzzle-next:visible")
    eventually(page, lambda: page.inner_text("#puzzle-said") not in {"Right.", "Not the best …"})


def test_a_wrong_2048_answer_is_refuted_on_the_board_and_the_best_is_shown(page: Page) -> None:
    opened(page, "2048")
    puzzle = asked(page)
    move = wrong(puzzle)
    before = page.locator("#stage td").all_text_contents()
    answer(page, move)
    game = puzzle.begun()
    assert isinstance(game, Twenty48)
    slid = game.board.slide(Direction(move)).board.tiles
    changed = [(one, int(now)) for one, now in zip(slid, cells(page), strict=True) if one != int(now)]
    assert len(changed) == 1, "the slide, and one tile after it"
    said = page.inner_text("#puzzle-said")
    assert f"try {puzzle.best} instead" in said.lower()
    assert not re.search(r"\d,\d{3}", said), "no points that only an engine would make"
    page.click("#puzzle-again")
    assert cells(page) == shown(puzzle)
    assert page.locator("#puzzle-stage .board2048").get_attribute("data-hint") == puzzle.best
    assert page.locator("#stage td").all_text_contents() == before, "the game behind it stays as it is"


def test_a_wrong_connect4_answer_is_refuted_by_best_play(page: Page) -> None:
    opened(page, "connect4")
    puzzle = asked(page)
    press(page, "ArrowLeft", "ArrowRight")
    before = cells(page).count("0")
    answer(page, wrong(puzzle))
    assert f"better was column {puzzle.best}:" in page.inner_text("#puzzle-said")
    eventually(page, lambda: before - cells(page).count("0") >= 2)
    page.click("#puzzle-again")
    assert page.locator("#puzzle-stage .hinted").get_attribute("data-move") == puzzle.best


def test_a_missed_puzzle_returns_after_three_others_even_after_a_reload(page: Page) -> None:
    opened(page, "2048")
    missed = asked(page)
    answer(page, wrong(missed))
    for _ in range(3):
        page.click("#puzzle-next")
        other = asked(page)
        assert other != missed
        answer(page, other.best)
        assert page.inner_text("#puzzle-said").startswith("Right: ")
    assert page.inner_text("#puzzle-streak") == "3 in a row"
    assert page.inner_text("#puzzle-progress").startswith("3 of ")
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    opened(page, "2048")
    assert asked(page) == missed


def test_puzzles_replace_the_game_can_be_skipped_and_close_with_escape(page: Page) -> None:
    opened(page, "2048")
    assert page.locator("#stage").is_hidden()
    first = asked(page)
    page.click("#puzzle-skip")
    assert asked(page) != first
    assert page.inner_text("#puzzle-progress").startswith("0 of ")
    press(page, "Escape")
    assert page.locator("#puzzles").is_hidden()
    before = page.inner_text("#moves")
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight")
    eventually(page, lambda: page.inner_text("#moves") != before)
    opened(page)
    page.click("button[data-kind=connect4]")
    assert page.locator("#stage .board4").is_visible()


def test_puzzles_from_your_own_mistakes_come_first(page: Page) -> None:
    game = careless_game(120)
    reviewed(page, game)
    worst = page.locator("#luck-worst li").first
    number, words = int(worst.locator("b").inner_text()), worst.inner_text()
    press(page, "Escape")
    opened(page)
    assert "your games" in page.inner_text("#puzzle-about")
    assert cells(page) == [str(tile) for tile in game.turns[number - 1].slide.before.tiles]
    said = re.search(r"(\w+) was better", words)
    assert said, words
    better = said[1].lower()
    page.click(f"#puzzles .arrow.{better}")
    page.wait_for_selector("#puzzle-said:has-text('Right')")


def test_connect4_turning_points_become_puzzles_and_solving_all_is_announced(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    press(page, *"443543345562713")
    page.locator("#banner").get_by_role("button", name="Review").click()
    eventually(page, lambda: page.locator("#review-moves .turn").count() > 0)
    eventually(page, lambda: "connect4" in str(page.evaluate("localStorage['slidedrop:puzzles']")))
    press(page, "Escape")
    opened(page)
    assert "your games" in page.inner_text("#puzzle-about")
    due = {puzzle.position: [0, 0] for puzzle in shipped()}
    kept = "due => localStorage['slidedrop:puzzles'] = JSON.stringify({own: [], asked: 100, due})"
    page.evaluate(kept, due)
    page.click("#puzzle-close")
    opened(page)
    assert "are solved" in page.inner_text("#puzzle-about")
