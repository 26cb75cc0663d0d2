"""Tests of `check adt`: it passes a correct Connect-4 and names the requirement that each faulty one breaks."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from slidedrop.cli.commands.check import command
from slidedrop.editions.checking.adt import Follower, lines, planned
from slidedrop.editions.checking.assignments import ADT
from slidedrop.editions.checking.exam import Scenario, Step, Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.findings import Ledger
from slidedrop.editions.checking.printed import read_grids
from slidedrop.editions.checking.running.program import Answer

PROGRAM = str(Path("tests/data/programs/connect4.py").resolve())
FAULTS = {
    "blind": "R-003-21",
    "careless": "R-003-21",
    "greedy": "R-003-19",
    "overwrites": "R-003-19",
    "accepts": "R-003-25",
    "crashes": "runs",
    "starts": "R-003-30",
    "early": "R-003-15",
    "endless": "R-003-15",
    "after": "R-003-27",
    "hidden": "R-003-35",
    "flattery": "R-003-12",
    "diagonal": "R-003-15",
    "silent": "R-003-28",
}
"""Each fault and the requirement that it breaks first."""


def examined(*program: str, games: int = 8, seconds: float = 60.0) -> Ledger:
    return exam_of(ADT, Subject(program, seconds=seconds)).take(games, seed=1)


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("fault", Random(7).sample(sorted({*FAULTS} - {"endless"}), 3))
def test_a_fault_is_found_with_the_requirement_that_it_breaks(fault: str) -> None:
    check_fault(fault)


def test_a_program_that_continues_after_the_end_is_detected() -> None:
    check_fault("endless")


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_found_with_the_requirement_that_it_breaks(fault: str) -> None:
    check_fault(fault)


@pytest.mark.parametrize(("said", "requirement"), [("The computer wins", "R-003-15"), ("You win", "R-003-27")])
def test_an_undetected_win_is_not_reported_as_a_move_after_the_end(said: str, requirement: str) -> None:
    """The person's diagonal rises, the computer's falls: what is said tells whether the program saw the first."""
    theirs, ours = [(1, 1), (2, 2), (3, 3), (4, 4)], [(2, 3), (1, 4), (3, 2), (4, 1)]
    grids = [
        "\n".join(
            " ".join("R" if (row, column) in ours[:count] else "B" if (row, column) in theirs[:count] else "."
            for column in range(6)) for row in range(6)
        )
        for count in range(5)
    ]  # fmt: skip
    text = "\n\n".join([*grids, said])
    scenario = Scenario("", (Step("start", value=("me", 6)), *(Step("square", value=square) for square in ours)))
    follower = Follower(scenario, ADT.dialogue)
    follower.follow(read_grids(text, 6), Answer(text, 0, "", waited=False, excess=None, seconds=1.0))
    assert list(follower.account.findings) == [requirement]
    assert "R" in str(follower.account.findings[requirement].found)


def test_a_misplaced_disc_is_shown_beside_the_expected_grid() -> None:
    text = ". . . .\n" * 4 + ". X . .\n" + ". . . .\n" * 3
    scenario = Scenario("", (Step("start", value=("me", 4)), Step("square", value=(1, 0))))
    follower = Follower(scenario, ADT.dialogue)
    follower.follow(read_grids(text, 4), Answer(text, 0, "", waited=False, excess=None, seconds=1.0))
    finding = follower.account.findings["R-003-26"]
    assert "2 (X)" in str(finding.expected)
    assert str(finding.found).startswith(". X . .\n. . . .")


def check_fault(fault: str) -> None:
    ledger = examined(sys.executable, "-S", PROGRAM, fault, seconds=2.0 if fault == "endless" else 60.0)
    assert not ledger.good
    assert ledger.first is not None
    assert ledger.first.rule.requirement == FAULTS[fault], ledger.report()


def test_a_correct_program_passes_every_requirement() -> None:
    ledger = examined(sys.executable, "-S", PROGRAM, "right")
    assert ledger.good, ledger.report()


@pytest.mark.requirement("R-003-12", "R-003-19", "R-003-25", "R-003-26", "R-003-27", "R-003-28", "R-003-30", "R-003-35")
def test_our_own_edition_passes_every_requirement() -> None:
    ledger = examined(sys.executable, "-m", "slidedrop.editions.adt", games=6)
    assert ledger.good, ledger.report()


def test_the_command_prints_the_report_and_ends_with_its_verdict() -> None:
    arguments = ["adt", "--games", "2", "--timeout", "60", "--", sys.executable, "-S", PROGRAM]
    right, wrong = (CliRunner().invoke(command, [*arguments, fault]) for fault in ("right", "starts"))
    assert right.exit_code == 0, right.output
    assert wrong.exit_code == 1
    assert "R-003-30 is broken" in wrong.output
    assert "printf '%s\\n' computer 4 2 | " in wrong.output


@pytest.mark.parametrize("arguments", [["--vectors", "cases.jsonl"], ["--module", "json"]])
def test_options_for_2048_only_are_refused(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(command, ["adt", *arguments])
    assert said.exit_code == 2
    assert "after --" in said.output
    assert not list(tmp_path.iterdir())


def test_every_planned_game_types_all_squares_and_some_that_must_be_refused() -> None:
    for number in range(20):
        plan = planned(number, Random(number))
        starter, side = plan.steps[0].value
        typed = [step.value for step in plan.steps[1:]]
        assert {(row, column) for row in range(side) for column in range(side)} < set(typed)
        assert len(typed) > len(set(typed))
        assert lines(plan)[:3] == [starter, str(side), "2"]


def test_grids_are_found_with_and_without_numbers_and_behind_a_prompt() -> None:
    text = "Hello\nMove:  1 2 3 4\n 1 . . . .\n 2 . R . .\n 3 . . b .\n 4 . . . .\nMove: | X|.|.|O|\n"
    text += "|.|.|.|.|\n- - - -\n. . . .\nYou win.\n. . .\n"
    grids = read_grids(text, 4)
    assert grids.shown == [{(1, 1): "R", (2, 2): "B"}, {(0, 0): "X", (0, 3): "O"}]
    assert text.endswith(f"\n{grids.tail}\n")
    assert grids.tail.startswith("You win")
