"""Tests of checking a module in a child process: crashes and hangs are reported and end only its own exam."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from slidedrop.cli.commands.check import command
from slidedrop.editions.checking.assignments import ASSIGNMENTS
from slidedrop.editions.checking.exam import Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.findings import Fault, Finding
from slidedrop.editions.checking.module_process import ModuleProcess
from slidedrop.editions.checking.running.program import Kind, Trouble, Way
from tests.editions.checking.test_api import A07_FAULTS, COPY, GAME, GAMET, written

EXIT = "import os; os._exit(0)\n"
OWN = "class Own(Exception):\n    def __str__(self): return 'no'\nclass GameT:\n    def __init__(self): raise Own\n"


def examined(name: str, target: str, seconds: float = 30.0, games: int = 2, memory: int = 1 << 30) -> ModuleProcess:
    process = ModuleProcess(ASSIGNMENTS[name], Subject(module=target, seconds=seconds, way=Way(memory=memory)))
    process.take(games, 1)
    return process


def runs(name: str, target: str, seconds: float = 30.0, memory: int = 1 << 30) -> Finding:
    return examined(name, target, seconds, memory=memory).ledger.broken["runs"]


ENDED = [
    (EXIT, Kind.EXIT, 0),
    ("import ctypes; ctypes.string_at(0)\n", Kind.EXIT, -11),
    ("import os; os.kill(os.getpid(), 9)\n", Kind.EXIT, -9),
    ("x = [0]\nwhile True: x += x\n", Kind.MEMORY, 256),
]


@pytest.mark.parametrize(("code", "kind", "amount"), ENDED)
def test_a_module_that_ends_its_process_is_a_finding(code: str, kind: Kind, amount: int, tmp_path: Path) -> None:
    finding = runs("mis", written(tmp_path, code), memory=256 << 20)
    assert finding.fault is Fault.TROUBLE
    trouble = finding.values[0]
    assert isinstance(trouble, Trouble)
    assert (trouble.kind, trouble.amount) == (kind, amount)


LATE = [
    "import time; time.sleep(60)\n",
    "while True: pass\n",
    "import re; re.match('(a+)+$', 'a' * 60 + 'b')\n",  # lets no other thread run
]


@pytest.mark.parametrize("code", LATE)
def test_a_call_that_does_not_return_is_reported_and_killed(code: str, tmp_path: Path) -> None:
    target = written(tmp_path, f"{GAMET}    def makeMove(self, way):\n        {code}")
    finding = runs("mis", target, seconds=2.0)
    assert finding.fault is Fault.HANGS
    assert "makeMove" in str(finding.values[0])


def test_no_child_process_outlives_its_exam(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {_writes(mark)!r}])\n{COPY['mis']}"
    assert examined("mis", written(tmp_path, code)).ledger.broken == {}
    size = mark.stat().st_size if mark.exists() else 0
    examined("mis", "slidedrop.editions.mis")
    assert (mark.stat().st_size if mark.exists() else 0) == size


def _writes(mark: Path) -> str:
    return f"import time\nwhile True:\n    open({str(mark)!r}, 'a').write('x'); time.sleep(0.01)"


def test_a_students_own_exception_is_reported(tmp_path: Path) -> None:
    finding = runs("mis", written(tmp_path, OWN))
    assert finding.fault is Fault.RAISED
    assert list(map(str, finding.values[1:])) == ["Own", "no"]


def test_a_module_that_reads_input_does_not_get_the_teachers_stdin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("w\n"))
    assert runs("mis", written(tmp_path, f"{COPY['mis']}input('Your move: ')\n")).values[1] == "EOFError"


def test_the_output_of_a_module_is_not_printed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code = f"import os\nprint('hello')\nos.write(1, b'hello')\n{COPY['a07']}"
    assert examined("a07", written(tmp_path, code)).ledger.broken == {}
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("fault", [None, A07_FAULTS[0][0], A07_FAULTS[2][0]])
def test_an_exam_gives_the_same_findings_in_process_and_in_a_child_process(fault: str | None, tmp_path: Path) -> None:
    target = written(tmp_path, f"{GAME}    {fault}\n" if fault else COPY["a07"])
    told = list[int]()
    apart = ModuleProcess(ASSIGNMENTS["a07"], Subject(module=target, seconds=60.0)).take(4, 1, lambda: told.append(1))
    here = exam_of(ASSIGNMENTS["a07"], Subject(module=target, seconds=60.0)).take(4, 1)
    assert [each.verdict for each in apart.standings] == [each.verdict for each in here.standings]
    assert {name: finding.fault for name, finding in apart.broken.items()} == {
        name: finding.fault for name, finding in here.broken.items()
    }
    assert len(told) >= 4


def test_a_class_is_graded_though_a_module_ends_its_process(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    for name, code in {"ada": EXIT, "bo": COPY["mis"], "cy": OWN}.items():
        (folder / f"{name}.py").write_text(code)
    given = ["mis", "--class", str(folder), "--module", "{}", "--games", "4", "--timeout", "60"]
    run = CliRunner().invoke(command, given)
    rows = [line.split()[:2] for line in run.output.splitlines() if ".py" in line]
    assert rows == [["ada.py", "wrong"], ["bo.py", "right"], ["cy.py", "wrong"]]
