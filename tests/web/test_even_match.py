"""Tests that the page's "Even match" goes one level up after a win and one down after a loss."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from tests.web.games import run_node

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="node is not installed"
)


def test_the_level_follows_the_results_and_stays_between_one_and_nine() -> None:
    cases = {
        ("won", "won", "drawn", "lost"): [3, 4, 5, 5, 4],
        ("lost",) * 4: [3, 2, 1, 1, 1],
        ("won",) * 8: [3, 4, 5, 6, 7, 8, 9, 9, 9],
    }
    lines = run_node("even_match.mjs", json.dumps(list(cases))).splitlines()
    assert [json.loads(line) for line in lines] == list(cases.values())
