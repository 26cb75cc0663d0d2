"""Tests of analysis on the page with the real solver: values on request and the review after the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from slidedrop.web.app import Settings
from tests.browser.axe import THEMES, findings
from tests.browser.conftest import StaticHost, Visit
from tests.browser.playing import all_rules, choose, discs, eventually, press, sideways
from tests.browser.test_layout_shift import place
from tests.web.running import UNLIMITED, LiveServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

MISSED: Final = "44354334556271"
"""Red can win in column 3, and every other column loses."""
COUNTED: Final = """async () => {
    const { storyOf } = await import("/js/games/connect4/move-story.js");
    const grades = ["best", "best", "not proven", "best", "loses faster", "best", "best"];
    const moves = grades.map((grade, at) => ({ ply: at + 1, player: at % 2, grade, best: [] }));
    const header = { game: "connect4", players: ["human", "beginner"] };
    const story = storyOf({ moves }, { game: { outcome: { winner: 1 } }, saved: { header, link: null } });
    return story.well.match(/\\d+/g).map(Number);
}"""
"""Returns what the story says about red, who made four moves, one of them with the grade "not proven"."""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with one engine process."""
    settings = Settings(limits=UNLIMITED, engine_processes=1)
    with LiveServer(tmp_path_factory.mktemp("school") / "db", settings) as live:
        yield live


@pytest.fixture
def lesson(browser: Browser, school: LiveServer) -> Iterator[Page]:
    """A page with an unfinished game of Connect-4 for two people on one device."""
    visit = Visit(browser)
    page = visit.page(school.url)
    page.click("button[data-kind=connect4]")
    press(page, *MISSED)
    yield page
    visit.context.close()
    assert [sound for sound in visit.noise if "/events" not in sound] == []


def values(page: Page) -> list[str]:
    """Return the values above the columns as a screen reader reads them."""
    return page.locator(".values .unseen").all_text_contents()


def wait_reviewed(page: Page) -> None:
    """Wait until every move is analysed."""
    page.wait_for_selector("#review-moves li")
    eventually(page, lambda: "Analysing" not in page.inner_text("#review-progress"), 90)
    eventually(page, lambda: page.locator("#review-moves .open").count() == 0, 90)


def win_and_review(page: Page) -> None:
    """Finish the game and start its review."""
    press(page, "3")
    page.locator("#banner").get_by_role("button", name="Review").click()
    wait_reviewed(page)


def test_column_values_are_shown_and_updated_after_each_move(lesson: Page) -> None:
    lesson.click("#scores")
    eventually(lesson, lambda: "Column 3: win in 1, best" in values(lesson))
    assert lesson.locator("#scores").get_attribute("aria-pressed") == "true"
    assert lesson.locator("[data-move='3'].column").get_attribute("aria-description") == "win in 1"
    assert lesson.locator(".values .best b").inner_text() == "★ win"
    assert lesson.inner_text("#worth").startswith("Red: win in 1; ")
    press(lesson, "7")
    eventually(lesson, lambda: lesson.inner_text("#worth").startswith("Yellow:"))
    press(lesson, "c")
    assert lesson.locator(".values").is_hidden()
    assert lesson.locator("#worth").is_hidden()


def test_showing_values_does_not_move_the_board(lesson: Page) -> None:
    before = place(lesson)
    lesson.click("#scores")
    eventually(lesson, lambda: len(values(lesson)) == 7)
    assert place(lesson) == before
    press(lesson, "3")
    assert place(lesson) == before


def test_showing_values_counts_as_one_hint_for_the_whole_game(lesson: Page) -> None:
    lesson.click("#scores")
    eventually(lesson, lambda: len(values(lesson)) == 7)
    press(lesson, "7")
    eventually(lesson, lambda: lesson.inner_text("#worth").startswith("Yellow:"))
    kept = "Object.values(localStorage).filter((text) => text.includes('connect4') && text.includes('commands'))"
    commands = lesson.evaluate(f"() => {kept}.map((text) => JSON.parse(text).commands)")
    assert [line.count("h") for line in commands] == [1]


def test_values_stay_on_for_the_next_game_and_after_a_reload(lesson: Page) -> None:
    lesson.click("#scores")
    lesson.reload()
    eventually(lesson, lambda: len(values(lesson)) == 7)
    assert lesson.locator("#scores").get_attribute("aria-pressed") == "true"


def test_values_and_reviews_of_unsolved_rules_say_that_they_need_the_server(page: Page) -> None:
    page.click("button[data-kind=connect4]")
    page.click("#options")
    all_rules(page)
    page.fill("#new-connect4 [name=connect]", "3")
    page.click("#new-connect4 [type=submit]")
    page.click("#scores")
    page.wait_for_selector("#worth:has-text('needs the slidedrop server')")
    assert page.locator(".values").is_hidden()
    press(page, *"12121")
    page.locator("#banner").get_by_role("button", name="Review").click()
    page.wait_for_selector("#review-progress:has-text('needs the slidedrop server')")


