"""The built programs in a browser: every score, node and bit is that of Python; a stale or edited build is seen."""

from __future__ import annotations

import json
import shutil
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from slidedrop.twenty48 import Board
from slidedrop.twenty48.engine.expectimax import CLASSIC, Expectimax
from slidedrop.twenty48.engine.portable_network import shipped_network
from slidedrop.web.site import write_site
from tests.browser.conftest import STATIC, StaticHost, Visit
from tests.browser.playing import set_up
from tests.web.games import SCRIPTS
from tests.web.program_twins import engine_folder, solved_here, some_boards, some_positions, valued_here

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

BOARD = "0,0,2,4/2,8,16,4/0,2,64,128/2,4,512,256"
ASK = """async (wish) => {
  const { solved, valued } = await import("/programs.js");
  const { Program } = await import("/js/engine/program.js");
  const { Network } = await import("/js/engine/network.js");
  const load = async (file) => new Uint8Array(await (await fetch(`/data/${file}`)).arrayBuffer());
  if (!wish.boards) return solved(Program, await load("connect4.wasm"), wish);
  return valued(await (globalThis.network ??= Network.open("2048.wasm", "2048-4x4.weights", load)), wish);
}"""


@pytest.fixture(scope="module")
def workshop(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Path]]:
    """A page beside all that ships, and the folder in which it lies."""
    folder = tmp_path_factory.mktemp("workshop")
    shutil.copytree(STATIC, folder, dirs_exist_ok=True)
    shutil.copy(SCRIPTS / "programs.js", folder)
    (folder / "data").mkdir()
    engine_folder(folder / "data")
    host, visit = StaticHost(folder), Visit(browser)
    yield visit.page(host.url), folder
    visit.context.close()
    host.close()
    assert visit.noise == []


def asked(page: Page, wish: dict[str, Any]) -> Any:  # noqa: ANN401 - lists of numbers
    """Return what the program in the page answers."""
    return json.loads(json.dumps(page.evaluate(ASK, wish)))


def test_every_score_node_and_bit_is_the_same_in_chromium(workshop: tuple[Page, Path]) -> None:
    page, _ = workshop
    dice = Random(41)
    positions, boards = some_positions(dice, 7, 6, 20, (20, 40)), some_boards(dice, 30, 2)
    assert asked(page, positions) == solved_here(positions)
    assert asked(page, boards) == valued_here(boards)


def test_an_edited_program_is_seen_by_its_node_counts(workshop: tuple[Page, Path]) -> None:
    page, folder = workshop
    path, positions = folder / "data" / "connect4.wasm", some_positions(Random(42), 7, 6, 20, (18, 24))
    shipped = path.read_bytes()
    path.write_bytes(edited(shipped))
    assert asked(page, positions) != solved_here(positions)
    path.write_bytes(shipped)


@pytest.mark.soak  # the page offers it once the large network ships as gzip; its timing is not steady yet
def test_the_strong_engine_is_downloaded_judges_and_is_removed(
    browser: Browser, workshop: tuple[Page, Path], tmp_path: Path
) -> None:
    write_site(tmp_path)
    offer_strong(tmp_path / "engine", workshop[1] / "data")
    host, visit = StaticHost(tmp_path), Visit(browser, worker=True)
    page = visit.page(host.url)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_selector("#saved:not(:empty)")
    set_up(page, BOARD)
    network = shipped_network()
    assert network is not None
    board = Board.from_rows([map(int, row.split(",")) for row in BOARD.split("/")])
    values = Expectimax(network, CLASSIC).search(board, 3).values
    best, *others = sorted(values, key=values.__getitem__, reverse=True)
    told = ", ".join(f"{other.value} {values[best] - values[other]:,.0f}" for other in others)
    change_engine(page, "Download the strong engine", "kept on this device")
    page.click("#hint")
    page.wait_for_selector(f"#advice:has-text('give away points ({told})')")
    host.close()
    page.reload()
    page.click("#hint")
    page.wait_for_selector(f"#advice:has-text('give away points ({told})')")
    change_engine(page, "Remove it", "small engine")
    kept = "caches.keys().then(async (names) => (await (await caches.open(names[0])).keys()).map(({ url }) => url))"
    assert not [url for url in page.evaluate(kept) if "strong-2048" in url]
    visit.context.close()


def change_engine(page: Page, button: str, said: str) -> None:
    """Press the button of the help that fetches or removes the strong engine, and wait for what is said."""
    page.click("#open-help")
    page.locator("#strong-engine").get_by_role("button", name=button).click()
    page.wait_for_selector(f"#strong-engine:has-text('{said}')")
    page.keyboard.press("Escape")


def offer_strong(engine: Path, data: Path) -> None:
    """Put the strong engine beside the others, as `slidedrop page` does where its weights are gzip."""
    listing = json.loads((engine / "files.json").read_bytes())
    for name in ("2048.wasm", "2048-4x4.weights"):
        stem, suffix = name.split(".")
        file = f"strong-{stem}.0123456789ab.{suffix}"
        shutil.copy(data / name, engine / file)
        listing[name] = [file, (engine / file).stat().st_size]
    (engine / "files.json").write_text(json.dumps(listing))


def edited(code: bytes) -> bytes:
    """Return a program with one number changed: the nodes that the quick mode may spend near the end of a game."""
    from slidedrop.connect4.solver.narrowing import FEWEST_QUICK_NODES

    constant = leb(FEWEST_QUICK_NODES)
    assert code.count(constant) >= 1
    return code.replace(constant, leb(FEWEST_QUICK_NODES // 2 + 1))


def leb(number: int) -> bytes:
    """Return a signed number of an instruction "i64.const", as WebAssembly writes it."""
    out = bytearray([0x42])
    while True:
        byte, number = number & 127, number >> 7
        if number == 0 and not byte & 64:
            return bytes([*out, byte])
        out.append(byte | 128)
