"""Tests of `slidedrop tournament`: play, ratings, interruption and resuming."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.connect4 import Position, Rules
from slidedrop.lab.arena.scoresheet import NAME, results_in
from tests.cli.talking import slidedrop

if TYPE_CHECKING:
    from pathlib import Path

FIELD = ("random", "greedy", "search:2")
SMALL = ("--games", 4, "--jobs", 1, "--size", "5x4")


def test_every_pair_plays_and_the_stronger_is_rated_higher(tmp_path: Path) -> None:
    said = slidedrop("tournament", "connect4", *FIELD, *SMALL, "--folder", tmp_path, "--csv", tmp_path / "out.csv")
    assert said.code == 0
    rows = (tmp_path / "out.csv").read_text().splitlines()[1:]
    assert [row.split(",")[1] for row in rows][-1] == "random"
    assert sum(float(row.split(",")[8]) for row in rows) == 12
    assert said.out.splitlines()[0].split() == ["player", "Elo", "low", "high", "won", "drawn", "lost", "points"]
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["1-2", "1-3", "2-3"]


def test_a_gauntlet_is_the_first_against_all_others(tmp_path: Path) -> None:
    slidedrop("tournament", "connect4", *FIELD, *SMALL, "--folder", tmp_path, "--gauntlet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-2", "1-3"]


def test_the_same_command_resumes_and_plays_no_game_twice(tmp_path: Path) -> None:
    first = slidedrop("tournament", "connect4", *FIELD, *SMALL, "--folder", tmp_path)
    sheet = tmp_path / "1-2" / NAME
    whole = sheet.read_bytes()
    sheet.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))  # as if it had been killed after two games
    again = slidedrop("tournament", "connect4", *FIELD, *SMALL, "--folder", tmp_path)
    assert again.out == first.out
    assert len(sheet.read_bytes().splitlines()) == len(whole.splitlines())


def test_a_single_or_a_repeated_player_is_refused() -> None:
    for players in (("random",), ("random", "random")):
        said = slidedrop("tournament", "connect4", *players)
        assert (said.code, "each named once" in said.err) == (1, True)


def test_players_of_2048_are_ranked_by_points_on_the_same_seeds(tmp_path: Path) -> None:
    small = ("--games", 6, "--jobs", 1, "--size", "3")
    said = slidedrop(
        "tournament", "2048", "random", "greedy", *small, "--folder", tmp_path, "--csv", tmp_path / "out.csv"
    )
    assert [line.split()[:2] for line in said.out.splitlines()[1:]] == [["1", "greedy"], ["2", "random"]]
    head, first, second = (tmp_path / "out.csv").read_text().splitlines()
    assert head == "place,player,games,mean points,behind the first"
    assert (first[-1], second.split(",")[2]) == ("-", "6")
    refused = slidedrop("tournament", "2048", "random", "greedy", "--gauntlet")
    assert (refused.code, "everyone plays alone" in refused.err) == (2, True)


def test_a_tournament_game_is_reviewed_by_its_moves(tmp_path: Path) -> None:
    slidedrop("tournament", "connect4", "random", "greedy", *SMALL, "--folder", tmp_path)
    line = results_in(tmp_path / "1-2")[0].line
    position = Position.from_moves(line, Rules(5, 4))
    assert position.is_over
    said = slidedrop("review", line, "--size", "5x4", "--seconds", "0.1")
    assert (said.code, f"5x4, {line}" in said.out) == (0, True)
