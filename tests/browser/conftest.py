"""A real browser, and the page on a plain static host without any server of ours."""

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
"""Most tests play both sides of Connect-4 by hand; who comes for the first time meets a friendly computer."""
_NO_WORKER: Final = "delete Navigator.prototype.serviceWorker"
"""Most tests do without the worker for offline play, which fetches the whole page a second time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave these tests unmeasured: tracing takes as long as the work itself, and tests/web runs the same lines."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.no_cover)


def browser_path() -> str | None:
    """Return where the browser is: SLIDEDROP_BROWSER, or a chromium; its headless shell needs half the CPU."""
    names = (os.environ.get("SLIDEDROP_BROWSER", ""), "chromium-headless-shell", "chromium", "google-chrome")
    return next((path for name in (*names, "chromium-browser") if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def drivers() -> Iterator[Playwright]:
    """What starts browsers; there can be one a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(drivers: Playwright) -> Iterator[Browser]:
    """One browser for all tests."""
    path = browser_path() or missing("no browser: install chromium, or name one in SLIDEDROP_BROWSER")
    browser = drivers.chromium.launch(executable_path=path, args=list(FLAGS))
    yield browser
    browser.close()


def missing(message: str) -> NoReturn:
    """Skip what needs a browser that is not there; where CI=true asks for it, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


class _Quiet(SimpleHTTPRequestHandler):
    """A host of files that says nothing and keeps its connections open."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        """Keep the tests' output clean."""


class _Server(ThreadingHTTPServer):
    """A server that can hang up on everyone at once."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self._open: list[Any] = []
        super().__init__(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the library's own types
        """Remember who is connected."""
        self._open.append(request)
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - the library's own types
        """Keep the tests' output clean when a browser goes away."""

    def hang_up(self) -> None:
        """End every connection."""
        for request in self._open:
            with suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)


class StaticHost:
    """The page's folder under an address of its own, as deep in a path as is asked for."""

    def __init__(self, folder: Path, path: str = "/") -> None:
        self._server = _Server(folder)
        self.url = f"http://127.0.0.1:{self._server.server_port}{path}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop answering."""
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
    """A fresh visitor: pages that share a store, and every sound that the console made."""

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
    """A visitor on a desktop computer, who must hear nothing from the console."""
    visit = Visit(browser)
    yield visit
    visit.context.close()
    assert visit.noise == []


@pytest.fixture
def page(visit: Visit, host: StaticHost) -> Page:
    """The page as a visitor first sees it."""
    return visit.page(host.url)
