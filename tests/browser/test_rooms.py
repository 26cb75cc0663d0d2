"""Tests of rooms in real browsers: joining by a code, racing on the usual board, and watching on another screen."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.browser.axe import THEMES, findings
from tests.browser.playing import board, count, discs, eventually, press, resign, sideways
from tests.browser.test_with_server import drop, server, visitor  # noqa: F401 - the fixture is used by name
from tests.web.test_languages import catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import Visit
    from tests.web.running import LiveServer

KEYS = ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
MANY = "keys => keys.forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))"


def room_page(visit: Visit, url: str) -> Page:
    """Open the page of a room, or the page that opens rooms."""
    page = visit.context.new_page()
    page.set_default_timeout(90_000)
    page.on("console", lambda message: visit.noise.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: visit.noise.append(f"error: {error}"))
    page.goto(url)
    page.wait_for_selector("main:visible")
    return page


def opened(visit: Visit, server: LiveServer, kind: str, title: str, minutes: str = "0") -> Page:  # noqa: F811 - the fixture
    """Open a room with the form of the page."""
    page = room_page(visit, f"{server.url}/room/")
    page.select_option("[name=kind]", kind)
    page.fill("[name=title]", title)
    page.fill("[name=minutes]", minutes)
    page.click("#open [type=submit]")
    page.wait_for_selector("#hall:visible")
    return page


def joined(visit: Visit, url: str, name: str) -> Page:
    """Join the room of a URL."""
    page = room_page(visit, url)
    page.fill("#join [name=name]", name)
    page.click("#join button")
    page.wait_for_selector(f"#mine:has-text('You are {name}')")
    return page


def at_the_board(page: Page) -> Page:
    """Open your game from the room's page."""
    page.click("#play")
    page.wait_for_selector("#room a")
    return page


