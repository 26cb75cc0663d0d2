"""Fixtures of a real browser and of the page on a static host without a slidedrop server."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import pytest

from slidedrop.web.site import write_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Playwright

STATIC: Final = Path(__file__).parents[2] / "src" / "slidedrop" / "web" / "static"
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_BESIDE: Final = """try {
    localStorage.getItem("slidedrop:against") ?? localStorage.setItem("slidedrop:against", "here");
} catch {}"""
"""Selects play for two on one device, as most tests play both sides; a new visitor would get a computer opponent."""
_NO_WORKER: Final = "delete Navigator.prototype.serviceWorker"
"""Turns the service worker off, as most tests do not need it and it fetches the whole page a second time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Do not measure coverage of these tests: tracing doubles their time, and tests/web runs the same lines."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.no_cover)


def browser_path() -> str | None:
    """Return the path of the browser: SLIDEDROP_BROWSER, or a chromium; its headless shell needs half the CPU."""
    names = (os.environ.get("SLIDEDROP_BROWSER", ""), "chromium-headless-shell", "chromium", "google-chrome")
    return next((path for name in (*names, "chromium-browser") if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def drivers() -> Iterator[Playwright]:
    """The Playwright driver that starts browsers; a process can have only one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(drivers: Playwright) -> Iterator[Browser]:
    """The browser that all tests share."""
    path = browser_path() or missing("no browser: install chromium, or name one in SLIDEDROP_BROWSER")
    browser = drivers.chromium.launch(executable_path=path, args=list(FLAGS))
    yield browser
    browser.close()


def missing(message: str) -> NoReturn:
    """Skip the tests that need a missing browser; with CI=true, fail them."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


class _Quiet(SimpleHTTPRequestHandler):
    """A static file server that logs nothing and keeps its connections open."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        """Discard the message, so that the tests' output stays clean."""


class _Server(ThreadingHTTPServer):
    """A server that can close all its connections at once."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self._open: list[Any] = []
        super().__init__(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the library's own types
        """Remember the open connections."""
        self._open.append(request)
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the library's own types
        """Keep the tests' output clean when a browser goes away."""

    def hang_up(self) -> None:
        """Close all connections."""
        for request in self._open:
            with suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)


class StaticHost:
    """The page's folder at a separate address, under the given path."""

    def __init__(self, folder: Path, path: str = "/") -> None:
        self._server = _Server(folder)
        self.url = f"http://127.0.0.1:{self._server.server_port}{path}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page in a folder, as `slidedrop page` writes it."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    return folder


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[StaticHost]:
    """The page on a static host, at its root."""
    host = StaticHost(site)
    yield host
    host.close()


class Visit:
    """A new visitor: pages that share a store, and every message of the console."""

    def __init__(self, browser: Browser, *, worker: bool = False, beside: bool = True, **options: Any) -> None:  # noqa: ANN401 - Playwright's own options
        self.context = browser.new_context(**{"viewport": {"width": 1100, "height": 800}, **options})
        self.noise: list[str] = []
        if beside:
            self.context.add_init_script(_BESIDE)
        if not worker:
            self.context.add_init_script(_NO_WORKER)

    def page(self, url: str) -> Page:
        """Open a tab on the page and wait for its board."""
        page = self.context.new_page()
        page.set_default_timeout(90_000)
        page.on("console", lambda message: self.noise.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.noise.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.noise.append(f"dialog: {dialog.message}"))
        page.on("requestfailed", lambda request: self.noise.append(f"failed: {request.url}"))
        page.goto(url)
        page.wait_for_selector("#saved:not(:empty)")
        return page


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """A visitor on a desktop computer whose console must stay empty."""
    visit = Visit(browser)
    yield visit
    visit.context.close()
    assert visit.noise == []


@pytest.fixture
def page(visit: Visit, host: StaticHost) -> Page:
    """The page as a new visitor sees it."""
    return visit.page(host.url)
