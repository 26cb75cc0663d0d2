"""Tests of the fault matrix: a program that breaks one requirement gets exactly that finding."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

from slidedrop.editions.checking import dialogue
from slidedrop.editions.checking.assignments import ADT, ASSIGNMENTS, PSA3
from slidedrop.editions.checking.dialogue import Start, game
from slidedrop.editions.checking.exam import Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.file_exams import Psa3Exam
from slidedrop.editions.checking.findings import Ledger
from slidedrop.editions.checking.running.program import Answer
from slidedrop.twenty48 import Board, Direction

pytestmark = pytest.mark.no_cover  # other tests cover this code; with coverage it takes three times as long
PROGRAMS = Path("tests/data/programs").resolve()
SOURCE = f"from pathlib import Path\nexec(Path({str(PROGRAMS / 'matrix.py')!r}).read_text())\n"
"""The code of a student's module that runs the matrix program with its FAULT."""
VARIANTS = {
    "psa3": "R-001-2b R-001-3b R-001-3c R-001-8b R-001-12b R-001-12c R-001-13b R-001-13c R-001-14b R-001-15b R-001-15c"
    " R-001-18b R-001-19b R-001-20b R-001-21b R-001-23b R-001-25b",
    "mis": "R-000-8b R-000-8c R-000-17b",
    "a07": "R-002-3b R-002-3c R-002-8c",
    "swipe": "R-004-2b R-004-3b R-004-4b R-004-4c R-004-5b R-004-5c R-004-6b R-004-6c R-004-6d R-004-8b",
}
"""Further faults of a requirement, in addition to the one with its name."""
API_VARIANTS = {
    "mis": ["R-000-5b", "R-000-8b", "R-000-8c", "R-000-16b", "R-000-17c", "R-000-17d"],
    "a07": ["R-002-3b", "R-002-3c", "R-002-8c", "R-002-8d", *(f"R-002-{number}b" for number in range(12, 17))],
}
NOT_IN_PROGRAM = {"mis": {"runs"}, "a07": {"runs"}, "swipe": {"runs"}, "psa3": set[str]()}
GRID_FAULTS = {
    "R-003-12": "flattery", "R-003-15": "diagonal", "R-003-19": "greedy", "R-003-21": "blind", "R-003-25": "accepts",
    "R-003-26": "misplaces", "R-003-27": "after", "R-003-28": "silent", "R-003-30": "starts", "R-003-35": "hidden",
    "R-003-15b": "early", "R-003-19b": "overwrites", "R-003-21b": "careless", "runs": "crashes", "runsb": "collapses",
    "R-003-15c": "three", "R-003-30b": "square",
}  # fmt: skip
DIALOGUE = [
    (name, fault)
    for name, assignment in ASSIGNMENTS.items()
    for fault in [*(rule.requirement for rule in assignment.dialogue.values()), *VARIANTS[name].split()]
    if fault not in NOT_IN_PROGRAM[name]
]
API = [
    (name, fault)
    for name in API_VARIANTS
    for fault in [*(rule.requirement for rule in ASSIGNMENTS[name].api.values()), *API_VARIANTS[name]]
    if fault != "runs"
]
SAMPLED = 12


def requirement(fault: str) -> str:
    return fault.rstrip("bcd") if fault != "runs" else fault


def charged(ledger: Ledger) -> list[str]:
    return list(ledger.broken)


def dialogue_charges(name: str, fault: str, seed: int, games: int = 5) -> Ledger:
    random.seed(f"dialogue {name} {fault} {seed}")  # for programs that run in this process
    command = [sys.executable, "-S", str(PROGRAMS / "matrix.py"), name, fault]
    return exam_of(ASSIGNMENTS[name], Subject(command, seconds=60.0)).take(games, seed)


def api_charges(name: str, fault: str, seed: int, folder: Path) -> Ledger:
    random.seed(f"api {name} {fault} {seed}")
    path = folder / "student.py"
    path.write_text(f"FAULT = {fault!r}\n{SOURCE}")
    return exam_of(ASSIGNMENTS[name], Subject(module=str(path), seconds=60.0)).take(16, seed)


def grid_charges(fault: str, seed: int) -> Ledger:
    command = [sys.executable, "-S", str(PROGRAMS / "connect4.py"), GRID_FAULTS.get(fault, fault)]
    return exam_of(ADT, Subject(command, seconds=60.0)).take(24, seed)


def check(ledger: Ledger, fault: str) -> None:
    assert charged(ledger) == [requirement(fault)], ledger.report()
    assert not ledger.unsteady, ledger.report()
    assert ledger.broken[requirement(fault)].case


def test_every_requirement_is_checked_or_named_with_the_reason_why_not() -> None:
    rules = [rule for each in (*ASSIGNMENTS.values(), ADT) for rule in (*each.dialogue.values(), *each.api.values())]
    checked = {rule.requirement for rule in rules} - {"runs"}
    section = Path("docs/reference/checking.md").read_text().split("## What a check cannot see")[1].split("\n## ")[0]
    named = re.findall(r"R-\d{3}-\d+", section)
    every = re.findall(r"^- \*\*(R-\d{3}-\d+)", Path("docs/project/requirements.md").read_text(), re.MULTILINE)
    assert sorted([*checked, *named]) == sorted(every)
    assert f"have {len(every)} requirements" in section
    assert f"sees {len(checked)} of them" in section


