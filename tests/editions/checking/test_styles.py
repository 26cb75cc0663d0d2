"""Tests with correct programs in many input and output styles: none gets a finding."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from slidedrop.editions.checking.assignments import ASSIGNMENTS
from slidedrop.editions.checking.exam import Exam, Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.findings import Ledger, Verdict

PROGRAMS = Path("tests/data/programs").resolve()
A07_STYLES = [
    "plain", "dots", "dashes", "zeros", "bracket zeros", "bars", "tabs", "blank lines", "prompts", "bare prompt",
    "borders", "colours", "clears the screen", "chatty", "debug", "debug words", "debug after",
    "silent when nothing moves",
]  # fmt: skip
MIS_STYLES = [
    "no score", "score before", "score after", "late score", "debug", "debug after", "prompts", "blank lines",
]  # fmt: skip
STYLES = [*(("a07", style) for style in A07_STYLES), *(("mis", style) for style in MIS_STYLES)]
SAMPLE = [("a07", "debug"), ("a07", "bars"), ("a07", "bracket zeros"), ("mis", "late score"), ("mis", "debug after")]


def examined(name: str, *command: str, games: int = 1, seconds: float = 60.0) -> tuple[Ledger, Exam]:
    exam = exam_of(ASSIGNMENTS[name], Subject(command, seconds=seconds))
    return exam.take(games, seed=2), exam


def accused(ledger: Ledger) -> list[str]:
    """Return the requirements that the program breaks; a score that it does not print is not checked."""
    return [f"{found.rule.requirement}: {found.says}" for found in ledger.broken.values() if not found.rule.remark]


def check_style(document: str, style: str, games: int) -> None:
    program = [sys.executable, "-S", str(PROGRAMS / "styles.py"), document, style]
    ledger, _ = examined(document, *program, games=games)
    assert accused(ledger) == [], ledger.report()
    assert ledger.standings[1].verdict is Verdict.HELD


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("document", "style"), SAMPLE)
def test_a_correct_program_of_any_style_gets_no_finding(document: str, style: str) -> None:
    check_style(document, style, 1)


@pytest.mark.soak
@pytest.mark.parametrize(("document", "style"), STYLES)
def test_correct_programs_of_all_styles_get_no_finding(document: str, style: str) -> None:
    check_style(document, style, 3)


def test_a_program_that_insists_on_a_terminal_gets_one() -> None:
    if not shutil.which("node"):
        pytest.skip("there is no node here")
    ledger, exam = examined("a07", "node", str(PROGRAMS / "raw.js"), games=1)
    assert exam.way.tty
    assert accused(ledger) == [], ledger.report()
    assert ledger.good, ledger.report()


def test_a_program_with_a_new_scanner_for_every_line_is_fed_line_by_line(tmp_path: Path) -> None:
    if not shutil.which("javac"):
        pytest.skip("there is no javac here")
    subprocess.run(["javac", "-d", tmp_path, PROGRAMS / "LineByLine.java"], check=True)
    ledger, exam = examined("mis", "java", "-XX:TieredStopAtLevel=1", "-cp", str(tmp_path), "LineByLine", games=1)
    assert exam.way.lines
    assert accused(ledger) == [], ledger.report()
