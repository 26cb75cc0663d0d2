"""Tests of `slidedrop match`: the same games for each player, statistics, and resuming after interruptions."""

from __future__ import annotations

import csv
import re
import resource
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import pytest

from slidedrop.lab.arena.scoresheet import NAME, results_in
from tests.cli.talking import slidedrop
from tests.lab.killing import ENVIRONMENT, kill_during_match, started
from tests.twins.weights2048 import random_weights

if TYPE_CHECKING:
    from pathlib import Path

SMALL: Final = ("match", "2048", "--size", 2, "--player", "greedy", "--player", "random", "--jobs", 1)
_SMALL_DISK: Final = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900)); sys.dont_write_bytecode = True;"
    "from slidedrop.cli.main import main; main()"
)


def test_a_match_prints_its_table_and_writes_every_game(tmp_path: Path) -> None:
    said = slidedrop(*SMALL, "--games", 6, "--csv", tmp_path / "games.csv")
    assert said.code == 0
    assert [line.split()[0] for line in said.out.splitlines()[1:4]] == ["games", "mean", "median"]
    assert "the same games" in said.out
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert [row["player"] for row in rows] == ["greedy", "random"] * 6
    assert len({row["seed"] for row in rows}) == 6


def test_a_started_match_is_continued_only_with_resume(tmp_path: Path) -> None:
    slidedrop(*SMALL, "--games", 3, "--folder", tmp_path)
    first = results_in(tmp_path)
    again = slidedrop(*SMALL, "--games", 5, "--folder", tmp_path)
    assert (again.code, again.err.count("\n")) == (1, 1)
    assert "6 games " in again.err
    assert slidedrop(*SMALL, "--games", 5, "--folder", tmp_path, "--resume").code == 0
    assert results_in(tmp_path)[:6] == first
    assert len(results_in(tmp_path)) == 10
    assert slidedrop(*SMALL, "--games", 2, "--folder", tmp_path, "--new").code == 0
    assert len(results_in(tmp_path)) == 4


def test_fewer_games_than_saved_are_counted_alone(tmp_path: Path) -> None:
    slidedrop(*SMALL, "--games", 5, "--folder", tmp_path)
    said = slidedrop(*SMALL, "--games", 2, "--folder", tmp_path, "--resume")
    assert said.out.splitlines()[1].split() == ["games", "2", "2"]


def test_a_match_without_a_folder_uses_the_data_folder_and_can_be_repeated(home: Path) -> None:
    for _ in range(2):
        assert slidedrop(*SMALL, "--games", 2).code == 0
    (folder,) = (home / "data" / "matches").iterdir()
    assert len(results_in(folder)) == 4


def test_two_networks_are_compared(tmp_path: Path) -> None:
    own, other = random_weights(tmp_path / "own.weights"), random_weights(tmp_path / "other.weights", 2)
    players = ("--player", "network:1", "--player", "network:1", "--weights", own, "--weights", other)
    said = slidedrop("match", "2048", *players, "--games", 2, "--jobs", 1)
    assert said.out.splitlines()[0].split() == ["network:1", "(own.weights)", "network:1", "(other.weights)"]


def test_connect4_is_counted_in_wins(tmp_path: Path) -> None:
    players = ("--player", "search:2", "--player", "random")
    said = slidedrop("match", "connect4", *players, "--games", 8, "--jobs", 1)
    assert re.match(r"8 games, .*\n  search:2 won: ", said.out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("connect4", "--player", "greedy"), "2 players, not 1"),
        (("2048", "--player", "frob"), "player .*'frob'"),
        (("2048", "--player", "network", "--weights", "none"), "cannot read .*none"),
        (("2048", "--player", "greedy", "--weights", "a", "--weights", "b"), "for all players"),
        (("2048", "--player", "greedy", "--folder", "file/folder"), "file/folder.*not a directory"),
    ],
)
def test_an_invalid_match_is_refused_with_the_reason(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    said = slidedrop("match", *arguments, "--games", 1)
    assert said.code != 0
    assert re.search(words, said.err)


def test_a_full_disk_prints_one_error_and_leaves_the_saved_games(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _SMALL_DISK, *map(str, SMALL), "--folder", str(tmp_path), "--games", "50"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "not be saved" in done.stderr
    kept = results_in(tmp_path)
    assert kept
    assert f"the {len(kept)} before are" in done.stderr
    assert (tmp_path / NAME).read_bytes().endswith(b"\n")
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 900


def test_ctrl_c_saves_the_finished_games_and_prints_their_number(tmp_path: Path) -> None:
    endless = ("match", "2048", "--player", "greedy", "--games", 100_000, "--folder", tmp_path, "--jobs", 2)
    with started(*endless) as process:
        while len(results_in(tmp_path)) < 2:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    assert f"Stopped with {len(results_in(tmp_path))} games saved" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("trial", [1, 2])
def test_a_killed_match_resumes_with_the_same_results(trial: int, tmp_path: Path) -> None:
    kill_during_match(tmp_path, trial)


def test_a_connect4_match_uses_the_given_board_size(tmp_path: Path) -> None:
    small = ("match", "connect4", "--player", "greedy", "--player", "random", "--games", 4, "--jobs", 1)
    assert slidedrop(*small, "--size", "4x4", "--folder", tmp_path / "small").code == 0
    assert all(result.moves <= 16 for result in results_in(tmp_path / "small"))
    said = slidedrop(*small, "--size", "5x4", "--folder", tmp_path / "small", "--resume")
    assert (said.code, "another match" in said.err) == (1, True)


def test_a_csv_that_cannot_be_written_is_refused_before_the_first_game(tmp_path: Path) -> None:
    said = slidedrop(*SMALL, "--games", 6, "--csv", tmp_path / "nowhere" / "games.csv")
    assert (said.code, said.out) == (1, "")
    assert re.search(r"games\.csv': no such file", said.err)


@pytest.mark.parametrize(
    "words",
    [
        (*SMALL, "--games", 6, "--csv"),
        ("tournament", "2048", "random", "greedy", "--games", 2, "--size", 2, "--jobs", 1, "--csv"),
        ("check", "psa3", "--vectors"),
        ("dataset", "connect4", "--positions", 1, "--first-ply", 38, "--jobs", 1),
    ],
)
def test_no_result_takes_the_place_of_a_file_that_holds_something_else(
    words: tuple[object, ...], tmp_path: Path
) -> None:
    mine = tmp_path / "notes.txt"
    mine.write_text("mine")
    said = slidedrop(*words, mine)
    assert (said.code, said.out, mine.read_text()) == (1, "", "mine")
    assert slidedrop(*words, tmp_path / "new.out").code == 0
    said = slidedrop(*words, tmp_path)
    assert (said.code > 0, said.out) == (True, "")


def test_a_result_is_replaced_by_the_next_one_of_the_same_command(tmp_path: Path) -> None:
    told = [slidedrop(*SMALL, "--games", games, "--resume", "--csv", tmp_path / "out.csv").code for games in (2, 4)]
    assert told == [0, 0]
