"""Regression tests of wrong findings: each program gets the correct result and finding."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from slidedrop.cli.commands.check import command
from slidedrop.editions.checking.assignments import A07, ASSIGNMENTS, MIS, PSA3
from slidedrop.editions.checking.exam import Exam, Scenario, Step, Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.file_exams import Psa3Exam
from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger, Result, Verdict
from slidedrop.editions.checking.reports import gradescope
from tests.editions.checking.test_matrix import PROGRAMS, SOURCE, api_charges, dialogue_charges

MATRIX = str(PROGRAMS / "matrix.py")
STUDENTS = {"ada": "right", "ben": "R-002-8", "cyd": "R-002-7", "dan": "R-002-16"}


def test_each_student_of_a_class_is_checked_with_their_own_module(tmp_path: Path) -> None:
    for name, fault in STUDENTS.items():
        folder = tmp_path / "class" / name / "engine"
        folder.mkdir(parents=True)
        (folder / "faults.py").write_text(f"FAULT = {fault!r}\n")
        (folder / "game.py").write_text("from faults import FAULT\n" + SOURCE)
    options = ["--class", str(tmp_path / "class"), "--games", "8", "--module", "engine/game.py", "--timeout", "60"]
    said = CliRunner().invoke(command, ["a07", *options])
    rows = csv.DictReader((tmp_path / "class-results" / "class.csv").read_text().splitlines())
    found = {row["name"]: row["first"].split(":")[0] for row in rows}
    assert found == {"ada": "", "ben": "R-002-8", "cyd": "R-002-7", "dan": "R-002-16"}, said.output
    report = (tmp_path / "class-results" / "ben.txt").read_text()
    assert "R-002-8 is broken" in report
    assert "PYTHONPATH=engine " in report


def test_braces_stand_for_the_students_name_in_a_module_too(tmp_path: Path) -> None:
    for name in ("ada", "ben"):
        (tmp_path / "class").mkdir(exist_ok=True)
        (tmp_path / "class" / f"{name}.py").write_text("FAULT = 'right'\n" + SOURCE)
    options = ["--class", str(tmp_path / "class"), "--games", "16", "--module", "{}", "--timeout", "60"]
    assert "Right: 2." in CliRunner().invoke(command, ["a07", *options]).output


def test_a_callback_may_get_the_state_as_it_is_at_the_call(tmp_path: Path) -> None:
    ledger = api_charges("a07", "early event", 1, tmp_path)
    assert not ledger.broken, ledger.report()


def test_a_callback_with_a_wrong_state_is_reported_with_event_and_field(tmp_path: Path) -> None:
    finding = api_charges("a07", "R-002-14", 1, tmp_path).broken["R-002-14"]
    assert finding.fault is Fault.LISTENER
    assert finding.values[:2] == ("onMove", "score")


def test_a_case_that_sets_the_board_shows_the_fault_without_random_tiles(tmp_path: Path) -> None:
    """A later move shows the same fault, but only where the new tile comes right."""
    case = api_charges("mis", "R-000-17d", 1, tmp_path).broken["R-000-17"].case
    assert [line.split("(")[0] for line in case[2:-1]] == ["game = GameT", "game.setBoard", "print"]


def test_a_board_of_another_size_after_a_move_is_reported_as_a_slide_fault(tmp_path: Path) -> None:
    ledger = api_charges("a07", "R-002-8d", 1, tmp_path)
    assert ledger.broken["R-002-8"].fault is Fault.GAVE_NO_BOARD
    assert ledger.held["runs"] > 0


@pytest.mark.usefixtures("in_process")
def test_no_board_is_shown_if_the_program_printed_none() -> None:
    finding = dialogue_charges("psa3", "R-001-14", 1).broken["R-001-14"]
    assert finding.fault is Fault.ENDED_EARLY
    assert finding.found is None


@pytest.mark.parametrize(("fault", "shown"), [
    ("R-001-4", "4\n0\n2 16 0 0 "), ("R-001-28", "a log4 "), ("R-001-32", "4 wdsawd"),
])  # fmt: skip
def test_a_case_with_files_makes_them_and_shows_what_is_wrong(fault: str, shown: str, tmp_path: Path) -> None:
    exam = Psa3Exam(PSA3, Subject([sys.executable, "-S", MATRIX, "psa3", fault], seconds=60.0))
    exam.folder, exam.random = tmp_path, Random(1)
    exam.ask_more()
    lines = "\n".join(exam.ledger.broken[fault].case)
    bash = shutil.which("bash") or pytest.skip("there is no shell")
    said = subprocess.run([bash, "-c", lines], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert shown in said.stdout.split(" > ")[-1]


@pytest.mark.usefixtures("in_process")
def test_an_unsaved_board_is_reported_with_how_the_game_ended() -> None:
    finding = dialogue_charges("psa3", "R-001-20", 1).broken["R-001-20"]
    assert "over" in str(finding.values[0])


def test_a_case_without_a_move_does_not_mention_random_tiles() -> None:
    ledger = exam_of(MIS, Subject([sys.executable, "-c", "1 / 0"], seconds=20.0)).take(1, seed=1)
    assert len(ledger.broken["runs"].case) == 1


def test_a_tile_after_a_blocked_move_is_reported_as_a_tile_fault(tmp_path: Path) -> None:
    finding = api_charges("a07", "R-002-5", 1, tmp_path).broken["R-002-5"]
    assert finding.fault is Fault.UNMOVED_TILE


@pytest.mark.usefixtures("in_process")
def test_a_score_that_is_not_loaded_is_not_reported_as_a_wrong_board() -> None:
    finding = dialogue_charges("psa3", "R-001-2b", 1).broken["R-001-2"]
    assert finding.fault is Fault.LOADED_SCORE


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("fault", ["R-001-13", "R-001-13c"])
def test_a_wrong_score_is_not_reported_again_as_a_wrong_file(fault: str) -> None:
    command = [sys.executable, "-S", MATRIX, "psa3", fault]
    ledger = exam_of(PSA3, Subject(command, seconds=60.0)).take(3, seed=2)
    assert list(ledger.broken) == ["R-001-13"], ledger.report()
    assert ledger.held["R-001-3"] > 0


ASKS = "size = input('What size? ')\n"
OTHER_KEYS = (
    "print('Controls: u = up, j = down, h = left, k = right')\n"
    "import sys\nsys.stdin.readline()\nprint('What is that?')\n"
)


@pytest.mark.parametrize(("code", "option"), [(OTHER_KEYS, "--keys u,j,h,k"), (ASKS, "--first LINE")])
def test_a_program_with_other_keys_or_a_question_first_gets_advice(code: str, option: str) -> None:
    ledger = exam_of(MIS, Subject([sys.executable, "-c", code], seconds=20.0)).take(1, seed=1)
    (finding,) = ledger.broken.values()
    assert option in finding.advice


def test_the_first_option_answers_a_programs_initial_question(tmp_path: Path) -> None:
    program = tmp_path / "asks.py"
    program.write_text(f"import sys\nsys.argv[:] = ['matrix.py', 'mis', 'right']\n{ASKS}{SOURCE}")
    options = ["--games", "2", "--timeout", "60", "--first", "4"]
    said = CliRunner().invoke(command, ["mis", *options, "--", sys.executable, str(program)])
    assert said.exit_code == 0, said.output


@pytest.mark.parametrize(("name", "code"), [
    ("a07", "import sys\nsys.argv[:] = ['matrix.py', 'a07', 'right']\nprint('What size?')\nsys.stdin.readline()\n"),
    ("swipe", "import sys\nsys.argv[:] = ['matrix.py', 'swipe', 'right', input('Start file: ')]\n"),
])  # fmt: skip
def test_a_question_that_takes_the_first_key_is_no_wrong_slide(name: str, code: str, tmp_path: Path) -> None:
    program = tmp_path / "asks.py"
    program.write_text(f"{code}{SOURCE}")
    ledger = exam_of(ASSIGNMENTS[name], Subject([sys.executable, "-S", str(program)], seconds=60.0)).take(2, seed=1)
    assert {key: found.fault for key, found in ledger.broken.items()} == {"runs": Fault.ASKS}, ledger.report()
    assert "--first LINE" in ledger.broken["runs"].says


EXITS = "import atexit, os, sys\natexit.register(lambda: (sys.stdout.flush(), os._exit(3)))\n"


@pytest.mark.parametrize(("name", "fault"), [("psa3", "right"), ("mis", "right"), ("swipe", "R-004-8")])
def test_any_exit_code_is_right_after_the_end(name: str, fault: str, tmp_path: Path) -> None:
    program = tmp_path / "matrix.py"
    program.write_text(f"{EXITS}{SOURCE}")
    command = [sys.executable, "-S", str(program), name, fault]
    ledger = exam_of(ASSIGNMENTS[name], Subject(command, seconds=60.0)).take(2, seed=1)
    assert list(ledger.broken) == ([] if fault == "right" else [fault]), ledger.report()


AT_THE_END = (
    "import atexit, io, os, sys\n"
    "sys.stdout = io.StringIO()\n"
    "atexit.register(lambda: os.write(1, sys.stdout.getvalue().encode()))\n"
)


@pytest.mark.parametrize("fault", ["R-001-12", "right"])
def test_a_program_that_prints_everything_at_its_end_is_charged_with_its_own_fault(fault: str, tmp_path: Path) -> None:
    program = tmp_path / "matrix.py"
    program.write_text(f"{AT_THE_END}{SOURCE}")
    command = [sys.executable, "-S", str(program), "psa3", fault]
    ledger = exam_of(PSA3, Subject(command, seconds=60.0)).take(1, seed=1)
    assert list(ledger.broken) == ([] if fault == "right" else [fault]), ledger.report()
    assert not ledger.unsteady


def test_an_omitted_requirement_is_never_printed_as_broken() -> None:
    ledger = Ledger(PSA3.dialogue.values(), ["R-001-23"])
    account = Account(PSA3.dialogue)
    account.judge("text", False, Fault.MARK, ".", "-")
    assert not ledger.asks(PSA3.dialogue["text"])
    assert "BROKEN" not in ledger.report()


def test_a_slide_fault_is_listed_before_a_mark_fault_found_earlier() -> None:
    ledger = Ledger(PSA3.dialogue.values())
    for part in ("text", "slide"):
        rule = PSA3.dialogue[part]
        ledger.broken[rule.requirement] = Finding(rule, Fault.MARK, ("x", "y"))
    assert ledger.first is not None
    assert ledger.first.rule is PSA3.dialogue["slide"]


def test_a_failed_build_writes_reports_with_the_first_error(tmp_path: Path) -> None:
    (tmp_path / "class" / "ada").mkdir(parents=True)
    build = f"{sys.executable} -c \"import sys; sys.exit('Main.java:3: error: missing ;')\""
    options = ["--class", str(tmp_path / "class"), "--build", build, "--report", "gradescope", "--report", "html"]
    said = CliRunner().invoke(command, ["psa3", *options, "--", "java", "Main"])
    assert said.exit_code == 1
    folder = tmp_path / "class-results" / "ada-reports"
    results = json.loads((folder / "results.json").read_text())
    assert results["score"] == 0
    assert "missing ; (Main.java, line 3)" in (folder / "check.html").read_text()


@pytest.mark.parametrize("name", ["game.py", "game.mjs"])
def test_a_module_that_is_not_there_is_refused_before_any_game(name: str) -> None:
    said = CliRunner().invoke(command, ["a07", "--module", name])
    assert said.exit_code == 2
    assert name in said.output
    assert "BROKEN" not in said.output


class Once(Exam):
    """An exam that shows a difference only in the first run."""

    ran = 0

    def scenario(self, number: int) -> Scenario:
        return Scenario(f"game {number}", (Step("new"),))

    def run(self, _: Scenario) -> Account:
        self.ran += 1
        account = Account(A07.dialogue)
        account.judge("tile", self.ran > 1, Fault.TILES, 2, 1)
        for part in A07.dialogue:
            account.hold(part)
        return account

    def repeats(self, scenario: Scenario, _: Finding) -> Iterator[Scenario]:
        yield scenario
        yield scenario

    def paste(self, *_: object) -> tuple[str, ...]:
        return ()


def test_a_fault_that_cannot_be_reproduced_is_reported_as_unsteady() -> None:
    ledger = Once(A07, Subject()).take(2, seed=1)
    assert not ledger.broken
    (standing,) = (one for one in ledger.standings if one.verdict is Verdict.UNSTEADY)
    assert standing.rule is A07.dialogue["tile"]
    assert ledger.result is Result.UNSTEADY
    assert "All requirements passed" not in ledger.verdict
    assert ledger.good
    (test,) = (one for one in json.loads(gradescope(ledger, {}))["tests"] if "unsteady" in one["output"])
    assert test["status"] == "passed"
    assert "is broken" not in test["output"]


def test_a_doubtful_fault_that_recurs_is_reported_only_as_broken() -> None:
    ledger, rule = Ledger(A07.dialogue.values()), A07.dialogue["tile"]
    for _ in range(2):
        ledger.doubt(Finding(rule, Fault.TILES, (2, 1)))
    assert list(ledger.broken) == [rule.requirement]
    assert not ledger.unsteady
