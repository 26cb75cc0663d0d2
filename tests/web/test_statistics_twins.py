"""Tests that the page's statistics equal Python's: the cases of tests/data/statistics_cases.json, run by node."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.web.games import run_node

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="node is not installed"
)
CASES: Final = Path(__file__).parents[1] / "data" / "statistics_cases.json"


def test_every_case_of_statistics_holds_in_the_page() -> None:
    cases = json.loads(CASES.read_text())
    lines = run_node("statistics_cases.mjs", CASES.read_text()).splitlines()
    found = {case["name"]: json.loads(line) for case, line in zip(cases, lines, strict=True)}
    assert found == {case["name"]: case["then"] for case in cases}