def test_a_class_races_and_another_screen_shows_the_standings(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as teacher, visitor(browser) as ann, visitor(browser) as ben:
        projector = opened(teacher, server, "race", "Class 7b", "10")
        found = findings(projector, "room", "light")
        one, other = joined(ann, projector.url, "Ann"), joined(ben, projector.url.lower(), "Ben")
        assert not one.locator("#play").is_visible()
        projector.click("#start")
        one.wait_for_selector("#play:visible")
        at_the_board(one)
        first = board(at_the_board(other))
        assert board(one) == first
        assert "Room" in one.inner_text("#room")
        for _ in range(100):
            one.evaluate(MANY, list(KEYS * 25))
            if one.locator("#banner", has_text="Game over").count():
                break
        score = f"{count(one, 'score'):,}"
        eventually(projector, lambda: "game over" in projector.inner_text("#lines li:has-text('Ann')"))
        assert score in projector.inner_text("#lines")
        press(other, *KEYS, "u")
        eventually(projector, lambda: "1 undo" in projector.inner_text("#lines li:has-text('Ben')"))
        assert re.fullmatch(r"\d:\d\d", projector.inner_text("#clock"))
        found += [finding for theme in THEMES for finding in findings(projector, "standings", theme)]
        one.click("#room a")
        one.wait_for_selector("#tell:visible")
        assert score in one.input_value("#line")
        assert one.inner_text("#lines .mine .name") == "Ann"
        one.set_viewport_size({"width": 390, "height": 844})
        assert sideways(one) == 0
        found += [finding for theme in THEMES for finding in findings(one, "phone", theme)]
        projector.click("#close")
        projector.click("#ask-yes")
        one.wait_for_selector("h1:has-text('closed')")
        assert "Ann" not in one.inner_text("body")
        assert found == []


def test_two_waiting_players_are_paired_and_play_each_other(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as ann, visitor(browser) as ben:
        one = opened(ann, server, "round-robin", "")
        other = joined(ben, one.url, "Ben")
        one.fill("#join [name=name]", "Ann")
        one.click("#join button")
        one.click("#play")
        one.wait_for_selector("#mine:has-text('Waiting for an opponent')")
        one.reload()
        one.wait_for_selector("#mine:has-text('Waiting for an opponent')")
        assert one.locator("#play").is_hidden(), "a reload does not leave the queue"
        at_the_board(other)
        one.wait_for_selector("#room a")
        red, blue = (one, other) if "you" in one.inner_text("#turn") else (other, one)
        drop(red, 4)
        eventually(blue, lambda: discs(blue)[5:6] == ["...r..."])
        resign(blue)
        blue.click("#ask-yes")
        red.wait_for_selector("#banner")
        red.click("#room a")
        eventually(red, lambda: "1 game done" in red.inner_text("#lines .first .about"))
        assert red.inner_text("#lines .first .points") == "1"
        red.reload()
        red.wait_for_selector("#play:visible")
        assert red.inner_text("#play") == catalogue("en")["room.next"], "everyone plays everyone: this was not the end"


def test_the_server_accepts_the_moves_of_the_browsers_computer(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as ann:
        room = opened(ann, server, "opponent", "Beat it")
        page = at_the_board(joined(ann, room.url, "Ann"))
        for number, column in enumerate((1, 2), 1):
            drop(page, column)
            eventually(page, lambda number=number: sum(row.count("b") for row in discs(page)) == number)  # type: ignore[misc]
        resign(page)
        page.click("#ask-yes")
        eventually(room, lambda: "lost, 4 moves" in room.inner_text("#lines"))


def test_the_share_dialog_leads_to_the_rooms_and_the_race_of_the_day(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as ann:
        page = ann.page(server.url)
        page.click("#open-share")
        page.click("#share a:has-text('Rooms')")
        page.wait_for_selector("#begin:visible")
        page.wait_for_load_state()
        found = [finding for theme in THEMES for finding in findings(page, "rooms", theme)]
        page.click("text=The race of the day")
        page.wait_for_selector("#hall:visible")
        day = datetime.now(UTC)
        assert page.inner_text("h1") == str(catalogue("en")["daily.heading"]).format(date=f"{day:%B} {day.day}")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_selector("#code:not(:empty)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280  # the date is the longest code
        assert found == []
        page.goto(f"{server.url}/room/BCDFGH")
        page.wait_for_selector("#trouble:has-text('no room')")
        ann.noise.clear()  # the browser itself notes the 404


def seconds_shown(page: Page) -> int:
    """Return the time on a room's clock, in seconds."""
    minutes, seconds = page.inner_text("#clock").split(":")
    return 60 * int(minutes) + int(seconds)


def test_a_late_page_shows_server_time_and_the_clock_of_a_closed_room_stops(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as teacher, visitor(browser) as ann:
        projector = opened(teacher, server, "race", "Class 7b", "10")
        projector.click("#start")
        eventually(projector, lambda: projector.inner_text("#clock").startswith("9:"))
        projector.wait_for_timeout(3000)
        ann.context.add_init_script("const now = Date.now; Date.now = () => now() - 3_600_000")  # a wrong clock
        late = room_page(ann, projector.url)
        late.wait_for_selector("#hall:visible")
        assert abs(seconds_shown(late) - seconds_shown(projector)) <= 1
        assert seconds_shown(late) < 598
        late.reload()
        late.wait_for_selector("#hall:visible")
        assert abs(seconds_shown(late) - seconds_shown(projector)) <= 1
        projector.click("#admit")
        late.wait_for_selector("#join", state="hidden")
        projector.click("#admit")
        late.wait_for_selector("#join", state="visible")
        projector.click("#close")
        projector.click("#ask-yes")
        late.wait_for_selector("h1:has-text('closed')")
        late.wait_for_timeout(1100)
        assert not late.is_visible("#clock")


def test_standings_and_errors_are_in_the_pages_language(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    texts = catalogue("fr")
    with visitor(browser, locale="fr-FR") as ann, visitor(browser, quiet=False, locale="fr-FR") as ben:
        one = opened(ann, server, "race", "Classe 7b")
        one.fill("#join [name=name]", "Ann")
        one.click("#join button")
        one.wait_for_selector("#lines .mine")
        assert one.inner_text("#lines .words") == texts["room.is joined"]
        other = room_page(ben, one.url)
        other.fill("#join [name=name]", "ann")
        other.click("#join button")
        other.wait_for_selector("#trouble:visible")
        assert other.inner_text("#trouble").lower() == f"{texts['refused.name-taken']}."


def test_removed_players_and_refused_newcomers_see_the_reason(browser: Browser, server: LiveServer) -> None:  # noqa: F811 - the fixture
    refused = {name: str(catalogue("en")[f"refused.{name}"])[1:] for name in ("barred", "door-closed")}
    with visitor(browser) as owner, visitor(browser) as ann, visitor(browser) as ben:
        hall = opened(owner, server, "race", "Class 7b")
        lea = joined(ann, hall.url, "Lea")
        eventually(hall, lambda: "Lea" in hall.inner_text("#lines"))
        hall.click("#admit")
        late = room_page(ben, hall.url)
        eventually(late, lambda: refused["door-closed"] in late.inner_text("#mine"))
        assert late.locator("#join").is_hidden()
        assert hall.locator("#me").is_hidden(), "the owner needs no such word"
        hall.click("#remove")
        hall.fill("#ask [name=answer]", "Lea")
        hall.click("#ask-yes")
        eventually(lea, lambda: refused["barred"] in lea.inner_text("#trouble"))
        assert lea.locator("#play").is_hidden()


def test_the_owner_of_a_room_sees_the_button_that_starts_the_clock(browser: Browser, server: LiveServer) -> None:  # noqa: F811 - the fixture
    for language in ("en", "de", "es", "fr"):
        with visitor(browser, viewport={"width": 1280, "height": 720}, locale=language) as owner:
            page = opened(owner, server, "race", "Class 7b", "10")
            bottom = page.locator("#start").evaluate("button => button.getBoundingClientRect().bottom")
            assert bottom <= 720, language
