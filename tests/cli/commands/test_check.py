"""Tests of `slidedrop check`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from slidedrop.cli.commands.check import command

FAULTY = str(Path("tests/data/programs/faulty.py").resolve())


def check(*words: str) -> Result:
    return CliRunner().invoke(command, words)


def program(fault: str) -> list[str]:
    return ["--games", "4", "--timeout", "60", "--", sys.executable, "-S", FAULTY, fault]


def test_a_correct_program_exits_with_0_and_lists_every_requirement() -> None:
    checked = check("psa3", *program("right"))
    assert checked.exit_code == 0, checked.output
    assert re.search(r"^\W*R-001-12 ", checked.output, re.MULTILINE)
    assert "BROKEN" not in checked.output


def test_the_first_difference_is_shown_as_boards_with_the_move() -> None:
    checked = check("psa3", *program("chain"))
    assert checked.exit_code == 1
    first = checked.output.splitlines()
    assert first[0].startswith("R-001-12 is broken: ")
    assert re.fullmatch(r" +before +after (\w+), .* +after \1, yours", first[2])
    assert len(first[3].split()) == 12
    assert "Broken: 1 of 22 requirements" in checked.output


def test_a_requirement_can_be_left_out() -> None:
    checked = check("psa3", "--skip", "R-001-31", *program("replay"))
    assert checked.exit_code == 0
    assert re.search(r"^R-001-31 .*: left out$", checked.output, re.MULTILINE)


def test_a_module_is_checked_by_its_name() -> None:
    checked = check("a07", "--module", "slidedrop.editions.a07", "--games", "6")
    assert checked.exit_code == 0, checked.output
    assert "R-002-14" in checked.output


@pytest.mark.parametrize("name", ["psa3", "a07"])
def test_vectors_are_written_as_lines_of_json(name: str, tmp_path: Path) -> None:
    checked = check(name, "--vectors", str(tmp_path / "cases.jsonl"))
    assert checked.exit_code == 0
    cases = [json.loads(line) for line in (tmp_path / "cases.jsonl").read_text().splitlines()]
    assert len(cases) == 1000
    assert cases[0].keys() == {"board", "move", "result", "points", "moves", "over"}
    assert isinstance(cases[0]["board"][0], list) == (name == "psa3")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["psa3"], "program to check"),
        (["a07", "--module", "x", "--", "y"], "program to check"),
        (["psa3", "--module", "x"], "not classes"),
        (["mis", "--keys", "wsad", "--", "true"], "with commas"),
        (["chess", "--", "true"], "'chess'"),
        (["psa3", "--games", "0", "--", "true"], "0"),
    ],
)
def test_an_invalid_check_command_is_refused_with_the_reason(words: list[str], says: str) -> None:
    checked = check(*words)
    assert checked.exit_code == 2
    assert says in checked.output
