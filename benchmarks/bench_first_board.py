"""Measure the time until the page shows its first board over a slow line, with its requests and bytes.

    python benchmarks/bench_first_board.py [VISITS]

It uses a real server and a real Chromium, with a latency of 75 ms each way and 150 ms more to open a connection. For
each game: the first visit of a new browser, then a later one from the service worker. It prints medians, in
milliseconds from the start of the navigation. Use an idle machine.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.conftest import FLAGS, browser_path
from tests.browser.playing import eventually, worker_ready
from tests.web.running import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

ONE_WAY: Final = 0.075
"""Seconds of latency in one direction."""
WATCH: Final = """
  const seen = (name, selector) => {
    const look = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      look.disconnect();
      requestAnimationFrame(() => (window[name] = performance.now()));
    });
    look.observe(document, { childList: true, subtree: true, characterData: true });
  };
  seen("firstBoard", "#stage td");
  seen("allThere", "#saved:not(:empty)");
"""
FETCHED: Final = """(until) => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const early = all.filter(({ startTime }) => startTime < until);
  return [early.length, early.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)];
}"""


class SlowLine:
    """A proxy to a server that adds latency."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._connected, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * ONE_WAY)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            self._loop.call_later(ONE_WAY, writer.write, data)
        self._loop.call_later(2 * ONE_WAY, writer.close)


def visit(context: BrowserContext, url: str, kind: str) -> tuple[float, float, list[int], list[int]]:
    """Return the times until the board and until everything was loaded, with requests and bytes until then."""
    page = context.new_page()
    page.goto(url)
    eventually(page, lambda: bool(page.evaluate("Boolean(window.allThere && window.firstBoard)")))
    board, everything = page.evaluate("[window.firstBoard, window.allThere]")
    figures = board, everything, page.evaluate(FETCHED, board), page.evaluate(FETCHED, everything)
    worker_ready(page)
    page.click(f"button[data-kind='{kind}']")
    page.wait_for_timeout(500)
    page.close()
    return figures


def main(visits: int) -> None:
    """Print the figures of each kind of visit."""
    with tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder) / "db") as server:
        run(visits, SlowLine(int(server.url.rpartition(":")[2])))


def run(visits: int, line: SlowLine) -> None:
    """Measure over a slow line."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        for kind in ("2048", "connect4"):
            rows = []
            for _ in range(visits):
                context = browser.new_context()
                context.add_init_script(WATCH)
                rows.append([visit(context, line.url, kind) for _ in range(2)])
                context.close()
            for name, at in (("first", 0), ("later", 1)):
                board = statistics.median(row[at][0] for row in rows)
                everything = statistics.median(row[at][1] for row in rows)
                (requests, size), (all_requests, all_size) = rows[0][at][2:]
                sys.stdout.write(
                    f"{kind:8} {name} visit: board {board:5.0f} ms after {requests} requests, {size} bytes;"
                    f" everything {everything:5.0f} ms, {all_requests} requests, {all_size} bytes\n"
                )
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
