"""Tests of a real browser with the real server: games move between devices and survive lost connections."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.web.app import Settings
from tests.browser.conftest import Visit
from tests.browser.playing import begin_seeded, board, choose, count, discs, eventually, press
from tests.web.running import UNLIMITED, LiveServer, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

SYNCED = "Saved and synced"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with its own database and a computer to play against."""
    settings = Settings(limits=UNLIMITED, engine_processes=1)
    with LiveServer(tmp_path_factory.mktemp("server") / "db", settings) as live:
        yield live


@contextmanager
def visitor(browser: Browser, *, quiet: bool = True, **options: Any) -> Iterator[Visit]:  # noqa: ANN401 - Playwright's own
    """A visitor with a separate browser; `quiet=False` allows console messages, as a browser logs a missing server."""
    visit = Visit(browser, **options)
    yield visit
    visit.context.close()
    hung_up = [sound for sound in visit.noise if sound.startswith("failed: ") and "/events" in sound]
    assert not quiet or visit.noise == hung_up  # a stream that the page has closed counts as failed


def wait_synced(page: Page) -> None:
    """Wait until the server has all moves."""
    try:
        eventually(page, lambda: page.locator("#saved:not([data-syncing])").all_inner_texts() == [SYNCED], 150)
    except AssertionError:
        raise AssertionError(page.inner_text("#saved")) from None


def link_called(page: Page, label: str) -> str:
    """Create a link in the dialog and return it."""
    page.click("#open-share")
    page.get_by_role("button", name=label).click()
    link = page.locator("#share-links input").last
    eventually(page, lambda: "#join=" in link.input_value())
    secret = link.input_value()
    page.click("#share [data-close]")
    return secret


def played(page: Page, seed: str = "7") -> list[int]:
    """Start a game, make four moves, and return the board."""
    begin_seeded(page, seed)
    press(page, "ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowUp")
    return board(page)


def two_at_a_table(ann: Page, ben: Visit) -> Page:
    """Invite the second visitor to Connect-4, and return the guest's page once the game is shown."""
    ann.click("button[data-kind=connect4]")
    ann.click("#options")
    choose(ann, "apart")
    ann.click("#new-connect4 [type=submit]")
    field = ann.locator("#share-links input").last
    eventually(ann, lambda: field.count() > 0 and "#join=" in field.input_value())
    guest = ben.page(field.input_value())
    ann.click("#share [data-close]")
    guest.wait_for_selector(".column")
    eventually(guest, lambda: discs(guest) == ["......."] * 6)
    return guest


def drop(page: Page, column: int) -> None:
    """Drop a disc with a number key."""
    page.keyboard.press(str(column))


def test_a_game_continues_in_a_second_browser_through_a_link(browser: Browser, server: LiveServer) -> None:
    with visitor(browser) as ann, visitor(browser) as ben:
        here = ann.page(server.url)
        tiles = played(here)
        wait_synced(here)
        there = ben.page(link_called(here, "Continue elsewhere"))
        eventually(there, lambda: board(there) == tiles)
        assert "join" not in there.url
        press(there, "ArrowDown", "ArrowRight")
        wait_synced(there)
        eventually(here, lambda: board(here) == board(there))
        assert count(here, "moves") == count(there, "moves")


def test_a_spectator_sees_every_move_and_cannot_move(browser: Browser, server: LiveServer) -> None:
    with visitor(browser) as ann, visitor(browser) as ben:
        here = ann.page(server.url)
        played(here)
        wait_synced(here)
        there = ben.page(link_called(here, "Watch live"))
        eventually(there, lambda: board(there) == board(here))
        press(here, "ArrowDown", "ArrowRight", "ArrowDown")
        wait_synced(here)
        tiles = board(here)
        eventually(there, lambda: board(there) == tiles)
        press(there, "ArrowLeft", "ArrowUp", "u")
        there.wait_for_timeout(300)
        assert board(there) == board(here) == tiles
        assert "Watching" in there.inner_text("#saved")


def test_two_devices_play_undo_by_agreement_and_play_a_rematch(browser: Browser, server: LiveServer) -> None:
    with visitor(browser) as ann, visitor(browser) as ben:
        red = ann.page(server.url)
        blue = two_at_a_table(red, ben)
        drop(red, 4)
        eventually(blue, lambda: discs(blue)[5] == "...r...")
        drop(blue, 3)
        eventually(red, lambda: discs(red)[5] == "..br...")
        wait_synced(red)
        red.click("#undo")
        blue.wait_for_selector("#offer:not([hidden])")
        blue.click("#offer-yes")
        for page in (red, blue):
            eventually(page, lambda page=page: discs(page)[5] == ".......")  # type: ignore[misc]
        for _ in range(3):
            drop(red, 1)
            eventually(blue, lambda: discs(blue) == discs(red))
            drop(blue, 2)
            eventually(red, lambda: discs(blue) == discs(red))
        drop(red, 1)
        eventually(blue, lambda: discs(blue)[2][0] == "r")
        wait_synced(red)
        red.locator("#banner").get_by_role("button", name="match").click()
        blue.wait_for_selector("#offer:not([hidden])")
        blue.click("#offer-yes")
        for page in (red, blue):
            eventually(page, lambda page=page: discs(page)[5] == ".......")  # type: ignore[misc]
        drop(blue, 7)
        eventually(red, lambda: discs(red)[5] == "......r")


