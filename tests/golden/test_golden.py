"""Tests of files from earlier versions: every later version must read them.

Journals, share codes, boards, logs, matches and databases are from commit 26eb3f9. The book and the training were
written again after unreleased formats were removed.

They are read only through the program and the public names, so moving a module cannot break these tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, Final

import pytest

from slidedrop.records.journal import read_entries
from tests.cli.talking import slidedrop

GOLDEN: Final = Path(__file__).parents[1] / "data" / "golden"
SHOWN: Final = (GOLDEN / "shown.txt").read_text()
CODES: Final = (GOLDEN / "codes.txt").read_text().split()
NUMBERS: Final = range(1, 8)


def shown(number: int) -> str:
    """Return the output of `games show` for a game."""
    return SHOWN.partition(f"== {number}\n")[2].partition("== ")[0]


@pytest.fixture
def shelf(home: Path) -> Path:
    """A home folder with the saved games of the earlier version."""
    folder = home / "data" / "games"
    shutil.copytree(GOLDEN / "journals", folder)
    return folder


@pytest.mark.parametrize("number", NUMBERS)
def test_a_journal_shows_the_same_game(number: int, shelf: Path) -> None:
    assert slidedrop("games", "show", number).out == shown(number)


@pytest.mark.parametrize("number", NUMBERS)
def test_an_export_is_imported_and_exported_again_to_the_byte(number: int, home: Path, tmp_path: Path) -> None:
    kept = GOLDEN / "journals" / f"{number}.journal"
    assert slidedrop("games", "import", kept).code == 0
    assert slidedrop("games", "export", 1, tmp_path / "out").code == 0
    written = (tmp_path / "out").read_bytes()  # in format 2 for any format of the original file
    assert read_entries(written).entries == read_entries(kept.read_bytes()).entries
    assert slidedrop("games", "import", tmp_path / "out").code == 0
    assert slidedrop("games", "export", 2, tmp_path / "again").code == 0
    assert (tmp_path / "again").read_bytes() == written


@pytest.mark.parametrize("number", NUMBERS)
def test_a_share_code_is_written_and_read_again(number: int, shelf: Path) -> None:
    code = CODES[number - 1]
    assert slidedrop("share", number).out.strip() == code
    game = ("2048",) if code.startswith("T") else ("connect4", "--red", "human", "--blue", "human")
    assert slidedrop(*game, "--from", code, typed="q\n").code == 0
    assert slidedrop("games", "show", len(NUMBERS) + 1).out.splitlines()[2:] == shown(number).splitlines()[2:]


def test_a_journal_can_be_resumed(shelf: Path) -> None:
    said = slidedrop("2048", "--resume", 1, typed="right\nq\n")
    assert (said.code, "Saved as game 1" in said.out) == (0, True)
    before = (GOLDEN / "journals" / "1.journal").read_bytes()
    assert (shelf / "1.journal").read_bytes().startswith(before)


def test_a_board_file_is_read_and_written_to_the_byte(tmp_path: Path) -> None:
    out = tmp_path / "out.board"
    assert slidedrop("2048", "-i", GOLDEN / "small.board", "-o", out, typed="q\n").code == 0
    assert out.read_bytes() == (GOLDEN / "small.board").read_bytes()


def test_a_key_log_is_replayed_to_the_same_board() -> None:
    said = slidedrop("2048", "--replay", GOLDEN / "keys.log", "--delay", 0, typed="q\n")
    rows = shown(1).splitlines()[3:]
    assert "\n".join(rows) in said.out


def test_a_book_and_its_journal_hold_every_score(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "books", tmp_path / "books")
    info = slidedrop("book", "info", GOLDEN / "books" / "connect4-4x4.book")
    assert "ply 4: 82 of 82 " in info.out
    again = slidedrop("book", "build", "--size", "4x4", "--ply", 4, "--folder", tmp_path / "books", "--megabytes", 1)
    assert again.out.startswith("82 of 82 scores ")


def test_weights_can_be_read_and_used_for_a_hint(tmp_path: Path) -> None:
    from slidedrop.twenty48 import read_network

    weights = GOLDEN / "training" / "2048-2x2.weights"
    network = read_network(weights)
    assert (network.size, network.about["moves"], network.about["games"]) == (2, 6000027, 538073)
    said = slidedrop("hint", "2048", "2,4/0,2", "--weights", weights)
    assert (said.code, "Down" in said.out) == (0, True)


def test_a_training_resumes_from_its_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "training"
    shutil.copytree(GOLDEN / "training", folder)
    said = slidedrop("train", "2048", "--resume", "--minutes", 0, "--folder", folder)
    assert said.code == 0
    assert (folder / "curve.csv").read_text() == (GOLDEN / "training" / "curve.csv").read_text()


def test_a_match_that_is_complete_is_not_played_again(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    shutil.copytree(GOLDEN / "match", folder)
    players = ("--player", "random", "--player", "greedy")
    out = tmp_path / "out.csv"
    said = slidedrop(
        "match", "2048", *players, "--games", 2, "--seed", 3, "--size", 3, "--folder", folder, "--resume", "--csv", out
    )
    assert said.code == 0
    assert out.read_text() == (GOLDEN / "match" / "match.csv").read_text()


def test_a_database_is_served_with_its_games_links_and_rights(tmp_path: Path) -> None:
    database = tmp_path / "web.sqlite3"
    shutil.copy(GOLDEN / "web.sqlite3", database)
    first, first_game, second, watch, seat, second_game = json.loads((GOLDEN / "web.json").read_text())
    command = [sys.executable, "-m", "slidedrop", "serve", "--port", "0", "--database", str(database)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[-1].rstrip("/")
        for made, game in ((first, first_game), (second, second_game)):
            answer = asked(f"{url}/api/v1/games/{made['id']}", made["token"])
            assert {name: answer[name] for name in game} == game
        for link in (watch, seat):
            claimed = asked(f"{url}/api/v1/claims", "x", {"secret": link["secret"], "token": True})
            assert (claimed["id"], claimed["role"]) == (second["id"], link["role"])
    finally:
        process.terminate()
        process.communicate(timeout=30)


def asked(url: str, token: str, body: object = None) -> dict[str, Any]:
    """Send a request to the server and return the answer."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:  # noqa: S310 - our own server
        content: dict[str, Any] = json.load(answer)
    return content
