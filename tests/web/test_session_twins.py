"""Tests that the page's session behaves like Python's: the cases of tests/data/session_cases.json, run by node."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from tests.web.games import run_node

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="node is not installed"
)
CASES: Final = Path(__file__).parents[1] / "data" / "session_cases.json"


def page_cases() -> list[dict[str, Any]]:
    """Return the cases that the page supports: all except requests, which only a server answers."""
    return [case for case in json.loads(CASES.read_text()) if not any("request" in step for step in case["do"])]


def differences(cases: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the results of the page that differ from the expected ones, for each case."""
    found = [json.loads(line) for line in run_node("session_cases.mjs", json.dumps(cases)).splitlines()]
    return {case["name"]: other for case, other in zip(cases, found, strict=True) if other}


def test_every_case_of_a_session_holds_in_the_page() -> None:
    cases = page_cases()
    assert len(cases) > 50
    assert differences(cases) == {}


def test_a_failing_session_case_is_reported() -> None:
    case = page_cases()[1]
    wrong = {**case, "then": {**case["then"], "undo": 7}}
    assert differences([wrong]) == {case["name"]: {"undo": 1}}
