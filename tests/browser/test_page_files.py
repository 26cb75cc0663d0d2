"""Tests of the page's files: forbidden calls, offline storage, installation, size and contrast."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING

import pytest

from slidedrop.web.site import content_of, site_files
from tests.browser.conftest import STATIC

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


@pytest.mark.requirement("R-002-28")
def test_page_code_has_no_alert_console_call_or_inline_script() -> None:
    for path in STATIC.rglob("*.js"):
        assert not re.search(r"\b(console\.|alert\(|confirm\(|prompt\(|innerHTML|debugger|eval\()", path.read_text()), (
            path
        )
    html = (STATIC / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)
    assert not re.search(r"https?://", html)


@pytest.mark.requirement("R-002-19")
def test_game_modules_use_no_browser_api() -> None:
    rules = [*(STATIC / "js" / "game").glob("*.js"), *(STATIC / "js" / "games").glob("*/*-game.js")]
    assert len(rules) > 8
    for path in {module for rule in rules for module in imported(rule)}:
        assert not re.search(r"\b(document|window|localStorage|fetch)\b\.?[(\w]", strip_comments(path.read_text())), (
            path
        )


def strip_comments(code: str) -> str:
    """Return the code without its comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", code, flags=re.DOTALL)


def test_every_file_of_the_page_is_stored_for_offline_play() -> None:
    files = site_files()
    listed = re.search(r"const SHELL = (\[.*?\]);", content_of(files["sw.js"]).decode(), flags=re.DOTALL)
    assert listed is not None
    stored = set(json.loads(listed[1]))
    assert stored - {"./"} <= set(files)
    suffixes = {".js", ".css", ".svg", ".png", ".webmanifest"}
    own = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*") if path.suffix in suffixes}
    missing = own - stored - {"sw.js"}
    assert all(b"= $use(" in content_of(files[name]) for name in missing)
    assert {"./", "js/bundle.js", "js/rest.js", "css/bundle.css", "js/engine/worker.js"} <= stored


def test_the_page_can_be_installed_as_an_app() -> None:
    about = json.loads((STATIC / "manifest.webmanifest").read_text())
    assert (about["start_url"], about["display"]) == ("./", "standalone")
    for icon in about["icons"]:
        content = (STATIC / icon["src"]).read_bytes()
        width = int.from_bytes(content[16:20], "big") if icon["type"] == "image/png" else "any"
        assert icon["sizes"] in {f"{width}x{width}", width}
    assert 'rel="manifest" href="manifest.webmanifest"' in (STATIC / "index.html").read_text()


def test_the_solver_and_its_book_stay_below_100_kb() -> None:
    thinking = [STATIC / "js" / "engine" / "worker.js", STATIC / "js" / "games" / "connect4" / "disc-analyst.js"]
    later = set().union(*map(imported, thinking)) - imported(STATIC / "js" / "start-up.js")
    data = [content_of(file) for name, file in site_files().items() if re.match("engine/connect4", name)]
    assert len(data) == 2
    assert packed([*data, *(path.read_bytes() for path in later)]) < 100_000


def imported(module: Path) -> set[Path]:
    """Return a module and all modules that it imports, directly or indirectly."""
    found, new = {module}, [module]
    while new:
        path = new.pop()
        names = re.findall(r'^import .*?from "(\..+?)";$', path.read_text(), flags=re.MULTILINE | re.DOTALL)
        more = {(path.parent / name).resolve() for name in names} - found
        found |= more
        new += more
    return found


def packed(contents: Iterable[bytes]) -> int:
    """Return the total size in bytes when each content is compressed."""
    return sum(len(gzip.compress(content, mtime=0)) for content in contents)


@pytest.mark.parametrize("palette", ["", "classic", "contrast"])
def test_the_text_on_every_tile_has_a_contrast_of_four_and_a_half(palette: str) -> None:
    prefix = rf'\[data-palette="{palette}"\] ' if palette else ""
    rule = rf"^{prefix}\.level(\d+) {{ background: (#\w{{6}}); color: (#\w{{6}})"
    levels = re.findall(rule, (STATIC / "css" / "boards.css").read_text(), re.MULTILINE)
    assert len(levels) == 16
    poor = [level for level, ground, ink in levels if contrast(ground, ink) < 4.5]
    assert poor == []


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the accessibility guidelines define it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return the luminance of a colour, from 0 to 1."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
