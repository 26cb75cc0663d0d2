"""Tests of the built programs in a browser: results equal Python's, and edited or outdated builds are detected."""

from __future__ import annotations

import json
import shutil
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from slidedrop.twenty48 import Board
from slidedrop.twenty48.engine.expectimax import CLASSIC, Expectimax
from slidedrop.twenty48.engine.network import EIGHT_TUPLES
from slidedrop.twenty48.engine.portable_network import SMALL, read_portable
from slidedrop.twenty48.engine.quantise import TUPLE
from slidedrop.twenty48.engine.weights import Network, load_network, network_from, save_network
from slidedrop.web.site import write_site
from tests.browser.conftest import STATIC, StaticHost, Visit
from tests.browser.playing import eventually, set_up
from tests.web.games import SCRIPTS
from tests.web.program_twins import engine_folder, solved_here, some_boards, some_positions, valued_here

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

LONG_MS = 120_000
"""A time limit that is enough to unpack the large network on a busy machine."""
BOARD = "0,0,2,4/2,8,16,4/0,2,64,128/2,4,512,256"
ASK = """async (wish) => {
  const { solved, valued } = await import("/programs.js");
  const { SolverExports } = await import("/js/engine/exports.js");
  const { Network } = await import("/js/games/twenty48/network.js");
  const load = async (file) => new Uint8Array(await (await fetch(`/data/${file}`)).arrayBuffer());
  if (!wish.boards) return solved(SolverExports, await load("connect4.wasm"), wish);
  return valued(await (globalThis.network ??= Network.open("2048.wasm", "2048-4x4.weights", load)), wish);
}"""


@pytest.fixture(scope="module")
def workshop(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Path]]:
    """A page with all bundled engine files, and its folder."""
    folder = tmp_path_factory.mktemp("workshop")
    write_site(folder)
    shutil.copytree(STATIC / "js", folder / "js", dirs_exist_ok=True)
    shutil.copy(SCRIPTS / "programs.js", folder)
    (folder / "data").mkdir()
    engine_folder(folder / "data")
    host, visit = StaticHost(folder), Visit(browser)
    yield visit.page(host.url), folder
    visit.context.close()
    host.close()
    assert visit.noise == []


def asked(page: Page, wish: dict[str, Any]) -> Any:  # noqa: ANN401 - lists of numbers
    """Return the answer of the program in the page."""
    return json.loads(json.dumps(page.evaluate(ASK, wish)))


def test_scores_node_counts_and_bits_match_python_in_chromium(workshop: tuple[Page, Path]) -> None:
    page, _ = workshop
    dice = Random(41)
    positions, boards = some_positions(dice, 7, 6, 20, (20, 40)), some_boards(dice, 30, 2)
    assert asked(page, positions) == solved_here(positions)
    assert asked(page, boards) == valued_here(boards)


def test_an_edited_engine_is_detected_by_its_results(workshop: tuple[Page, Path]) -> None:
    page, folder = workshop
    path, positions = folder / "data" / "connect4.wasm", some_positions(Random(42), 7, 6, 20, (18, 24))
    shipped = path.read_bytes()
    path.write_bytes(edited(shipped))
    assert asked(page, positions) != solved_here(positions)
    path.write_bytes(shipped)


@pytest.mark.parametrize("ships", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_the_strong_engine_can_be_downloaded_used_and_removed(browser: Browser, tmp_path: Path, *, ships: bool) -> None:
    write_site(tmp_path)
    weights = next((tmp_path / "engine").glob("strong-2048-4x4.*.weights"))
    if not ships:
        save_network(stand_in(), weights, 1)
    told = differences_told(weights)
    host, visit = StaticHost(tmp_path), Visit(browser, worker=True)
    page = visit.page(host.url)
    eventually(page, lambda: bool(page.evaluate("Boolean(navigator.serviceWorker.controller)")))
    set_up(page, BOARD)
    change_engine(page, "Download the strong engine", "stored on this device")
    page.click("#hint")
    page.wait_for_selector(f".hint-bar:has-text('{told}')", timeout=LONG_MS)
    host.close()
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    page.click("#hint")
    page.wait_for_selector(f".hint-bar:has-text('{told}')", timeout=LONG_MS)
    change_engine(page, "Remove it", "small engine")
    stored = """caches.keys().then((names) => Promise.all(names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url)))).then((all) => all.flat())"""
    urls = page.evaluate(stored)
    assert urls
    assert not [url for url in urls if "strong-2048" in url]
    visit.context.close()


def stand_in() -> Network:
    """Return a stand-in for the strong network: the same shape, the small network's weights, values doubled."""
    small, plan = load_network(SMALL), load_network(SMALL).about["plan"]
    units = np.zeros(len(EIGHT_TUPLES) * TUPLE, np.int16)
    units[: len(small.evaluator.units)] = small.evaluator.units
    return network_from(
        units, {**small.about, "scale": 2 * small.about["scale"], "plan": {**plan, "tuples": EIGHT_TUPLES}}
    )


def differences_told(weights: Path) -> str:
    """Return the cost of the worst move that the hint shows with the weights of a file."""
    network = read_portable(weights)
    assert network is not None
    board = Board.from_rows([map(int, row.split(",")) for row in BOARD.split("/")])
    values = Expectimax(network, CLASSIC).search(board, 3).values
    part = 100 * (1 - min(values.values()) / max(values.values()))
    return f"−{part:.1f}%" if part < 9.95 else f"−{part:.0f}%"  # noqa: RUF001 - the sign that the page shows


def change_engine(page: Page, button: str, said: str) -> None:
    """Press the button in the help that downloads or removes the strong engine, and wait for the message."""
    page.click("#open-help")
    page.locator("#strong-engine").get_by_role("button", name=button).click()
    page.wait_for_selector(f"#strong-engine:has-text('{said}')")
    page.keyboard.press("Escape")


def edited(code: bytes) -> bytes:
    """Return the program with one constant changed: the number of nodes of the quick mode near the end of a game."""
    from slidedrop.connect4.engine.solver.narrowing import FEWEST_QUICK_NODES

    constant = leb(FEWEST_QUICK_NODES)
    assert code.count(constant) >= 1
    return code.replace(constant, leb(FEWEST_QUICK_NODES // 2 + 1))


def leb(number: int) -> bytes:
    """Return the WebAssembly instruction "i64.const" with a signed number."""
    out = bytearray([0x42])
    while True:
        byte, number = number & 127, number >> 7
        if number == 0 and not byte & 64:
            return bytes([*out, byte])
        out.append(byte | 128)