SAMPLE = [(*one, 1) for one in random.Random(7).sample(DIALOGUE, SAMPLED)]
AS_PROCESSES = [*SAMPLE[:2], *SAMPLE[-1:]]


@pytest.mark.parametrize(("name", "fault", "seed"), AS_PROCESSES)
def test_a_program_with_one_fault_gets_exactly_that_finding(name: str, fault: str, seed: int) -> None:
    check(dialogue_charges(name, fault, seed), fault)


ONCE_FALSE_TOO = [
    ("swipe", "R-004-4c", 7), ("swipe", "R-004-5c", 0), ("psa3", "runs", 1), ("a07", "R-002-30", 6),
    ("psa3", "R-001-3c", 1), ("psa3", "R-001-8b", 1), ("mis", "R-000-8c", 1), ("psa3", "R-001-25b", 1),
]  # fmt: skip
"""Causes of earlier wrong findings.

The program printed nothing after a key: it saw no merge, added tiles without printing them, or printed only every
other board. It saved rows as columns; its first tile was an 8; only size 2 was wrong.
"""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("name", "fault", "seed"), [*SAMPLE, *ONCE_FALSE_TOO])
def test_a_fault_of_the_sample_gets_exactly_that_finding(name: str, fault: str, seed: int) -> None:
    check(dialogue_charges(name, fault, seed), fault)


@pytest.mark.parametrize(("name", "fault", "seed"), [*((*one, 1) for one in API), ("mis", "R-000-5b", 5)])
def test_a_class_with_one_fault_gets_exactly_that_finding(name: str, fault: str, seed: int, tmp_path: Path) -> None:
    check(api_charges(name, fault, seed, tmp_path), fault)


OVER_SOON = Board.from_rows([(0, 8, 16, 32), (16, 32, 8, 64), (8, 16, 32, 8), (16, 8, 64, 16)])
"""A board on which a left slide ends the game with any new tile."""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("fault", "keys", "found"), [
    ("runs", 1, ["runs"]), ("runs", 3, ["runs"]), ("R-001-14b", 1, []), ("R-001-14b", 3, ["R-001-14"]),
    ("R-001-21", 1, []), ("R-001-21", 3, ["R-001-21"]), ("R-001-20", 1, ["R-001-20"]), ("right", 3, []),
])  # fmt: skip
def test_the_ending_is_judged_only_if_the_program_ended_the_game(
    fault: str, keys: int, found: list[str], tmp_path: Path
) -> None:
    command = [sys.executable, "-S", str(PROGRAMS / "matrix.py"), "psa3", fault]
    exam = Psa3Exam(PSA3, Subject(command, seconds=60.0))
    exam.folder = tmp_path
    account = exam.run(game("a game", [Direction.LEFT] * keys, OVER_SOON, Start()))
    assert list(account.findings) == found


OVER_AT_ONCE = Board.from_rows([(2, 4, 8, 2), (4, 8, 2, 4), (8, 2, 4, 2), (2, 4, 8, 4)])


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("fault", "board", "keys", "found"), [
    ("R-001-21b", OVER_AT_ONCE, 3, ["R-001-21"]), ("R-001-14b", OVER_AT_ONCE, 3, ["R-001-14"]),
    ("runs", None, 200, ["runs"]),
])  # fmt: skip
def test_a_board_after_the_end_and_lost_output_bring_no_false_charge(
    fault: str, board: Board | None, keys: int, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one reads a key on a board that is over; the other crashes before it prints anything."""
    command = [sys.executable, "-S", str(PROGRAMS / "matrix.py"), "psa3", fault]
    exam = Psa3Exam(PSA3, Subject(command, seconds=60.0))
    exam.folder, exam.ledger.held["R-001-12"] = tmp_path, 1
    if fault == "runs":
        crashed = Answer("", 1, "ValueError: no", waited=False, excess=None, seconds=60.0)
        monkeypatch.setattr(dialogue, "converse", lambda *_, **__: crashed)
    account = exam.run(game("a game", list(Direction)[:1] * keys, board, Start()))
    assert list(account.findings) == found


GRID_SAMPLE = [(fault, 1) for fault in random.Random(7).sample(sorted(GRID_FAULTS), 3)]
ONCE_FALSE = [
    ("R-003-25", 12),
    ("R-003-26", 10),
    ("runsb", 1),
    ("R-003-15", 102),
    ("R-003-15c", 1),
    ("R-003-30b", 1),
    ("R-003-15c", 5),
]
"""Faults and seeds that once gave a wrong finding.

The person's symbol was not known yet; the program crashed at the end; it missed a line made by the last free square;
three in a line won; it played another size; its computer let the person win with four, having ended games at three.
"""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("fault", "seed"), GRID_SAMPLE + ONCE_FALSE)
def test_a_connect_4_with_one_fault_gets_exactly_that_finding(fault: str, seed: int) -> None:
    check(grid_charges(fault, seed), fault)


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_the_matrix_program_without_a_fault_passes(name: str) -> None:
    ledger = dialogue_charges(name, "right", 3)
    assert charged(ledger) == []
    assert not ledger.unsteady