def test_a_review_shows_grades_turning_points_and_the_graph(lesson: Page) -> None:
    win_and_review(lesson)
    assert "Red won, " in lesson.inner_text("#review-sum")
    assert "turned at moves " in lesson.inner_text("#review-sum")
    assert lesson.locator("#review-moves li").count() == 15
    assert "only move" in lesson.locator("#review-moves li").last.inner_text()
    assert lesson.locator(".graph-turn").count() >= 2
    assert "red wins" in str(lesson.locator(".graph").get_attribute("aria-label"))
    assert "Move 15, red in 3" in lesson.inner_text("#review-move")
    lefts = lesson.locator("#review-moves .tick").evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")
    assert len(set(lefts)) == 1, "the grades stand below one another"


def test_a_review_counts_only_moves_with_a_proven_grade(lesson: Page) -> None:
    counted = lesson.evaluate(COUNTED)
    assert counted == [2, 3], "good moves, and those whose grade is proven"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_graph_labels_stay_inside_the_review_panel(browser: Browser, school: LiveServer, locale: str) -> None:
    visit = Visit(browser, locale=locale, viewport={"width": 1280, "height": 720})
    page = visit.page(school.url)
    page.click("button[data-kind=connect4]")
    press(page, *"4455667", "v")
    page.wait_for_selector("#review .axis-up")
    left = "all => Math.min(...all.map(one => one.getBoundingClientRect().left))"
    panel, words = (page.locator(one).evaluate_all(left) for one in ("#review", "#review .axis-up > *"))
    assert words >= panel
    visit.context.close()


def test_arrow_keys_graph_points_and_move_list_select_the_same_move(lesson: Page) -> None:
    win_and_review(lesson)
    press(lesson, "ArrowLeft", "ArrowLeft")
    assert lesson.inner_text("#replay-count") == "13 of 15"
    assert "Move 13, red in 7" in lesson.inner_text("#review-move")
    assert discs(lesson)[-1] == ".brrbrr"
    lesson.locator("#review-moves button").nth(10).click()
    assert lesson.inner_text("#replay-count") == "11 of 15"
    assert lesson.locator("#review-moves [aria-current]").inner_text().startswith("11.")
    box = lesson.locator(".graph").bounding_box()
    assert box
    lesson.mouse.click(box["x"] + box["width"] - 2, box["y"] + 5)
    assert lesson.inner_text("#replay-count") == "15 of 15"
    press(lesson, "Home")
    assert "the first move" in lesson.inner_text("#review-move")
    press(lesson, "Escape")
    assert lesson.locator("#review").is_hidden()
    assert discs(lesson)[-1] == "bbrrbrr"


def test_the_better_line_is_played_on_the_board(lesson: Page) -> None:
    win_and_review(lesson)
    lesson.locator("#review-moves button").nth(12).click()
    assert " 3: win in 1" in lesson.inner_text("#review-move")
    lesson.click("#review-better")
    eventually(lesson, lambda: lesson.locator(".cell.won").count() == 4)
    assert discs(lesson)[-1] == ".brrbr."
    press(lesson, "ArrowRight")
    assert discs(lesson)[-1] == "bbrrbrr"


def test_the_beginner_and_the_perfect_player_can_be_chosen_and_answer(lesson: Page) -> None:
    for level in ("beginner", "perfect"):
        lesson.click("#options")
        lesson.wait_for_selector(f"#new-connect4 [value='{level}']", state="attached")
        choose(lesson, level)
        lesson.click("#new-connect4 [type=submit]")
        press(lesson, "4")
        eventually(lesson, lambda: "".join(discs(lesson)).count("b") == 1, 60)


def test_axe_finds_nothing_in_values_and_review_and_both_fit_a_small_phone(lesson: Page) -> None:
    found = []
    lesson.click("#scores")
    eventually(lesson, lambda: len(values(lesson)) == 7)
    found += [finding for theme in THEMES for finding in findings(lesson, "scores", theme)]
    win_and_review(lesson)
    press(lesson, "ArrowLeft", "ArrowLeft")
    found += [finding for theme in THEMES for finding in findings(lesson, "review", theme)]
    assert found == []
    lesson.set_viewport_size({"width": 320, "height": 640})
    assert sideways(lesson) == 0
    small = lesson.locator("#review button").evaluate_all(
        "all => all.filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"
    )
    assert small == []


def test_a_game_on_two_devices_shows_no_values_before_its_end(lesson: Page) -> None:
    lesson.click("#options")
    choose(lesson, "apart")
    lesson.click("#new-connect4 [type=submit]")
    eventually(lesson, lambda: lesson.locator("#scores").is_disabled())


def test_a_static_host_offers_column_values(host: StaticHost, visit: Visit) -> None:
    page = visit.page(host.url)
    page.click("button[data-kind=connect4]")
    assert page.locator("#scores").is_visible()
    assert page.locator("#look").is_hidden()
