"""Tests of checking a Python module against the classes of its assignment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from slidedrop.editions.checking.assignments import ASSIGNMENTS
from slidedrop.editions.checking.exam import Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.findings import Fault, Ledger

COPY = {"a07": "from slidedrop.editions.a07 import *\n", "mis": "from slidedrop.editions.mis import *\n"}
GAME = "from slidedrop.editions import a07\nclass Game(a07.Game):\n"
GAMET = (
    "from slidedrop.editions import mis\nfrom slidedrop.editions.mis import DirectionT, Display\n"
    "class GameT(mis.GameT):\n"
)


def examined(name: str, target: str, seconds: float = 30.0) -> Ledger:
    return exam_of(ASSIGNMENTS[name], Subject(module=target, seconds=seconds)).take(16, 1)


def written(folder: Path, code: str) -> str:
    path = folder / f"somebodys_{abs(hash(code))}.py"
    path.write_text(code)
    return str(path)


@pytest.mark.parametrize("name", sorted(COPY))
def test_our_own_classes_pass_by_name_and_by_file(name: str, tmp_path: Path) -> None:
    for target in (f"slidedrop.editions.{name}", written(tmp_path, COPY[name])):
        ledger = examined(name, target)
        assert ledger.good, ledger.report()


A07_FAULTS = [
    ("def move(self, d): super().move({'left': 'right', 'right': 'left'}.get(d, d))", "R-002-8"),
    ("def move(self, d): super().move(d); super().move(d)", "R-002-8"),
    ("def getGameState(self): return {**super().getGameState(), 'score': 3}", "R-002-2"),
    ("def getGameState(self): return {**super().getGameState(), 'over': False}", "R-002-10"),
    ("def getGameState(self): return {**super().getGameState(), 'won': False}", "R-002-9"),
    ("def getGameState(self): return [1, 2]", "R-002-17"),
    ("def loadGame(self, state): super().loadGame({**state, 'score': 0})", "R-002-16"),
    ("def onMove(self, callback): pass", "R-002-12"),
    ("def onLose(self, callback): pass", "R-002-13"),
    ("def onMove(self, callback): super().onMove(lambda state: callback({**state, 'score': 1}))", "R-002-14"),
    ("def toString(self): return 'a board'", "R-002-18"),
    ("def setupNewGame(self): pass", "R-002-15"),
    ("def move(self, d): 1 / 0", "runs"),
    ("loadGame = None", "runs"),
]
MIS_FAULTS = [
    ("def isLose(self): self._score += 4; return super().isLose()", "R-000-17"),
    ("def makeMove(self, m): super().makeMove(m); self.addTile()", "R-000-10"),
    ("def makeMove(self, m): super().makeMove(m); super().makeMove(m)", "R-000-13"),
    ("def getScore(self): return 2 * super().getScore()", "R-000-15"),
    ("def addTile(self): self.validMove = True; super().addTile()", "R-000-7"),
    ("def isWin(self): return False", "R-000-16"),
    ("def isLose(self): return False", "R-000-17"),
    ("def setBoard(self, b): super().setBoard([[2, 2], [0, 0]])", "R-000-6"),
    ("def getBoard(self): return 'board'", "runs"),
    ("def getBoard(self): raise SystemExit", "runs"),
]


@pytest.mark.parametrize(("fault", "requirement"), A07_FAULTS)
def test_a_fault_in_game_is_detected(fault: str, requirement: str, tmp_path: Path) -> None:
    ledger = examined("a07", written(tmp_path, f"{GAME}    {fault}\n"))
    assert requirement in ledger.broken, ledger.report()


@pytest.mark.parametrize(("fault", "requirement"), MIS_FAULTS)
def test_a_fault_in_gamet_is_detected(fault: str, requirement: str, tmp_path: Path) -> None:
    ledger = examined("mis", written(tmp_path, f"{GAMET}    {fault}\n"))
    assert requirement in ledger.broken, ledger.report()


@pytest.mark.parametrize("code", ["raise ValueError('no')", "import no_such_module", "x ="])
def test_a_module_that_cannot_be_imported_is_a_finding(code: str, tmp_path: Path) -> None:
    finding = examined("mis", written(tmp_path, code)).broken["runs"]
    assert finding.fault is Fault.RAISED
    assert str(finding.values[0]).startswith("import")


NO_FEWER = "def move(self, d):\n        super().move(d)\n        if self.getGameState()['score'] > 16: 1 / 0"


@pytest.mark.parametrize("stem", ["somebodys", "hw-4"])
@pytest.mark.parametrize(("name", "head", "fault"), [("a07", GAME, NO_FEWER), ("mis", GAMET, MIS_FAULTS[0][0])])
def test_the_reported_case_of_a_module_runs_unchanged_in_a_shell(
    name: str, head: str, fault: str, stem: str, tmp_path: Path
) -> None:
    path = Path(written(tmp_path, f"{head}    {fault}\n"))
    ledger = examined(name, str(path.rename(path.with_stem(f"{stem}_{path.stem}"))))
    assert ledger.first is not None
    case = str(ledger.first).split("To see it again:\n")[1].replace("python3", sys.executable)
    assert "loadGame(" in case or "setBoard(" in case, "from any board it would show only by chance"
    said = subprocess.run(["bash", "-c", case], capture_output=True, text=True, check=False)
    assert said.stdout
    assert ("ZeroDivisionError" in said.stderr) == (name == "a07")
