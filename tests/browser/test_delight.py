"""Tests of sounds, confetti, the picture to share, keys and the speed of watching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.playing import board, eventually, press, set_up

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.conftest import StaticHost, Visit

COUNT_NOTES = """const Real = globalThis.OscillatorNode;
globalThis.notes = 0;
globalThis.OscillatorNode = class extends Real { constructor(...words) { super(...words); globalThis.notes += 1; } };"""
ALMOST = "2,4,8,4/16,32,64,8/4,128,256,512/2,8,1024,1024"


def test_sounds_confetti_picture_keys_and_speed(visit: Visit, host: StaticHost, tmp_path: Path) -> None:
    visit.context.add_init_script(COUNT_NOTES)
    page = visit.page(host.url)
    press(page, "ArrowLeft", "ArrowUp", "ArrowRight")
    assert page.evaluate("notes") == 0
    page.click("#theme")
    page.check("[name=sounds]")
    page.check("[name=theme][value=dark]")
    colour = page.locator("meta[name=theme-color]").first.get_attribute("content")
    assert colour == page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    page.click("#colours [data-close]")
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    set_up(page, ALMOST)
    eventually(page, lambda: board(page)[-1] == 1024)
    press(page, "ArrowRight")
    eventually(page, lambda: page.evaluate("notes") >= 4)
    assert page.locator(".confetti i").count() > 20
    page.click("#open-share")
    with page.expect_download() as download:
        page.click("#share-picture")
    download.value.save_as(tmp_path / "shared.png")
    content = (tmp_path / "shared.png").read_bytes()
    assert (content[1:4], int.from_bytes(content[16:20], "big")) == (b"PNG", 1080)
    press(page, "Escape", "Escape", "?")
    page.wait_for_selector("#key-overlay[open]")
    assert page.locator("#key-overlay kbd").count() > 20
    moved = board(page)
    press(page, "ArrowLeft")
    eventually(page, lambda: page.locator("#key-overlay").count() == 0)
    assert board(page) == moved
    page.click("#watch")
    speeds = set()
    for _ in range(3):
        page.click("#speed")
        speeds.add(page.inner_text("#speed"))
    assert speeds == {"Speed: slow", "Speed: normal", "Speed: fast"}
    page.click("#watch")
    assert page.locator("#speed").is_hidden()
