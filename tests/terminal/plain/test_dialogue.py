"""Tests of the dialogue: commands, replies and errors."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.engine.kernel import COMPILING
from slidedrop.players.registry import make_player
from slidedrop.session import Session, new_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.dialogue import Dialogue
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.position import State
from tests.cli.talking import Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.session import Event


def talk(typed: str, session: Session | None = None, *, speak: bool = False) -> tuple[str, Session]:
    """Run a dialogue on a pipe and return its output and the session at its end."""
    out = io.StringIO()
    dialogue = Dialogue(
        Console(stdin=io.StringIO(typed), stdout=out),
        Twenty48Face(),
        session or Session(Game(seed=7)),
        follow=lambda last, _: Session(Twenty48Face().again(last)),
        speak=speak,
    )
    dialogue.run()
    return out.getvalue(), dialogue.session


def session_from(*rows: list[int]) -> Session:
    return Session(Game(seed=1, start=State(Board.from_rows(rows))))


@pytest.mark.parametrize(
    ("key", "word"), [("?", "help"), ("i", "hint"), ("r", "redo"), ("b", "board"), ("q", "quit"), ("n", "new")]
)
def test_a_command_is_a_key_or_a_word(key: str, word: str) -> None:
    if word == "hint":
        talk("i\n")  # the first hint of a process may come from the small network and say something else
    by_key, _ = talk(f"left\nup\nu\n{key}\n")
    by_word, _ = talk(f"left\nup\nu\n{word.upper()}\n")
    notice = f"{COMPILING}\n"  # is said before the first hint, if at all
    assert by_word.replace(notice, "") == by_key.replace(notice, "").replace(f"> {key}\n", f"> {word.upper()}\n")


def test_undo_and_redo_print_a_notice_at_the_ends_of_the_game() -> None:
    said, session = talk("left\nup\nu\nu\nu\nr\nr\nr\n")
    assert session.game.line() == ["left", "up"]
    assert said.count("Undone.") == said.count("Redone.") == 2
    assert said.count("nothing to undo") == said.count("nothing to redo") == 1


def test_a_game_that_cannot_be_resigned_asks_no_question() -> None:
    _, session = talk("x\nleft\n")
    assert session.game.line() == ["left"]


def test_a_hint_is_noted_in_the_game() -> None:
    said, session = talk("i\ni\n")
    assert session.game.summary().hints == 2
    assert "cells free" in said


def test_a_finished_game_has_no_hint() -> None:
    said, session = talk("i\n", session_from([2, 4], [4, 2]))
    assert session.game.summary().hints == 0
    assert "no move left" in said
    assert "over; u undoes" in said


def test_an_empty_line_says_what_can_be_typed() -> None:
    assert "> \nType down, or " in talk("\n", session_from([2, 4], [0, 0]))[0]


def test_a_line_of_moves_stops_when_the_game_is_over() -> None:
    said, session = talk("wasdwasdwasdwasdwasdwasd\n", session_from([2, 2], [4, 8]))
    assert session.game.outcome is not None
    assert said.count("Game over") == 1
    assert "over; u undoes" not in said


def test_a_line_with_one_wrong_word_moves_nothing() -> None:
    said, session = talk("left frob up\n")
    assert session.game.line() == []
    assert "'frob'" in said


def test_starting_a_new_game_needs_a_yes() -> None:
    before = Session(Game(seed=7))
    said, session = talk("n\nno\n", before)
    assert session is before
    assert "game continues" in said
    assert talk("n\ny\n", before)[1] is not before
    assert talk("n\n", session_from([2, 4], [4, 2]))[0].count("[y/N]") == 0


def test_only_a_saved_game_is_called_saved() -> None:
    assert "is not saved" in talk("n\n")[0]
    assert "one is saved" in talk("n\n", new_session(Game(seed=7)))[0]


def test_spoken_play_prints_text_and_draws_no_board() -> None:
    said, _ = talk("left\nu\n", speak=True)
    assert "Row 1: 2, empty, empty, " in said
    assert "> left\nLeft: new 2 " in said
    assert "> u\nUndone.\n" in said
    assert "    ." not in said


def test_replay_makes_the_recorded_moves_one_by_one() -> None:
    out = io.StringIO()
    session = session_from([2, 0], [0, 0])
    dialogue = Dialogue(Console(stdin=io.StringIO(), stdout=out), Twenty48Face(), session, follow=lambda last, _: last)
    dialogue.run(lambda dialogue: dialogue.replay([Direction.LEFT, Direction.DOWN], 0))
    assert session.game.line() == ["down"]
    assert re.search(r"1 of 2: left\. .*left; ", out.getvalue())
    assert "Replaying 2 of 2: down.\n> \n" in out.getvalue()


def test_a_move_that_cannot_be_saved_is_shown_with_the_reason() -> None:
    def fail(_: Event) -> None:
        message = "the disk is full"
        raise RecordError(message)

    session = Session(Game(seed=7))
    session.on_event(fail)
    said, _ = talk("left\n", session)
    assert session.game.line() == ["left"]
    assert said.count("Score: 0") == 2
    assert "disk is full" in said


def test_a_computer_plays_on_its_own_and_shows_that_it_is_thinking() -> None:
    game = Game(seed=1, start=State(Board.from_rows([[2, 2], [4, 8]])))
    out = Screen()
    session = Session(game, seats=(make_player("greedy", "2048"),))
    Dialogue(
        Console(stdin=Screen(), stdout=out, lines=True), Twenty48Face(), session, follow=lambda last, _: last
    ).run()
    assert game.outcome is not None
    assert "greedy is thinking" in out.getvalue()
    assert "thinking" not in talk("", Session(Game(seed=1, start=game.state)))[0]


@pytest.mark.parametrize("typed", ["redraw\n", "board\n"])
def test_the_board_can_be_redrawn_or_spoken_on_request(typed: str) -> None:
    said, session = talk(typed)
    shown: dict[str, Callable[[], str]] = {
        "redraw\n": lambda: Twenty48Face().board(session, colour=False, width=80),
        "board\n": lambda: Twenty48Face().spoken_board(session),
    }
    assert f"> {typed}{shown[typed]()}\n> " in said
