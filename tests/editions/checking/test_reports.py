"""Tests of the reports: an HTML page, and JUnit and Gradescope files with the same findings."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from slidedrop.cli.commands.check import command
from slidedrop.editions.checking.assignments import PSA3

FAULTY = str(Path("tests/data/programs/faulty.py").resolve())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the three reports of a program in which merged tiles merge again."""
    folder = tmp_path_factory.mktemp("reports")
    asked = ["--report", "html", "--junit", "--report", "gradescope", "--to", str(folder), "--skip", "R-001-31"]
    program = ["--games", "2", "--timeout", "60", "--", sys.executable, "-S", FAULTY, "chain"]
    said = CliRunner().invoke(command, ["psa3", *asked, *program])
    assert said.exit_code == 1, said.output
    assert "check.html" in said.output
    return folder


def test_the_html_report_is_one_file_with_all_verdicts_and_boards(folder: Path) -> None:
    text = (folder / "check.html").read_text()
    assert "src=" not in text
    assert "href=" not in text
    assert len(re.findall(r"<tr><th>(R-001-\d+|runs)</th>", text)) == 22
    assert '<td class="broken">broken</td>' in text
    assert text.count('<table class="board">') == 3
    assert "start.board" in text
    assert 'class="other"' in text
    assert '<td class="left-out">left out</td>' in text
    assert PSA3.dialogue["slide"].says in text


def test_junit_has_a_failure_with_the_boards_and_a_case_for_every_requirement(folder: Path) -> None:
    suite = ET.fromstring((folder / "junit.xml").read_text())  # noqa: S314 - our own file
    assert (suite.get("tests"), suite.get("failures")) == ("22", "1")
    (failure,) = suite.findall("testcase/failure")
    assert "after" in str(failure.text)
    assert suite.findall("testcase/skipped")


def test_gradescope_gets_a_point_for_each_requirement_that_holds(folder: Path) -> None:
    results = json.loads((folder / "results.json").read_text())
    failed = [test for test in results["tests"] if test["status"] == "failed"]
    assert failed[0]["name"].startswith("R-001-12")
    assert "after" in failed[0]["output"]
    assert results["score"] == len(results["tests"]) - len(failed) > 0
    assert not any(test["name"].startswith("R-001-31") for test in results["tests"])
