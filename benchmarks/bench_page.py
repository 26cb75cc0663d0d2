"""Measure the engine in the page, in a real Chromium, and a first answer in a fresh process.

    python benchmarks/bench_page.py [PLY ...]

Times are elapsed milliseconds, so use an idle machine. For each ply: ten random positions (seed 42, no immediate wins)
with an empty table before the first. Then: cancelling, frames while a search runs, and a hint in 2048.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from slidedrop.connect4.engine.solver.bitboard import geometry
from slidedrop.web.site import write_site
from tests.browser.conftest import FLAGS, StaticHost, browser_path
from tests.connect4.random_discs import random_position

if TYPE_CHECKING:
    from playwright.sync_api import Page

POSITIONS = 10
PLIES = (0, 4, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 30)
SOLVER = """async (positions) => {
  const { Solver } = await import("/js/games/connect4/solver.js");
  const names = await (await fetch("/engine/files.json")).json();
  const load = async (name) => new Uint8Array(await (await fetch(`/engine/${names[name][0]}`)).arrayBuffer());
  globalThis.solver ??= await Solver.open({ columns: 7, rows: 6 }, load, async () => {});
  const { engine } = globalThis.solver;
  const timed = ([mover, other], verdictOnly) => {
    const began = performance.now();
    engine.loadColumns(BigInt(mover), BigInt(other), verdictOnly, 20000);
    while (!engine.search(20000));
    return performance.now() - began;
  };
  return [true, false].map((verdictOnly) => (engine.clearTables(), positions.map((one) => timed(one, verdictOnly))));
}"""
OPEN = """
  const { Engine } = await import("/js/engine/engine.js");
  const { replay } = await import("/js/games/registry.js");
  const rules = { columns: 7, rows: 6, gravity: true, connect: 4 };
  const engine = (globalThis.engine ??= new Engine({ listen() {}, state: "none", up: false }));
  const header = { version: 1, game: "connect4", rules, start: null };
  const drops = (line) => replay({ header, commands: [...line].map((move) => ({ move })) });
  const clock = async (question, game, wishes) => {
    const began = performance.now();
    await engine.ask(question, game, wishes);
    return performance.now() - began;
  };
"""
FIRST = f"""async () => {{ {OPEN}
  const first = await clock("choose", drops("4"), {{ player: "perfect", seed: "0" }});
  return [first, await clock("scores", drops("44"), {{ seconds: 9 }})];
}}"""
CANCEL = f"""async () => {{ {OPEN}
  const waits = [];
  for (let n = 0; n < 10; n += 1) {{
    const search = engine.ask("scores", drops("12345671"), {{ seconds: 9 }});
    await new Promise((resolve) => setTimeout(resolve, 150));
    engine.cancel("scores");
    waits.push(await clock("choose", drops("4"), {{ player: "beginner", seed: "0" }}));
    await search;
  }}
  return waits;
}}"""
FRAMES = f"""async () => {{ {OPEN}
  const gaps = [];
  let last = performance.now(), on = true;
  const frame = (now) => {{ gaps.push(now - last); last = now; if (on) requestAnimationFrame(frame); }};
  const search = engine.ask("scores", drops("1234567112"), {{ seconds: 3 }});
  requestAnimationFrame((now) => {{ last = now; requestAnimationFrame(frame); }});
  await search;
  on = false;
  return gaps;
}}"""
HINTS = f"""async (boards) => {{ {OPEN}
  const start = (board) => ({{ board, score: 0, won: false, over: false }});
  const about = {{ version: 1, game: "2048", rules: {{}}, seed: "1" }};
  const game = (board) => replay({{ header: {{ ...about, start: start(board) }}, commands: [] }});
  const times = [];
  for (const board of boards) times.push(await clock("hint", game(board), {{}}));
  return times;
}}"""


def say(line: str) -> None:
    """Print a line immediately."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def columns(page: Page, ply: int) -> None:
    """Print the time for the values of all columns at a ply."""
    rng = Random(f"42/{ply}")
    places = [random_position(rng, geometry(7, 6), ply) for _ in range(POSITIONS)]
    verdicts, whole = page.evaluate(SOLVER, [[str(mover), str(other)] for mover, other in places])
    say(
        f"ply {ply:2}   verdicts {statistics.median(verdicts):8.1f} ms, worst {max(verdicts):8.1f}"
        f"   distances {statistics.median(whole):8.1f} ms, worst {max(whole):8.1f}"
    )


def page_bench(plies: list[int]) -> None:
    """Measure in a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder))
        host = StaticHost(Path(folder))
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        page = browser.new_page()
        page.goto(host.url)
        page.wait_for_selector(".tile")
        first, second = page.evaluate(FIRST)
        say(f"first reply of 'perfect', engine and book fetched: {first:.0f} ms; all columns after 44: {second:.0f} ms")
        for ply in plies:
            columns(page, ply)
        waits = page.evaluate(CANCEL)
        say(f"a search cancelled, another question answered: {statistics.median(waits):.1f} ms, worst {max(waits):.1f}")
        say(f"longest frame while a search runs: {max(page.evaluate(FRAMES)):.1f} ms")
        dice = Random(42)
        boards = [[dice.choice([0, 2 << dice.randrange(10)]) for _ in range(16)] for _ in range(41)]
        load, *hints = page.evaluate(HINTS, boards)
        say(f"2048: first hint {load:.0f} ms, then {statistics.median(hints):.1f} ms, worst {max(hints):.1f}")
        browser.close()
        host.close()


def fresh_process(*arguments: str) -> None:
    """Print the processor time of a command in a fresh process with an empty home, minimum of three."""
    took = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as home:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            program = shutil.which("slidedrop", path=str(Path(sys.executable).parent)) or "slidedrop"
            environment = {**os.environ, "SLIDEDROP_HOME": home}
            subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    say(f"slidedrop {' '.join(arguments)}: {min(took):.2f} s of CPU")


if __name__ == "__main__":
    fresh_process("hint", "connect4", "44")
    fresh_process("solve", "connect4", "4453")
    fresh_process("hint", "2048", "0,0,2,4/2,8,16,4/0,2,64,128/2,4,512,256")
    page_bench([int(ply) for ply in sys.argv[1:]] or list(PLIES))
