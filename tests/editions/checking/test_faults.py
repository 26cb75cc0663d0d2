"""Tests of `check` with seeded faults in every language, correct programs and the built-in editions."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from slidedrop.editions.checking.assignments import ASSIGNMENTS
from slidedrop.editions.checking.exam import PATIENCE, Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.findings import Fault, Ledger
from slidedrop.editions.checking.referee import new_tiles
from slidedrop.editions.checking.running.program import Kind, Trouble
from slidedrop.twenty48 import Board

PROGRAMS = Path("tests/data/programs").resolve()
FAULTS = {
    "chain": "R-001-12",
    "far": "R-001-12",
    "large": "R-001-12",
    "illegal": "R-001-18",
    "score": "R-001-13",
    "down": "R-001-12",
    "early": "R-001-14",
    "late": "R-001-14",
    "space": "R-001-3",
    "replay": "R-001-31",
}
"""Each fault and the requirement that it breaks first."""
MORE_FAULTS = {
    "overwrites": "R-001-15",
    "eights": "R-001-8",
    "unscored": "R-001-23",
    "dots": "R-001-23",
    "rude": "R-001-22",
    "appends": "R-001-28",
    "sizeless": "R-001-25",
    "scoreless": "R-001-2",
    "single": "R-001-1",
    "tileless": "R-001-15",
    "pairs": "R-001-15",
    "forgets": "R-001-32",
    "wordless": "R-001-19",
    "crash": "runs",
    "unsaid": "R-001-21",
    "unsaved": "R-001-20",
    "swapped": "R-001-35",
}
"""Faults of the Python program alone."""
SWIPE_FAULTS = {
    "steps": "R-004-4",
    "lines": "R-004-4",
    "half": "R-004-4",
    "chain": "R-004-4",
    "overwrites": "R-004-6",
    "none": "R-004-6",
    "fours": "R-004-6",
    "only fours": "R-004-6",
    "spaces": "R-004-7",
    "full": "R-004-8",
    "across": "R-004-8",
    "strange": "R-004-3",
    "always": "R-004-5",
    "prints": "R-004-5",
    "default": "R-004-2",
}
"""Faults of the C++ program for assignment 004."""
ALSO_BROKEN = {"always": ["R-004-3"]}
"""Faults that break two requirements: this one adds a tile after every key, even if the key is not a swipe."""
OF_A_KEY = {
    "R-001-12", "R-001-13", "R-001-15", "R-001-18", "R-004-4", "R-004-5", "R-004-6", "R-000-7", "R-000-15"
}  # fmt: skip
"""Requirements about the effect of a key: the finding shows the boards before and after it."""
PATIENT = 60.0


def examined(name: str, *command: str, games: int = 5, seconds: float = PATIENT, start_by: str = "argument") -> Ledger:
    return exam_of(ASSIGNMENTS[name], Subject(command, seconds=seconds, start_by=start_by)).take(games, seed=1)


def check_fault(fault: str, *command: str, games: int = 5) -> None:
    ledger = examined("psa3", *command, fault, games=games)
    if fault == "right":
        assert ledger.good, ledger.report()
    else:
        check_account(ledger, {**FAULTS, **MORE_FAULTS}[fault])


def check_account(ledger: Ledger, requirement: str) -> None:
    """Check that the right requirement comes first, with boards that show it."""
    first = ledger.first
    assert first is not None
    assert first.rule.requirement == requirement, ledger.report()
    assert not ledger.good
    assert first.move is not None or requirement not in OF_A_KEY
    assert first.case, "every charge comes with a case to paste"
    if requirement in OF_A_KEY and first.expected is not None and first.found is not None:
        assert first.move is not None
        assert isinstance(first.before, Board)
        assert isinstance(first.found, Board)
        slide = first.before.slide(first.move)
        assert first.expected == slide.board
        fresh = new_tiles(slide.board, first.found)
        lawful = ASSIGNMENTS["swipe" if "-004-" in requirement else "psa3"].new_tiles
        was_right = fresh is not None and len(fresh) == slide.moved and set(fresh) <= set(lawful)
        assert not was_right or first.fault is Fault.UNMOVED_PRINTED


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("built")


def c_program(built: Path) -> str:
    if not shutil.which("gcc"):
        pytest.skip("there is no gcc here")
    program = built / "faulty"
    if not program.exists():
        subprocess.run(["gcc", "-O1", "-o", program, PROGRAMS / "faulty.c"], check=True)
    return str(program)


def java_program(built: Path) -> list[str]:
    if not shutil.which("javac"):
        pytest.skip("there is no javac here")
    if not (built / "Faulty.class").exists():
        subprocess.run(["javac", "-d", built, PROGRAMS / "Faulty.java"], check=True)
    return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp", str(built), "Faulty"]


def node_program() -> list[str]:
    if not shutil.which("node"):
        pytest.skip("there is no node here")
    return ["node", str(PROGRAMS / "faulty.js")]


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("fault", ["right", *Random(7).sample(sorted(MORE_FAULTS), 6)])
def test_a_python_program_is_judged_correctly(fault: str) -> None:
    check_fault(fault, sys.executable, "-S", str(PROGRAMS / "faulty.py"))


@pytest.mark.soak
@pytest.mark.parametrize("fault", ["right", *FAULTS, *MORE_FAULTS])
def test_every_fault_of_a_python_program_is_detected(fault: str) -> None:
    check_fault(fault, sys.executable, "-S", str(PROGRAMS / "faulty.py"))


@pytest.mark.parametrize("fault", ["right", *FAULTS])
def test_a_c_program_is_judged_correctly(fault: str, built: Path) -> None:
    check_fault(fault, c_program(built))


def test_a_correct_java_program_passes(built: Path) -> None:
    check_fault("right", *java_program(built), games=2)


@pytest.mark.soak
@pytest.mark.parametrize("fault", ["right", *FAULTS])
def test_every_fault_of_a_java_program_is_detected(fault: str, built: Path) -> None:
    check_fault(fault, *java_program(built))


def test_a_correct_javascript_program_passes() -> None:
    check_fault("right", *node_program())


@pytest.mark.soak
@pytest.mark.parametrize("fault", ["right", *FAULTS])
def test_every_fault_of_a_javascript_program_is_detected(fault: str) -> None:
    check_fault(fault, *node_program())


@pytest.mark.parametrize(
    "fault", ["right", "steps", "lines", "overwrites", "only fours", "spaces", "full", "always", "prints", "strange"]
)
def test_a_cpp_program_is_judged_correctly(fault: str, built: Path) -> None:
    check_cpp(fault, built)


@pytest.mark.soak
@pytest.mark.parametrize("fault", SWIPE_FAULTS)
def test_every_fault_of_a_cpp_program_is_detected(fault: str, built: Path) -> None:
    check_cpp(fault, built)


def check_cpp(fault: str, built: Path) -> None:
    if not shutil.which("g++"):
        pytest.skip("there is no g++ here")
    program = built / "swipe"
    if not program.exists():
        subprocess.run(["g++", "-O1", "-o", program, PROGRAMS / "swipe.cpp"], check=True)
    ledger = examined("swipe", str(program), fault, games=4)
    if fault == "right":
        assert ledger.good, ledger.report()
    else:
        check_account(ledger, SWIPE_FAULTS[fault])
        assert set(ledger.broken) == {SWIPE_FAULTS[fault], *ALSO_BROKEN.get(fault, ())}, ledger.report()


def test_a_crash_is_reported_with_its_exception_and_line() -> None:
    ledger = examined("psa3", sys.executable, "-S", str(PROGRAMS / "faulty.py"), "crash", games=2)
    (trouble,) = ledger.broken["runs"].values
    assert isinstance(trouble, Trouble)
    assert trouble.kind is Kind.EXIT
    assert re.match(r"ValueError: .*\(faulty\.py, line ", trouble.reason)


OWN_KEYS = """
import sys
class Keys:
    typed = sys.stdin
    def readline(self):
        line = self.typed.readline()
        return {"i": "w", "k": "s", "j": "a", "l": "d"}.get(line.strip(), line.strip()) + line[-1:]
