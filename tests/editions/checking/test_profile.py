"""Tests of a teacher's profile: it changes only the rules that it names."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from slidedrop.cli.commands.check import command
from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.assignments import MIS, PSA3, RUNS, Profile, read_profile

FAULTY = str(Path("tests/data/programs/faulty.py").resolve())
PROFILE = """
assignment = "psa3"
empty = "."
skip = ["R-001-28", "R-001-31", "R-001-32"]
[points]
"R-001-12" = 5
[says]
"R-001-12" = "tiles slide as we said in class"
"""


def test_a_profile_changes_marks_points_texts_and_omitted_requirements(tmp_path: Path) -> None:
    path = tmp_path / "variant.toml"
    path.write_text(PROFILE)
    profile = read_profile(path)
    assert profile.points == {"R-001-12": 5}
    assert profile.of(PSA3).dialogue["slide"].says == tomllib.loads(PROFILE)["says"]["R-001-12"]
    program = ["--games", "2", "--timeout", "60", "--", sys.executable, "-S", FAULTY, "dots"]
    said = CliRunner().invoke(command, ["psa3", "--profile", str(path), *program])
    assert said.exit_code == 0, said.output
    with pytest.raises(NotationError, match="is for 'psa3'"):
        profile.of(MIS)


def test_an_empty_profile_changes_no_rule() -> None:
    assert Profile().of(PSA3).dialogue == PSA3.dialogue
    assert Profile().of(PSA3).dialogue["runs"] is RUNS, "what breaks this one is repeated in its own way"


@pytest.mark.parametrize(("text", "says"), [("keys = 3", "'keys' in"), ("x =", "is not TOML")])
def test_a_wrong_profile_is_refused_with_the_reason(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text(text)
    with pytest.raises(NotationError, match=says):
        read_profile(tmp_path / "variant.toml")
