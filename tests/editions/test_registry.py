"""Tests of all editions: lookup by name, running as a module, code size and help texts."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from slidedrop.editions import EDITIONS, run
from tests.cli.talking import names
from tests.editions.talking import talk

ROOT = Path(__file__).parents[2]
NAMES = list(EDITIONS)
ANSWERS = {"adt": ("me", "4", "2")}
"""The answers to the questions that an edition asks before it shows its first board."""


@pytest.mark.parametrize("name", NAMES)
def test_every_edition_plays_and_stops_at_the_end_of_its_input(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, screen = talk(name, ["--seed", "1"], *ANSWERS.get(name, ()), "w", "a", "s", "d")
    assert code == 0
    assert "2" in screen


@pytest.mark.parametrize("name", NAMES)
def test_every_edition_runs_as_a_module_even_on_non_text_input(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", f"slidedrop.editions.{name}", "--seed", "1"]
    typed = "\n".join([*ANSWERS.get(name, ()), "w\n"]).encode() + b"\xff\n"
    done = subprocess.run(command, input=typed, capture_output=True, cwd=tmp_path, check=True)
    assert b"Traceback" not in done.stderr
    assert b"2" in done.stdout


def test_a_closed_output_pipe_ends_an_edition_quietly(tmp_path: Path) -> None:
    command = f"yes w | {sys.executable} -m slidedrop.editions.a07 --size 64 | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=tmp_path, check=True, timeout=60)
    assert done.stderr == b""


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_an_edition_exits_with_0(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, ["--help"], io.StringIO(), io.StringIO()) == 0
    assert capsys.readouterr().out.startswith(f"usage: slidedrop edition {name}")


def test_an_unknown_edition_is_refused_with_the_known_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("psa4", [], io.StringIO(), io.StringIO()) == 1
    assert names(capsys.readouterr().err, "'psa4'", ", ".join(NAMES))


def test_editions_are_imported_only_on_use() -> None:
    command = "import sys, slidedrop.editions; print([name for name in sys.modules if 'editions.' in name])"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_an_interrupt_outside_the_dialogue_prints_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupted)
    log = tmp_path / "log"
    log.write_text("seed 1\n4 wa")
    assert talk("psa3", ["--replay", str(log)]).code == 130
    assert capsys.readouterr().err == ""
    assert log.read_text() == "seed 1\n4 wa"


def test_the_2048_editions_stay_below_1000_lines() -> None:
    files = (ROOT / "src" / "slidedrop" / "editions").glob("*.py")
    counted = {"psa3", "mis", "a07", "swipe", "__init__", "dialogue"}
    lines = sum(len(file.read_text().splitlines()) for file in files if file.stem in counted)
    assert lines < 1000


@pytest.mark.requirement("R-000-37")
def test_the_editions_page_contains_the_class_diagram_of_document_000() -> None:
    page = (ROOT / "docs" / "reference" / "editions.md").read_text()
    diagram = page[page.index("```text\n", page.index("class diagram")) + 3 :]
    diagram = diagram[: diagram.index("```\n")]
    for name in ("DirectionT", "GameT", "Display", "Controller", "makeMove", "runGame", "getInstance", "printBoard"):
        assert name in diagram
    assert all(f"## {name}" in page for name in NAMES)


def test_non_text_input_is_treated_as_an_unknown_word() -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"\xff\xff\n"), encoding="utf-8", errors="strict")
    screen = io.StringIO()
    assert run("a07", ["--seed", "1"], typed, screen) == 0
    assert "'?'" in screen.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_an_edition_explains_every_flag(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name, ["--help"], io.StringIO(), io.StringIO())
    flags = [line.split() for line in capsys.readouterr().out.split("options:")[1].splitlines() if line.strip()]
    assert flags
    assert all(len(words) > 2 for words in flags if words[0].startswith("-") and words[0] != "-h,")
