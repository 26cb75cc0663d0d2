"""Tests of `slidedrop review`: games from all sources, with every move graded."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from slidedrop.analysis.connect4.review import Review
from slidedrop.analysis.connect4.scores import Grade
from slidedrop.analysis.sentences import say
from slidedrop.cli.connect4.review import graph
from slidedrop.connect4 import Game
from slidedrop.connect4.notation import read_moves
from slidedrop.records.share import write_code
from slidedrop.twenty48.game import Game as Twenty48
from slidedrop.twenty48.rules import Rules
from tests.cli.talking import at_a_terminal, names, slidedrop

if TYPE_CHECKING:
    from pathlib import Path

MOVES = "112233"
QUICK = ("--seconds", "0.1")


def test_typed_moves_are_graded_one_by_one() -> None:
    said = slidedrop("review", MOVES + "4", *QUICK)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0].endswith(": 7x6, 1122334")
    assert re.fullmatch(f" +7. red +4 +({Grade.BEST}|{Grade.ONLY_MOVE}): {say('win', discs=1)}", lines[7])
    assert lines[-1].startswith("Red won, ")


def test_a_turning_point_is_marked_and_shown_with_the_better_line() -> None:
    said = slidedrop("review", "1212123", "--size", "4x4", "--seconds", "5")
    assert f"!  7. red  3    {Grade.THREW_AWAY_WIN}: now " in said.out
    assert "Turning points:\n  Move " in said.out
    assert f"1: {say('win', discs=1)}." in said.out


def test_a_good_game_has_no_turning_point() -> None:
    said = slidedrop("review", "moves:1", "--size", "4x4", "--seconds", "5")
    assert "Turning points" not in said.out


def test_a_saved_game_its_export_and_its_code_have_the_same_review(tmp_path: Path) -> None:
    typed = "".join(f"{move}\n" for move in MOVES)
    assert slidedrop("connect4", "--red", "human", "--blue", "human", typed=f"{typed}q\n").code == 0
    slidedrop("games", "rename", "1", "Sunday game")
    slidedrop("games", "export", "1", tmp_path / "a.game")
    code = slidedrop("share", "1").out.strip()
    (tmp_path / "code.txt").write_text(code)
    asked = ["1", "Sunday game", tmp_path / "a.game", code, f"https://example.org/#{code}", tmp_path / "code.txt"]
    reviews = [slidedrop("review", text, *QUICK) for text in asked]
    assert {said.code for said in reviews} == {0}
    assert {said.out.splitlines()[0].split(": ")[1] for said in reviews} == {f"7x6, {MOVES}"}
    assert {said.out.splitlines()[-1] for said in reviews} == {say("game open", side="red", worth=say("win", discs=1))}


def test_json_holds_every_move_and_the_graph() -> None:
    said = slidedrop("review", "1212", "--size", "4x4", "--seconds", "5", "--json")
    review = json.loads(said.out)
    assert [move["move"] for move in review["moves"]] == list("1212")
    assert len(review["heights"]) == 5
    assert review["game"] == "these moves"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("nonsense", "'nonsense'"),
        ("1111111", "column 1 is full"),
        ("C1nonsense", "share code"),
        (write_code(Twenty48(Rules(size=5), seed=1)), "2x2 to 4x4"),
    ],
)
def test_an_invalid_review_argument_is_refused_with_the_reason(asked: str, words: str) -> None:
    said = slidedrop("review", asked)
    assert said.code != 0
    assert words in said.err


def test_a_resigned_game_is_reviewed_up_to_its_end() -> None:
    game = Game()
    for move in read_moves("1122", game.rules):
        game.play(move)
    game.resign()
    said = slidedrop("review", write_code(game), *QUICK)
    assert re.match("Blue won, .*red resigned, ", said.out.splitlines()[-1])


def test_an_empty_game_is_reviewed_without_an_error() -> None:
    said = slidedrop("review", write_code(Game()), *QUICK)
    assert (said.code, said.out.splitlines()[0].partition(": ")[2]) == (0, "7x6, no move yet")


def test_the_graph_has_one_mark_per_ply_nearer_to_the_edge_for_faster_wins() -> None:
    heights = (0.0, 0.3, 1.0, None, -0.3, -1.0)
    moves: tuple[object, ...] = tuple(type("Move", (), {"height": height})() for height in heights[1:])
    drawn = graph(Review(moves=moves, start="", start_height=heights[0], ending="", summary=()))  # type: ignore[arg-type] # only the heights are drawn
    assert [line.partition("|")[2] for line in drawn] == ["  *", " *", "*  ?", "    *", "     *"]
    assert [line.partition("|")[0].strip() for line in drawn] == ["red wins", "", "draw", "", "blue wins"]


def test_a_number_that_may_be_a_saved_game_or_moves_needs_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(11):
        slidedrop("connect4", "--red", "human", "--blue", "human", typed="1\n2\nq\n")
    said = slidedrop("review", "11", *QUICK)
    assert said.out.startswith("Review of game 11: 7x6, 12\n")
    assert names(said.err, "Game 11", "moves:11", "1 1")
    for typed, what in (("y\n", "game 11: 7x6, 12"), ("n\n", "these moves: 7x6, 11")):
        answered = at_a_terminal(monkeypatch, "review", "11", *QUICK, typed=typed)
        assert names(answered.out, "game 11", "1 1")
        assert f"Review of {what}\n" in answered.out
    monkeypatch.undo()


@pytest.mark.parametrize(("text", "what"), [("moves:11", "these moves: 7x6, 11"), ("game:1", "game 1: 7x6, 12")])
def test_a_prefix_selects_a_saved_game_or_moves(text: str, what: str) -> None:
    slidedrop("connect4", "--red", "human", "--blue", "human", typed="1\n2\nq\n")
    said = slidedrop("review", text, *QUICK)
    assert said.out.startswith(f"Review of {what}\n")
    assert "is meant" not in said.err


@pytest.mark.parametrize("number", ["7", "99", "game:44"])
def test_an_unknown_game_number_is_refused_without_guesses(number: str) -> None:
    said = slidedrop("review", number)
    assert said.code == 1
    assert f"no saved game {number.removeprefix('game:')};" in said.err


def test_a_single_digit_is_a_move_with_the_moves_option() -> None:
    said = slidedrop("review", "4", "--moves", "--size", "4x4")
    assert (said.code, said.out.splitlines()[0].partition(": ")[2]) == (0, "4x4, 4")
