"""`check` finds the seeded faults in every language, passes the right programs, and our own editions."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from slidedrop.editions.checking.documents import DOCUMENTS
from slidedrop.editions.checking.exam import Exam
from slidedrop.editions.checking.findings import Ledger

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
PATIENT = 60.0


def examined(name: str, *command: str, games: int = 5, seconds: float = PATIENT, start_by: str = "argument") -> Ledger:
    document = DOCUMENTS[name]
    ledger = Ledger(document.dialogue.values())
    Exam(document, command, ledger, seconds, start_by=start_by).take(games, seed=1)
    return ledger


def check_fault(fault: str, *command: str) -> None:
    ledger = examined("psa3", *command, fault)
    if fault == "right":
        assert ledger.good, ledger.report()
    else:
        assert ledger.first is not None
        assert ledger.first.rule.requirement == FAULTS[fault], ledger.report()
        assert not ledger.good


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


@pytest.mark.parametrize("fault", ["right", *FAULTS])
def test_a_python_program_is_seen_through(fault: str) -> None:
    check_fault(fault, sys.executable, "-S", str(PROGRAMS / "faulty.py"))


@pytest.mark.parametrize("fault", ["right", *FAULTS])
def test_a_c_program_is_seen_through(fault: str, built: Path) -> None:
    check_fault(fault, c_program(built))


@pytest.mark.parametrize("fault", ["right", "late", "replay"])
def test_a_java_program_is_seen_through(fault: str, built: Path) -> None:
    check_fault(fault, *java_program(built))


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_of_a_java_program_is_seen_through(fault: str, built: Path) -> None:
    check_fault(fault, *java_program(built))


@pytest.mark.parametrize("fault", ["right", "illegal", "early"])
def test_a_javascript_program_is_seen_through(fault: str) -> None:
    check_fault(fault, *node_program())


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_of_a_javascript_program_is_seen_through(fault: str) -> None:
    check_fault(fault, *node_program())


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_our_own_editions_pass_their_own_check(name: str) -> None:
    ledger = examined(name, sys.executable, "-m", f"slidedrop.editions.{name}", games=4)
    assert ledger.good, ledger.report()


@pytest.mark.parametrize(
    ("edition", "fault", "requirement"),
    [
        ("swipe", "fours", "R-004-6"),
        ("swipe", "spaces", "R-004-7"),
        ("swipe", "prints", "R-004-5"),
        ("swipe", "never", "R-004-8"),
        ("swipe", "full", "R-004-8"),
        ("swipe", "strange", "R-004-3"),
        ("mis", "never", "R-000-17"),
        ("mis", "full", "R-000-17"),
        ("mis", "wordless", "R-000-28"),
        ("mis", "always", "R-000-7"),
        ("mis", "rude", "R-000-22"),
        ("mis", "score", "R-000-15"),
    ],
)
def test_a_fault_in_the_other_dialogues_is_seen_through(edition: str, fault: str, requirement: str) -> None:
    program = [sys.executable, str(PROGRAMS / "variant.py"), edition, fault]
    games, seconds = (1, 4.0) if fault == "never" else (3, 8.0 if fault == "strange" else PATIENT)
    ledger = examined(edition, *program, games=games, seconds=seconds)
    assert requirement in ledger.broken, ledger.report()


def test_a_swipe_program_can_ask_for_its_start_in_the_dialogue() -> None:
    code = (
        "import sys; from slidedrop.editions import run; start = input('Start file: '); "
        "sys.exit(run('swipe', [start], sys.stdin, sys.stdout))"
    )
    ledger = examined("swipe", sys.executable, "-c", code, games=2, start_by="input")
    assert ledger.good, ledger.report()


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("print('Score: 0')", "no 4x4 board was found"),
        ("import sys; sys.exit('no such class')", "exit code 1: no such class"),
        ("while True: print('Score: 0')", "printed more than 2 MB"),
        ("import sys; sys.stdout.buffer.write(bytes(range(256)) * 9)", "no 4x4 board was found"),
    ],
)
def test_a_program_that_is_no_game_is_a_finding_not_an_error(code: str, says: str) -> None:
    ledger = examined("psa3", sys.executable, "-c", code, games=4)
    assert not ledger.good
    assert any(says in found.says for found in ledger.broken.values())


def test_a_program_that_hangs_is_given_up_after_a_few_games() -> None:
    ledger = examined("psa3", sys.executable, "-c", "import time; time.sleep(60)", games=50, seconds=0.5)
    assert "did not end within 0.5 seconds" in ledger.broken["runs"].says
