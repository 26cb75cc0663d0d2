"""Tests of the values under the board of Connect-4: they stay until hidden, in words that need no colour."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from slidedrop.analysis.connect4.scores import MoveScore, Scores
from slidedrop.connect4 import Game, Position, Rules
from slidedrop.players.registry import make_player
from slidedrop.session import Session
from slidedrop.terminal.plain.connect4_face import HELP, Connect4Face
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.dialogue import Dialogue
from slidedrop.terminal.plain.scores import ScoresMargin, score_lines
from tests.cli.talking import names, slidedrop

if TYPE_CHECKING:
    from slidedrop.players.player import AnyPlayer

SMALL = Rules(4, 4)


def talk(
    typed: str,
    start: Position | None = None,
    *,
    seats: tuple[AnyPlayer | None, AnyPlayer | None] = (None, None),
    speak: bool = False,
) -> tuple[str, Session]:
    """Run a dialogue on a pipe and return its output and the session at its end."""
    out = io.StringIO()
    face = Connect4Face()
    dialogue = Dialogue(
        Console(stdin=io.StringIO(typed), stdout=out),
        face,
        Session(Game(start=start or Position(SMALL)), seats=seats),
        follow=lambda last, _: Session(face.again(last), seats=last.seats),
        speak=speak,
        margin=ScoresMargin(5),
    )
    dialogue.run()
    return out.getvalue(), dialogue.session


@pytest.mark.parametrize("word", ["s", "values", "Values"])
def test_values_are_shown_under_every_board_until_hidden(word: str) -> None:
    said, session = talk(f"{word}\n1\n{word}\n2\n")
    assert said.count("for red:\n  1, 2, 3, 4: draw") == 1
    assert said.count("Values for blue:") == 1
    assert said.count("Values are shown") == 1
    assert said.count("Values are hidden") == 1
    assert session.game.summary().hints == 1


def test_moves_of_one_value_stand_together_the_best_first() -> None:
    said, _ = talk("s\n", Position.from_moves("11223", SMALL))
    assert said.count("Values for blue:\n  4: ") == 1
    assert "\n  1, 2, 3: loss in 2\n" in said


def test_values_stay_shown_in_the_next_game() -> None:
    said, _ = talk("s\nn\ny\n", Position.from_moves("11", SMALL))
    assert said.count("Values for red:") == 2


def test_a_finished_game_shows_no_values() -> None:
    said, session = talk("s\n4\ns\ns\n", Position.from_moves("112233", SMALL))
    assert said.count(": red won, ") == 2
    assert session.game.summary().hints == 1


def test_a_saved_game_is_offered_for_review_at_its_end() -> None:
    said = slidedrop(
        "connect4", "--red", "human", "--blue", "human", "--size", "4x4", typed="s\n1\n2\n1\n2\n1\n2\n1\nq\n"
    )
    assert "slidedrop review 1" in said.out


def test_no_values_are_computed_while_a_computer_is_to_move() -> None:
    computer = make_player("greedy", "connect4")
    said, _ = talk("s\n1\n", seats=(None, computer))
    assert said.count("Values for red:") == 2
    assert "Values for blue:" not in said


def test_spoken_play_prints_the_values() -> None:
    said, _ = talk("s\n1\n", speak=True)
    assert said.count("draw") >= 2
    assert "Values for blue:" in said


def test_unproven_values_are_shown_with_the_best_looking_move() -> None:
    open_one = MoveScore("4", "not proven yet", None, None, -9, 9, is_best=True)
    lost = MoveScore("2", "loss in 2", "loss", 2, -9, -9, is_best=False)
    scores = Scores(
        0, (lost, open_one), "not proven yet", "by looking 5 moves ahead, not proven", "The book is damaged."
    )
    title, *values, how, notice = score_lines(scores)
    assert (values, notice) == (["  4: not proven yet", "  2: loss in 2"], scores.notice)
    assert names(title, "red")
    assert names(how, scores.how, ": 4)")


def test_on_a_large_board_not_every_cell_is_listed() -> None:
    said, _ = talk("s\n", Position(Rules(12, 12, gravity=False)))
    assert " and " in said
    assert all(len(line) < 160 for line in said.splitlines())


def test_the_help_lists_the_values_key_within_forty_columns() -> None:
    assert "s  values" in HELP
    assert max(map(len, HELP.splitlines())) <= 40