sys.stdin, sys.argv[1:1] = Keys(), ["chain"]
"""


@pytest.mark.usefixtures("in_process")
def test_the_report_names_the_students_own_keys(tmp_path: Path) -> None:
    program, words = tmp_path / "own_keys.py", ["i", "k", "j", "l"]
    program.write_text(OWN_KEYS + (PROGRAMS / "faulty.py").read_text())
    subject = Subject([sys.executable, str(program)], seconds=PATIENT, words=words)
    ledger = exam_of(ASSIGNMENTS["psa3"], subject).take(3, seed=1)
    assert ledger.first is not None
    assert ledger.first.where.endswith(tuple(f"({word})" for word in words))
    assert ledger.first.case[-1].split("|")[0].split()[2] in words


@pytest.mark.parametrize("name", sorted(ASSIGNMENTS))
def test_our_own_editions_pass_their_own_check(name: str) -> None:
    ledger = examined(name, sys.executable, "-m", f"slidedrop.editions.{name}", games=4)
    assert ledger.good, ledger.report()


@pytest.mark.parametrize(
    ("edition", "fault", "requirement"),
    [
        ("swipe", "never", "R-004-8"),
        ("mis", "never", "R-000-17"),
        ("mis", "full", "R-000-17"),
        ("mis", "wordless", "R-000-28"),
        ("mis", "always", "R-000-7"),
        ("mis", "rude", "R-000-22"),
        ("mis", "score", "R-000-15"),
    ],
)
def test_a_fault_in_the_other_dialogues_is_detected(edition: str, fault: str, requirement: str) -> None:
    program = [sys.executable, str(PROGRAMS / "variant.py"), edition, fault]
    games, seconds = (1, 4.0) if fault == "never" else (3, PATIENT)
    ledger = examined(edition, *program, games=games, seconds=seconds)
    check_account(ledger, requirement)


def test_a_swipe_program_can_ask_for_its_start_in_the_dialogue() -> None:
    code = (
        "import sys; from slidedrop.editions import run; start = input('Start file: '); "
        "sys.exit(run('swipe', [start], sys.stdin, sys.stdout))"
    )
    ledger = examined("swipe", sys.executable, "-c", code, games=2, start_by="input")
    assert ledger.good, ledger.report()


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("print('Score: 0')", Fault.NO_BOARD),
        ("import sys; sys.exit('no such class')", Kind.EXIT),
        ("while True: print('Score: 0')", Kind.OUTPUT),
        ("import sys; sys.stdout.buffer.write(bytes(range(256)) * 9)", Fault.NO_BOARD),
    ],
)
def test_a_program_that_is_not_a_game_is_a_finding_not_an_error(code: str, fault: Fault | Kind) -> None:
    ledger = examined("psa3", sys.executable, "-c", code, games=1)
    assert not ledger.good
    (found,) = ledger.broken.values()
    kind = found.values[0].kind if isinstance(found.values[0], Trouble) else found.fault
    assert kind is fault


def test_a_hanging_program_is_abandoned_after_a_few_runs(tmp_path: Path) -> None:
    code = f"import time; open({str(tmp_path / 'runs')!r}, 'a').write('x'); time.sleep(60)"
    ledger = examined("psa3", sys.executable, "-c", code, games=50, seconds=1.5)
    assert ledger.broken["runs"].values == (Trouble(Kind.TIME, 1.5),)
    assert len((tmp_path / "runs").read_text()) <= PATIENCE
