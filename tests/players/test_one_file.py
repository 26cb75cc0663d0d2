"""Tests of adding an opponent in one file: the command line and the page find it by its declaration."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

OPPONENT = """
from slidedrop.players.player import PlayerBase, PlayerType

class Edge(PlayerBase):
    declaration = PlayerType("edge", "Edge", "Plays the first column with room.", order=1)

    def choose(self, position):
        return position.legal_moves()[0]
"""
PROGRAM = """
import sys
import slidedrop.players.connect4 as package
package.__path__.append(sys.argv.pop(1))
from slidedrop.cli.main import main
main()
"""


def run(folder: Path, *words: str) -> str:
    """Run the program with one more file in the package of Connect-4's players."""
    command = [sys.executable, "-c", PROGRAM, str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_one_file_adds_an_opponent_to_the_cli_and_the_page(tmp_path: Path) -> None:
    (tmp_path / "edge.py").write_text(OPPONENT)
    assert "first column with" in run(tmp_path, "players", "connect4")
    assert "edge" in run(tmp_path, "watch", "connect4", "--player", "edge", "--player", "random", "--moves", "3")
    run(tmp_path, "page", str(tmp_path / "page"))
    listing = json.loads((tmp_path / "page" / "engine" / "files.json").read_text())
    players = json.loads((tmp_path / "page" / "engine" / listing["players.json"][0]).read_text())
    (edge,) = (one for one in players["connect4"] if one["name"] == "edge")
    assert (edge["title"], edge["offered"]) == ("Edge", True)
