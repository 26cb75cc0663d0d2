"""Tests of `check --class`: it grades all programs of a class and resumes after an interruption."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAMS = Path("tests/data/programs").resolve()
STUDENT = "import sys\nsys.argv[1:1] = [{fault!r}]\nexec(open({program!r}).read())\n"
OTHERS = {
    "hangs": "import time\ntime.sleep(600)\n",
    "floods": "while True: print('again' * 1000)\n",
    "crashes": "def slide():\n    return [][1]\n\nslide()\n",
    "forks": (
        "import subprocess, sys, time\n"
        "sleeper = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        "for _ in range(5): subprocess.Popen(sleeper, start_new_session=True)\n"
        "time.sleep(600)\n"
    ),
    "hoards": "hoard = []\nwhile True: hoard.append(bytearray(b'x' * 10_000_000))\n",
}
FAULTS = ["right", "chain", "far", "score", "illegal", "space"]
FEW = ["right", "crashes", "score", "forks", "floods"]
"""One of each kind: correct, crashing, wrong, stopped after the time limit, stopped immediately."""


def written_class(folder: Path, kinds: list[str], count: int) -> dict[str, str]:
    """Write the programs of a class and return the kind of each student's program."""
    students = {f"student{number:02}": kinds[number % len(kinds)] for number in range(count)}
    for name, kind in students.items():
        (folder / name).mkdir(parents=True)
        code = OTHERS.get(kind) or STUDENT.format(fault=kind, program=str(PROGRAMS / "faulty.py"))
        (folder / name / "main.py").write_text(code)
    return students


def started(folder: Path, *, games: int) -> subprocess.Popen[str]:
    options = ["--class", str(folder), "--games", str(games), "--timeout", "6", "--memory", "200"]
    words = [sys.executable, "-m", "slidedrop", "check", "psa3", *options, "--", sys.executable, "-S", "main.py"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def check_class(folder: Path, kinds: list[str], count: int) -> None:
    students = written_class(folder / "class", kinds, count)
    results = folder / "class-results"
    first = started(folder / "class", games=1)
    while len(list(results.glob("*.json"))) < count // 3 and first.poll() is None:
        time.sleep(0.05)
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    before = {path.name: path.stat().st_mtime_ns for path in results.glob("*.json")}
    assert 0 < len(before) < count
    again = started(folder / "class", games=1)
    said, errors = again.communicate(timeout=1200)
    assert errors.count("Traceback") == 0
    assert all((results / name).stat().st_mtime_ns == when for name, when in before.items())
    rows = list(csv.DictReader((results / "class.csv").read_text().splitlines()))
    assert [row["name"] for row in rows] == sorted(students)
    for row in rows:
        assert row["verdict"] == ("right" if students[row["name"]] == "right" else "wrong"), row
    told = {students[row["name"]]: row["first"] for row in rows}
    for kind, says in {
        "hangs": "did not end", "floods": "printed more than 2 MB",
        "crashes": "IndexError: list index out of range (main.py, line 2)",
        "forks": "did not end", "hoards": "took more than 200 MB of memory", "chain": "R-001-12", "score": "R-001-13",
    }.items():  # fmt: skip
        if kind in told:
            assert says in told[kind]
    right = list(students.values()).count("right")
    assert f"{count} programs. Right: {right}. Wrong: {count - right}." in said


@pytest.mark.timeout(1200)  # the check waits for hanging programs, longer on a busy machine
def test_a_killed_class_run_resumes_and_counts_no_program_twice(tmp_path: Path) -> None:
    check_class(tmp_path, FEW, len(FEW))


@pytest.mark.soak
def test_a_class_of_forty_programs_is_graded_unattended_though_it_was_killed(tmp_path: Path) -> None:
    check_class(tmp_path, [*FAULTS, *OTHERS], 40)


def test_a_program_that_was_changed_is_checked_again(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    program = tmp_path / "class" / "ada.py"
    program.write_text(OTHERS["crashes"])
    options = ["--class", str(tmp_path / "class"), "--games", "1"]
    words = [sys.executable, "-m", "slidedrop", "check", "psa3", *options, "--", sys.executable, "{}"]
    said = [subprocess.run(words, capture_output=True, text=True, check=False).stdout for _ in range(2)]
    assert said[0] == said[1]
    program.write_text("raise SystemExit('other')\n")
    assert "other" in subprocess.run(words, capture_output=True, text=True, check=False).stdout
    result = json.loads((tmp_path / "class-results" / "ada.py.json").read_text())
    assert result["verdict"] == "wrong"
