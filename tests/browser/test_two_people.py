"""Tests of one game played by two people in two real browsers: links, presence and offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.web.api import offers
from slidedrop.web.app import Settings
from slidedrop.web.store.store import StoreTrouble, Trouble
from tests.browser.playing import choose, discs, eventually, press, resign
from tests.browser.test_with_server import drop, link_called, server, visitor, wait_synced  # noqa: F401 - the fixture is used by name
from tests.web.running import UNLIMITED, LiveServer
from tests.web.test_languages import catalogue

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route


def invited(page: Page) -> str:
    """Start a game of Connect-4 against a person with a link, and return the link."""
    page.click("button[data-kind=connect4]")
    page.click("#options")
    choose(page, "apart")
    page.click("#new-connect4 [type=submit]")
    field = page.locator("#share-links input").last
    eventually(page, lambda: field.count() > 0 and "#join=" in field.input_value())
    link = field.input_value()
    assert "this computer only" in page.inner_text("#share-links")
    page.click("#share [data-close]")
    return link


def shows(page: Page, text: str) -> None:
    """Wait until the page shows this presence of the opponent."""
    eventually(page, lambda: text in page.inner_text("#presence"))


def look_away(page: Page) -> None:
    """Make the page believe that another tab is in front."""
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def failing(trouble: Trouble) -> Callable[..., Awaitable[None]]:
    """Return a store method that always fails."""

    async def fail(*_: object) -> None:
        raise StoreTrouble("it fails", trouble)

    return fail


def test_hosts_can_open_their_own_invitation_and_undo_freely_before_a_guest_joins(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser, quiet=False) as ann, visitor(browser) as ben:
        red = ann.page(server.url)
        link = invited(red)
        shows(red, "Waiting for your friend")
        drop(red, 4)
        wait_synced(red)
        assert red.inner_text("#undo").endswith("Undo")
        red.click("#undo")
        eventually(red, lambda: discs(red)[5] == ".......")
        for _ in range(2):
            again = ann.page(link)
            eventually(again, lambda again=again: again.inner_text("#turn") == "Red (you)")  # type: ignore[misc]
            again.reload()
            again.close()
        drop(red, 4)
        wait_synced(red)
        blue = ben.page(link)
        eventually(blue, lambda: discs(blue)[5:6] == ["...r..."])
        shows(red, "Your friend is here")
        assert red.title() == "slidedrop: 2048 and Connect-4"
        look_away(red)
        drop(blue, 3)
        eventually(red, lambda: discs(red)[5] == "..br...")
        eventually(red, lambda: red.title() == "Your turn · slidedrop")
        assert red.locator("link[rel=icon]").get_attribute("href") == "icon-turn.svg"
        assert red.locator("#hint").is_disabled()
        wait_synced(blue)  # a request that is under way when its page is closed counts as failed
        blue.close()
        shows(red, "Your friend is away")
        wait_synced(ben.page(server.url))
        shows(red, "Your friend is here")


def test_messages_after_a_rematch_request_and_when_the_server_is_down(browser: Browser, tmp_path: Path) -> None:
    with visitor(browser, quiet=False) as ann, visitor(browser, quiet=False) as ben:
        with LiveServer(tmp_path / "db", Settings(limits=UNLIMITED)) as live:
            red = ann.page(live.url)
            blue = ben.page(invited(red))
            shows(red, "is here")
            drop(red, 4)
            assert red.inner_text("#turn").endswith("(Your opponent)"), "a friend without a name"
            eventually(blue, lambda: "...r..." in discs(blue))
            resign(blue)
            blue.click("#ask-yes")
            red.get_by_role("button", name="Rematch").click()
            shows(red, "not accepted")
            shows(blue, "asks for a rematch")
            assert blue.inner_text("#offer-text") == str(catalogue("en")["people.asks text"]).format(name="Your friend")
            assert blue.inner_text("#offer-yes") == catalogue("en")["discs.rematch"]
            blue.click("#offer-yes")
            shows(red, "is here")
            blue.close()
            shows(red, "is away")
        eventually(red, lambda: "Offline" in red.inner_text("#saved"))
        assert red.inner_text("#presence") == "", "nobody knows who is there"


def test_the_error_for_a_damaged_invitation_names_no_field(browser: Browser, server: LiveServer) -> None:  # noqa: F811 - the fixture
    with visitor(browser, quiet=False) as ben:
        page = ben.page(f"{server.url}/#join=%00broken")
        page.wait_for_selector("#note:has-text('damaged')")
        assert "secret" not in page.inner_text("#note")


def test_a_third_person_may_watch_and_a_declined_undo_is_shown(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as ann, visitor(browser) as ben, visitor(browser, quiet=False) as cat:
        red = ann.page(server.url)
        link = invited(red)
        blue = ben.page(link)
        shows(red, "Your friend is here")
        third = cat.page(link)
        third.wait_for_selector("#ask:has-text('seat is taken')")
        third.click("#ask-yes")
        eventually(third, lambda: "watching" in third.inner_text("#how"))
        drop(red, 4)
        eventually(blue, lambda: discs(blue)[5:6] == ["...r..."])
        wait_synced(red)
        red.click("#undo")
        blue.wait_for_selector("#offer:not([hidden])")
        blue.click("#offer-no")
        red.wait_for_selector("#note:has-text('declined the undo')")
        resign(red)
        assert "Resign" in red.inner_text("#ask-title")
        red.click("#ask-yes")
        eventually(blue, lambda: blue.locator("#banner").count() == 1)
        assert "You won" in blue.inner_text("#banner")


def test_names_are_shown_and_an_abandoned_game_can_be_claimed(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(offers, "AWAY_SECONDS", 0)
    with visitor(browser) as ann, visitor(browser) as ben:
        red = ann.page(server.url)
        red.clock.install()
        link = invited(red)
        blue = ben.page(link)
        blue.click("#open-share")
        blue.fill("#share [name=name]", "Ben")
        blue.click("#share [data-close]")
        shows(red, "Ben is here")
        drop(red, 4)
        assert red.inner_text("#turn") == "Yellow (Ben)"
        blue.close()
        shows(red, "Ben is away")
        offer = red.locator("#offer:has-text('Ben has been away')")

        def is_offered() -> bool:
            red.clock.fast_forward("10:01")  # again, if the page had not started to count yet
            return offer.count() > 0

        eventually(red, is_offered)
        red.get_by_role("button", name="Claim the win").click()
        eventually(red, lambda: "You won" in red.inner_text("#stage"))


def test_a_full_disk_and_a_locked_database_show_different_messages(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with visitor(browser, quiet=False) as ann:
        host = ann.page(server.url)
        press(host, "ArrowLeft", "ArrowUp", "ArrowRight")
        wait_synced(host)
        for why, told in ((Trouble.FULL, "its disk is full"), (Trouble.LOCKED, "another program holds its database")):
            with monkeypatch.context() as trouble:
                trouble.setattr(server.app.state.games.store, "append", failing(why))
                press(host, "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
                eventually(host, lambda told=told: told in host.inner_text("#saved"))  # type: ignore[misc]
            wait_synced(host)


def test_a_revoked_link_and_too_many_streams_show_different_messages(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with visitor(browser, quiet=False) as ann, visitor(browser, quiet=False) as ben:
        host = ann.page(server.url)
        press(host, "ArrowLeft", "ArrowUp", "ArrowRight")
        wait_synced(host)
        watcher = ben.page(link_called(host, "Watch live"))
        eventually(watcher, lambda: watcher.inner_text("#saved") == "Watching live")
        game = host.evaluate(
            "JSON.parse(Object.entries(localStorage).find(([key]) => key.includes(':game:'))[1]).link.id"
        )
        ended = (
            "id => fetch(`/api/v1/games/${id}/links?role=watch`, { method: 'DELETE' }).then(answer => answer.status)"
        )
        assert host.evaluate(ended, game) == 200
        eventually(watcher, lambda: "This link no longer works" in watcher.inner_text("#saved"))
        assert "your own game" in watcher.inner_text("#how")
        monkeypatch.setattr(server.app.state.limits.streams, "of_address", 0)
        other = ben.page(link_called(host, "Continue elsewhere"))
        eventually(other, lambda: "too many open pages" in other.inner_text("#saved"))


def test_the_host_can_invite_again_if_the_guest_loses_access(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as ann, visitor(browser) as ben, visitor(browser) as ben_elsewhere:
        red = ann.page(server.url)
        first = invited(red)
        blue = ben.page(link_called(red, "Invite again"))  # before anyone has come
        shows(red, "Your friend is here")
        blue.click("#open-share")
        assert blue.get_by_role("button", name="Invite again").count() == 0
        link = link_called(red, "Invite again")
        assert link != first
        drop(red, 4)
        wait_synced(red)
        other = ben_elsewhere.page(link)
        shows(other, "Your friend is here")
        eventually(other, lambda: discs(other)[5:6] == ["...r..."])
        drop(other, 3)
        eventually(red, lambda: discs(red)[5] == "..br...")


def test_a_lost_response_to_a_claim_does_not_cost_the_guest_the_seat(
    browser: Browser,
    server: LiveServer,  # noqa: F811 - the fixture
) -> None:
    with visitor(browser) as ann, visitor(browser, quiet=False) as ben:
        red, blue = ann.page(server.url), ben.page(server.url)
        link = invited(red)
        lost: list[str] = []

        def lose(route: Route) -> None:
            if lost:
                return route.continue_()
            lost.append(route.fetch().text())  # the server has given the seat away, and nobody hears of it
            ben.context.clear_cookies()
            return route.abort()

        ben.context.route("**/api/v1/claims", lose)
        blue.evaluate("link => (location.href = link)", link)
        shows(red, "is here")
        assert len(lost) == 1
        assert blue.evaluate("localStorage.getItem('slidedrop:drawn-key')") is None
        drop(red, 4)
        eventually(blue, lambda: discs(blue)[5:6] == ["...r..."])
