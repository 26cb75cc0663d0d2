"""Tests of checking a JavaScript Game class in node, and of equal results from the Python edition."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from slidedrop.core.randomness import JavaRandom
from slidedrop.editions import a07
from slidedrop.editions.checking.assignments import A07
from slidedrop.editions.checking.exam import Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.findings import Ledger, Verdict
from slidedrop.editions.checking.running.crash import MODULE_ADVICE

EDITION = Path("src/slidedrop/web/static/js/editions").resolve()
pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="there is no node here")
FAULTS = {
    "getGameState() { return { ...super.getGameState(), score: 0 }; }": "R-002-16",
    "getGameState() { const s = super.getGameState(); return { ...s, score: 2 * s.score }; }": "R-002-16",
    "getGameState() { return { ...super.getGameState(), won: false }; }": "R-002-9",
    "getGameState() { return { ...super.getGameState(), over: false }; }": "R-002-10",
    "move(d) { super.move(d); super.move(d); }": "R-002-8",
    "move(d) { super.move({ left: 'right', right: 'left' }[d] ?? d); }": "R-002-8",
    "onMove(f) { super.onMove((s) => { f(s); f(s); }); }": "R-002-12",
    "onMove() {}": "R-002-12",
    "onWin() {}": "R-002-13",
    "onLose() {}": "R-002-13",
    "onMove(f) { super.onMove(() => f({ board: [], score: 0, won: false, over: false })); }": "R-002-14",
    "loadGame(s) { super.loadGame({ ...s, score: 0 }); }": "R-002-16",
    "setupNewGame() {}": "R-002-15",
    "move(d) { super.move(d); const s = super.getGameState(); super.loadGame({ ...s, score: 2 }); }": "R-002-7",
    "move(d) { super.move(d); throw new TypeError('oh'); }": "runs",
}


def examined(path: Path, games: int = 12) -> Ledger:
    return exam_of(A07, Subject(module=str(path), seconds=30.0)).take(games, 1)


@pytest.mark.requirement(*(f"R-002-{number}" for number in (*range(1, 18), 19, 31, 32)))
def test_our_javascript_game_passes_every_requirement() -> None:
    ledger = examined(EDITION / "a07.js")
    assert ledger.good, ledger.report()


SOURCE = f'import {{ Game as Right }} from "{EDITION / "a07.js"}";\n'


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_javascript_class_is_named(fault: str, tmp_path: Path) -> None:
    (tmp_path / "game.js").write_text(f"{SOURCE}export class Game extends Right {{\n  {fault}\n}}\n")
    # The winning merge is the last of the hard boards, and every second game starts with one of them.
    ledger = examined(tmp_path / "game.js", 16 if "Win" in fault or "won" in fault else 12)
    assert FAULTS[fault] in ledger.broken, ledger.report()


def test_a_wrong_to_string_is_a_remark_and_not_a_failure(tmp_path: Path) -> None:
    (tmp_path / "game.mjs").write_text(
        SOURCE + 'export default class Game extends Right { toString() { return "no"; } }\n'
    )
    ledger = examined(tmp_path / "game.mjs")
    assert ledger.good
    (standing,) = (one for one in ledger.standings if one.rule.requirement == "R-002-18")
    assert standing.verdict is Verdict.REMARK


def test_a_file_that_node_cannot_load_gets_advice(tmp_path: Path) -> None:
    (tmp_path / "game.mjs").write_text('import { x } from "./tile";\nexport class Game {}\n')
    assert MODULE_ADVICE in examined(tmp_path / "game.mjs").broken["runs"].says


SAME = """
import { createInterface } from "node:readline";
import { Game } from "EDITION/a07.js";
let game;
let events = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { call, args } = JSON.parse(line);
  events = [];
  let refused = false;
  try {
    if (call === "new") {
      game = new Game(args[0], BigInt(args[1]));
      for (const name of ["onMove", "onWin", "onLose"]) game[name]((state) => events.push([name, state]));
    } else game[call](...args);
  } catch { refused = true; }
  process.stdout.write(JSON.stringify([game.getGameState(), game.toString(), events, refused]) + "\\n");
}
"""


def calls(seed: int) -> list[tuple[str, list[Any]]]:
    """Return the calls made on both games: a new game, moves, loaded states, invalid words and a reset."""
    draw = random.Random(seed)
    asked: list[tuple[str, list[Any]]] = [("new", [draw.choice([2, 3, 4, 5]), seed])]
    for number in range(120):
        asked.append(("move", [draw.choice(["up", "down", "left", "right"])]))
        if number % 20 == 7:
            size = draw.choice([2, 4])
            board = [draw.choice([0, 2, 4, 1024]) for _ in range(size * size)]
            asked.append(
                ("loadGame", [{"board": board, "score": 8, "won": draw.random() < 0.5, "over": draw.random() < 0.5}])
            )
        if number % 40 == 39:
            asked.append(("setupNewGame", []))
    return [*asked, ("loadGame", [{"board": [2, 4, 8, 16], "over": False}]), ("move", ["left"]), ("move", ["sideways"])]


def python_answers(asked: list[tuple[str, list[Any]]]) -> list[list[Any]]:
    game, answers = a07.Game(4), []
    events: list[list[Any]] = []
    for call, arguments in asked:
        events.clear()
        refused = False
        try:
            if call == "new":
                game = a07.Game(arguments[0], JavaRandom(arguments[1]))
                for name in ("onMove", "onWin", "onLose"):
                    getattr(game, name)(lambda state, name=name: events.append([name, state]))
            else:
                getattr(game, call)(*arguments)
        except ValueError:
            refused = True
        answers.append([game.getGameState(), game.toString(), list(events), refused])
    return answers


@pytest.mark.requirement(*(f"R-002-{number}" for number in (*range(1, 19), 31, 32)))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_javascript_game_matches_the_python_edition_call_by_call(seed: int, tmp_path: Path) -> None:
    (tmp_path / "same.mjs").write_text(SAME.replace("EDITION", str(EDITION)))
    asked = calls(seed)
    lines = "".join(json.dumps({"call": call, "args": arguments}) + "\n" for call, arguments in asked)
    done = subprocess.run(["node", tmp_path / "same.mjs"], input=lines, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == python_answers(asked)


@pytest.mark.requirement("R-002-30")
def test_the_console_runner_passes_its_own_check() -> None:
    ledger = exam_of(A07, Subject(["node", str(EDITION / "run-a07.mjs")], seconds=60.0)).take(2, 1)
    assert ledger.good, ledger.report()
