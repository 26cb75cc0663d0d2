"""Build the parts of a release, and test each in a fresh environment: `make dist`.

The folder dist gets the wheel, the source archive and the static page as a zip archive. Wheel and source archive are
installed into fresh environments; every command answers --help, and a seeded game gives the same board from both. The
page is unpacked, served by a plain file server and played in Chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import venv
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from slidedrop.cli.main import commands
from slidedrop.games import game_names
from slidedrop.version import __version__

PROJECT: Final = Path(__file__).parents[1]
DIST: Final = PROJECT / "dist"
_BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM: Final = next(filter(None, map(shutil.which, _BROWSERS)), None)


def main() -> None:
    """Build all parts, then test each of them."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-d", DIST)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        page = build_page(folder / "built")
        boards = {try_install(path, folder / path.name) for path in sorted(DIST.glob("slidedrop-*[lz]"))}
        if len(boards) != 1:
            sys.exit("The wheel and the source archive do not play the same game.")
        try_page(page, folder / "unpacked")
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size / 1e6:6.1f} MB  dist/{path.name}")


def build_page(folder: Path) -> Path:
    """Write the static page and return it as a zip archive."""
    run(Path(sys.executable).with_name("slidedrop"), "page", folder)
    return Path(shutil.make_archive(str(DIST / f"slidedrop-{__version__}-page"), "zip", folder))


def try_install(package: Path, folder: Path) -> str:
    """Install a package in a fresh environment, run --help of every command, and return the board of a short game."""
    venv.create(folder, with_pip=False, symlinks=True)
    program = folder / "bin" / "slidedrop"
    run(sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "install", "--quiet", package)
    for name in (*game_names(), *commands()):
        if name != "edition":  # the assignment defines its arguments
            run(program, name, "--help")
    if run(program, "--version").split()[-1] != __version__:
        sys.exit(f"{package.name} does not install version {__version__}.")
    board = folder / "seven.board"
    run(program, "2048", "--seed", "7", "--lines", "-o", board, text="left\ndown\nq\n", home=folder / "home")
    print(f"{package.name}: installed, every command answers, a game was played")
    return board.read_text("utf-8")


def try_page(archive: Path, folder: Path) -> None:
    """Serve the page as plain files, make a move in Chromium and ask for a hint."""
    shutil.unpack_archive(archive, folder)
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_selector("#saved:not(:empty)")
        for key in ("ArrowLeft", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        page.click("#hint")
        page.wait_for_selector("#advice:visible")
        browser.close()
        server.shutdown()
    print(f"{archive.name}: served as files, played, a hint was given")


class _Quiet(SimpleHTTPRequestHandler):
    """A file server that logs nothing."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def run(*command: str | Path, text: str = "", home: Path | None = None) -> str:
    """Run a command and return its output; exit with its errors if it fails."""
    away = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **({"SLIDEDROP_HOME": str(home)} if home else {})}
    done = subprocess.run(command, cwd=PROJECT, input=text, env=away, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
