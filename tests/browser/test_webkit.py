"""Tests of the page in WebKit: play, an opponent and values.

Playwright cannot drive a system's WebKit, so the tests use its own WebDriver. Debian has it in webkit2gtk-driver; xvfb
and xauth are needed too.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from tests.browser.conftest import missing
from tests.web.postgres import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.conftest import StaticHost

BROWSER: Final = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
PATIENCE: Final = 120
BEGIN: Final = """
localStorage.setItem("slidedrop:against", "here");
document.querySelector("[data-kind=connect4]").click();
document.querySelector("#options").click();
"""
CHOOSE: Final = """
document.querySelector(`#new-connect4 [name=against][value="${arguments[0]}"]`).click();
document.querySelector("#new-connect4 [type=submit]").click();
"""
PRESS: Final = """for (const key of arguments[0])
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));"""


class WebKit:
    """One window of WebKit, driven by the W3C's WebDriver protocol."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"binary": BROWSER, "args": ["--automation"]}
        wish = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._address += "/" + self._post("", wish)["sessionId"]

    def go(self, url: str) -> None:
        """Open a page and wait until it is loaded."""
        self._post("/url", {"url": url})
        self.until("return Boolean(document.querySelector('#saved')?.textContent)")

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        """Run a script in the page."""
        return self._post("/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str) -> None:
        """Wait until a script returns a true value."""
        end = time.monotonic() + PATIENCE
        while not self.run(script):
            assert time.monotonic() < end, script
            time.sleep(0.2)

    def _post(self, path: str, body: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the driver answers
        asked = Request(self._address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})  # noqa: S310 - our own driver
        with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310 - our own driver
            return json.load(answer)["value"]


@pytest.fixture(scope="module")
def webkit(host: StaticHost, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    """The page in WebKit, with a separate screen and home."""
    if not all(map(shutil.which, ("WebKitWebDriver", "xvfb-run", "xauth"))):
        missing("no WebKit: install webkit2gtk-driver, xvfb and xauth")
    port = free_port()
    driver = start(port, tmp_path_factory.mktemp("home"))
    try:
        window = started(port)
        window.go(host.url)
        yield window
    finally:
        os.killpg(driver.pid, signal.SIGTERM)
        driver.wait(PATIENCE)


def start(port: int, home: Path) -> subprocess.Popen[bytes]:
    """Start the driver on a virtual screen, as a process group that can be ended together."""
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24 -nolisten tcp"]
    return subprocess.Popen(
        [*screen, "WebKitWebDriver", f"--port={port}"],
        env={**os.environ, "HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def started(port: int) -> WebKit:
    """Return a window, once the driver answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(URLError, ConnectionError):
            return WebKit(port)
        time.sleep(0.2)
    pytest.fail("the driver of WebKit did not answer")


def test_2048_play_reload_and_hint_work_in_webkit(webkit: WebKit, host: StaticHost) -> None:
    webkit.run(PRESS, ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"])
    table = "return document.querySelector('#stage table').textContent"
    before = webkit.run(table)
    webkit.go(host.url)
    webkit.until("return Boolean(document.querySelector('.tile'))")
    assert webkit.run(table) == before
    assert any(digit in before for digit in "248")
    webkit.run("document.querySelector('#hint').click()")
    webkit.until("return document.querySelector('#advice').textContent.includes('free')")


@pytest.mark.parametrize("player", ["beginner", "perfect"])
def test_the_computer_answers_in_webkit(webkit: WebKit, player: str) -> None:
    begin(webkit, player)
    webkit.run(PRESS, ["4"])
    webkit.until("return document.querySelectorAll('.disc.blue').length === 1")


def test_values_and_threats_are_shown_in_webkit(webkit: WebKit) -> None:
    begin(webkit, "here")
    webkit.run(PRESS, [*"44354334556271"])
    webkit.run(PRESS, ["c", "t"])
    webkit.until("return document.querySelector('.values').textContent.includes('3: win in 1, ')")
    webkit.until("return Boolean(document.querySelector('[data-threat=red]'))")


def begin(webkit: WebKit, player: str) -> None:
    """Start a game of Connect-4, as red."""
    webkit.run(BEGIN)
    webkit.until(f"return Boolean(document.querySelector('#new-connect4[open] [value={player}]'))")
    webkit.run(CHOOSE, player)
    webkit.until("return !document.querySelector('dialog[open]') && !document.querySelector('.disc')")