def test_offline_moves_are_synced_later(browser: Browser, server: LiveServer) -> None:
    with visitor(browser, quiet=False) as ann, visitor(browser) as ben:
        here = ann.page(server.url)
        played(here)
        wait_synced(here)
        link = link_called(here, "Watch live")
        ann.context.set_offline(True)
        press(here, "ArrowDown", "ArrowRight", "ArrowDown")
        eventually(here, lambda: "Offline" in here.inner_text("#saved"))
        tiles = board(here)
        ann.context.set_offline(False)
        wait_synced(here)
        there = ben.page(link)
        eventually(there, lambda: board(there) == tiles)


def test_conflicting_offline_moves_are_saved_as_a_separate_game(browser: Browser, server: LiveServer) -> None:
    with visitor(browser, quiet=False) as ann, visitor(browser) as ben:
        here = ann.page(server.url)
        played(here)
        wait_synced(here)
        there = ben.page(link_called(here, "Continue elsewhere"))
        eventually(there, lambda: board(there) == board(here))
        ann.context.set_offline(True)
        press(here, "ArrowDown", "ArrowLeft")
        press(there, "ArrowRight", "ArrowDown", "ArrowRight")
        wait_synced(there)
        ann.context.set_offline(False)
        eventually(here, lambda: board(here) == board(there), 30)
        here.click("#open-games")
        here.wait_for_selector("#games-list li")
        assert here.locator("#games-list li", has_text="my line of").count() == 1


def test_a_game_continues_after_the_server_is_killed_and_restarted(browser: Browser, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "db")
    with visitor(browser, quiet=False) as ann, visitor(browser, quiet=False) as ben:
        here = ann.page(server.url)
        played(here)
        wait_synced(here)
        link = link_called(here, "Watch live")
        server.kill()
        press(here, "ArrowDown", "ArrowRight")
        eventually(here, lambda: "Offline" in here.inner_text("#saved"))
        with ServerProcess(tmp_path / "db", port=server.port):
            wait_synced(here)
            there = ben.page(link)
            eventually(there, lambda: board(there) == board(here))
            assert count(there, "moves") == count(here, "moves")


def test_moves_are_retried_after_a_502_or_504_from_a_proxy(browser: Browser, server: LiveServer) -> None:
    with visitor(browser, quiet=False) as ann:
        here = ann.page(server.url)
        played(here)
        wait_synced(here)
        failing = [504, 502]
        here.route(
            "**/commands",
            lambda route: route.fulfill(status=failing.pop(), body="<html>") if failing else route.continue_(),
        )
        press(here, "ArrowDown", "ArrowRight")
        eventually(here, lambda: not failing, 60)
        wait_synced(here)


def test_eight_tabs_of_one_browser_stay_in_sync(browser: Browser, server: LiveServer) -> None:
    with visitor(browser) as ann:
        first = ann.page(server.url)
        played(first)
        wait_synced(first)
        tabs = [first, *(ann.page(server.url) for _ in range(7))]
        for tab, key in zip(tabs[::3], ["ArrowDown", "ArrowRight", "ArrowDown"], strict=True):
            tab.bring_to_front()
            before = count(tab, "moves")
            press(tab, key)
            if count(tab, "moves") == before:
                press(tab, "ArrowLeft")
            for other in tabs:
                eventually(other, lambda other=other, tab=tab: board(other) == board(tab))  # type: ignore[misc]
        wait_synced(tabs[-1])


def test_the_computer_answers_and_gives_hints_with_reasons(browser: Browser, server: LiveServer) -> None:
    with visitor(browser) as ann:
        page = ann.page(server.url)
        page.click("#hint")
        page.wait_for_selector("#advice:not([hidden])")
        assert ":" in page.inner_text("#advice")
        page.click("button[data-kind=connect4]")
        page.click("#options")
        choose(page, "strong")
        page.click("#new-connect4 [type=submit]")
        drop(page, 4)
        eventually(page, lambda: "".join(discs(page)).count("b") == 1)


def test_the_first_board_takes_few_requests_and_little_data(browser: Browser, server: LiveServer) -> None:
    seen = """const look = new MutationObserver(() => { if (!document.querySelector("#stage td")) return;
        look.disconnect(); requestAnimationFrame(() => (window.first = performance.now())); });
        look.observe(document, { childList: true, subtree: true })"""
    fetched = """(until) => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ startTime }) => startTime < until)
        .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""
    with visitor(browser, locale="de-DE") as ann:
        ann.context.add_init_script(seen)
        for kind in ("connect4", "2048"):
            page = ann.page(server.url)
            requests = page.evaluate(fetched, page.evaluate("window.first"))
            assert 4 <= len(requests) <= 15, requests
            assert 30_000 < sum(size for _, size in requests) <= 60_000
            assert not any(part in name for name, _ in requests for part in ("/dialogs/", "review", "rest", "later"))
            everything = page.evaluate(fetched, page.evaluate("performance.now()"))
            assert len(requests) + 2 <= len(everything)
            assert sum(size for name, size in everything if "/engine/" not in name) <= 90_000
            page.click(f"button[data-kind='{kind}']")
            page.close()


def test_the_saved_status_does_not_flicker_while_moves_are_synced(browser: Browser, server: LiveServer) -> None:
    with visitor(browser) as ann:
        page = ann.page(server.url)
        press(page, "ArrowLeft", "ArrowUp", "ArrowRight")
        wait_synced(page)
        page.evaluate(
            """() => { window.changes = 0; new MutationObserver((all) => (window.changes += all.length)).observe(
                document.querySelector("#saved"), { childList: true, characterData: true, subtree: true }); }"""
        )
        for _ in range(10):
            press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
            page.wait_for_timeout(30)
        wait_synced(page)
        assert page.evaluate("window.changes") <= 4
