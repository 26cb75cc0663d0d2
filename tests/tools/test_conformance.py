"""Tests of the conformance tool: reading the requirements, and reporting missing tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compile_kernels import without_coverage
from tools import conformance
from tools.conformance import Citation, ListError, complaints, conformance_page, read_requirements

PROJECT = Path(__file__).parents[2]
LIST = """# Requirements

| 001 | a terminal game | `finished: 001` |
| 002 | a web page | `finished: 002 (model): R-002-1..2, R-002-4` |

## 001: a terminal game

- **R-001-1** A board starts with two tiles | not three. [C-1]

## 002: a web page

- **R-002-1** There is a state.
- **R-002-2** There is a size.
- **R-002-3** There is a page.
- **R-002-4** There is a runner.

## Contradictions

- **C-1** One says two, another three. *Ours:* two.
"""
TESTS = """import pytest

@pytest.mark.requirement("R-001-1", "R-002-1")
@pytest.mark.parametrize("tiles", [1, 2])
def test_two_tiles(tiles): ...

@pytest.mark.requirement("R-002-2")
@pytest.mark.soak
def test_many_sizes(): ...

@pytest.mark.requirement("R-009-1")
def test_a_dream(): ...
"""
SETTINGS = """[tool.pytest.ini_options]
addopts = "--strict-markers --import-mode=importlib -m 'not soak'"
markers = ["requirement(*names): shown", "soak: long"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project: one requirement without a test, one with only a soak test, and one unknown marker."""
    files = {"docs/project/requirements.md": LIST, "tests/test_it.py": TESTS, "pyproject.toml": SETTINGS}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def run(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tool on that project, as `make check` does."""
    command = [sys.executable, str(PROJECT / "tools" / "conformance.py"), "--root", str(project), *options]
    alone = {**without_coverage(), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=project, env=alone)


def test_finished_documents_and_parts_list_the_required_requirements() -> None:
    assert read_requirements(LIST).finished == {"R-001-1", "R-002-1", "R-002-2", "R-002-4"}


def test_each_missing_or_unknown_requirement_gives_one_complaint() -> None:
    cited = [Citation("R-001-1", "a"), Citation("R-002-1", "a", counts=False), Citation("R-9", "b")]
    found = complaints(read_requirements(LIST), cited)
    assert [sentence.split()[0] for sentence in found] == ["R-002-1", "R-002-2", "R-002-4", "b"]
    assert found[-1].startswith("b cites R-9, ")


def test_no_complaint_if_all_finished_requirements_are_tested() -> None:
    cited = [Citation(name, "a") for name in ("C-1", "R-001-1", "R-002-1", "R-002-2", "R-002-4")]
    assert complaints(read_requirements(LIST), cited) == []


def test_the_page_has_a_row_for_each_name_with_its_tests() -> None:
    cited = [Citation("R-001-1", "a::b"), Citation("R-001-1", "c::d", counts=False)]
    page = conformance_page(read_requirements(LIST), cited)
    assert "| R-001-1 | A board starts with two tiles \\| not three. [C-1] | `a::b`<br>(`c::d`) |" in page
    assert "| R-002-2 | There is a size. | **missing** |" in page
    assert "| R-002-3 | There is a page. | later |" in page
    assert "## 002: a web page\n\n0 of 4 are shown by a test; 3 must be." in page


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("R-002-2**", "R-002-1**", "R-002-1 stands twice"),
        ("[C-1]", "[C-7]", "R-001-1 points to C-7"),
        ("R-002-1..2", "R-002-1..9", "R-002-5.* no requirement"),
        ("R-002-1..2", "all of it", "'all of it' "),
        ("finished: 001", "finished: 007", "names nothing"),
    ],
)
def test_an_inconsistent_list_is_refused_with_the_reason(old: str, new: str, sentence: str) -> None:
    with pytest.raises(ListError, match=sentence):
        read_requirements(LIST.replace(old, new))


def test_the_tool_names_missing_requirements_and_still_writes_the_page(project: Path) -> None:
    done = run(project)
    assert done.returncode == 1
    assert [line.split()[0] for line in done.stderr.splitlines()] == [
        "R-002-2",
        "R-002-4",
        "tests/test_it.py::test_a_dream",
    ]
    page = (project / "docs/project/conformance.md").read_text()
    assert "`tests/test_it.py::test_two_tiles` |" in page
    assert "(`tests/test_it.py::test_many_sizes`)" in page


def test_the_tool_passes_if_nothing_is_missing_and_check_detects_page_edits(project: Path) -> None:
    (project / "tests/test_it.py").write_text(TESTS.replace("@pytest.mark.soak\n", "").replace("R-009-1", "R-002-4"))
    assert run(project).returncode == 0
    assert run(project, "--check").returncode == 0
    page = project / "docs/project/conformance.md"
    page.write_text(page.read_text() + "one more line\n")
    assert run(project, "--check").returncode == 1


def test_uncollectable_tests_are_reported_and_no_page_is_written(project: Path) -> None:
    (project / "tests/test_it.py").write_text("import no_such_module\n")
    done = run(project)
    assert done.returncode == 1
    assert "cannot be collected" in done.stderr
    assert "no_such_module" in done.stderr
    assert not (project / "docs/project/conformance.md").exists()


def test_a_project_without_a_requirements_list_gets_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conformance.main(["--root", str(tmp_path)]) == 1
    assert "requirements.md" in capsys.readouterr().err


def test_our_own_list_has_all_requirements_of_the_five_documents() -> None:
    requirements = read_requirements((PROJECT / "docs/project/requirements.md").read_text(encoding="utf-8"))
    counts = {"000": 38, "001": 40, "002": 32, "003": 35, "004": 12}
    expected = [f"R-{document}-{number + 1}" for document, count in counts.items() for number in range(count)]
    assert list(requirements.texts) == [*expected, *(f"C-{number + 1}" for number in range(27))]


def test_document_001_is_finished() -> None:
    requirements = read_requirements((PROJECT / "docs/project/requirements.md").read_text(encoding="utf-8"))
    assert {name for name in requirements.texts if re.match("R-001-", name)} <= requirements.finished
