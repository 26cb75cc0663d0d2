"""Tests of a plugin game in the plain terminal that has no face module."""

from __future__ import annotations

import io
import os
import pty
from typing import TYPE_CHECKING

import pytest

from slidedrop import games
from slidedrop.core.spec import Provider
from slidedrop.players.registry import make_player
from slidedrop.session import Session, new_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.dialogue import Dialogue
from slidedrop.terminal.plain.face import Face, face_of
from tests.terminal.nim import Game

if TYPE_CHECKING:
    from slidedrop.players.player import AnyPlayer


@pytest.fixture(autouse=True)
def nim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the toy game."""
    monkeypatch.setitem(games.BUILT_IN, "nim", Provider("tests.terminal.nim:SPEC"))


def talk(console: Console, *seats: AnyPlayer | None, speak: bool = False) -> Session:
    """Run a dialogue and return the session at its end."""
    face = face_of("nim", keys=console.keys, speak=speak)
    assert type(face) is Face
    session = new_session(Game(), seats or (None, None))
    dialogue = Dialogue(
        console, face, session, follow=lambda last, _: new_session(face.again(last), last.seats), speak=speak
    )
    dialogue.run()
    return dialogue.session


def piped(typed: str, *seats: AnyPlayer | None, speak: bool = False) -> tuple[str, Session]:
    """Run a dialogue on a pipe; return its output and the session."""
    out = io.StringIO()
    session = talk(Console(stdin=io.StringIO(typed), stdout=out), *seats, speak=speak)
    return out.getvalue(), session


def test_lines_play_undo_and_end_a_game() -> None:
    said, session = piped("b2 b3\nu\nr\nb2\nq\n")
    assert "o o o o o o o |" in said
    assert "White to move: b1 b2 b3" in said
    assert "after 3 moves" in said
    assert session.game.line() == ["b2", "b3", "b2"]
    assert session.game.summary().take_backs == 1


def test_invalid_moves_and_hints_are_refused() -> None:
    said, session = piped("b9\nb3 b3 b2\ni\n\n?\nb\nx\ny\n")
    assert "type b1, b2 or b3" in said
    assert "no hints" in said
    assert "hints.." not in said
    assert "the last stone" in said
    assert session.game.line() == ["b3", "b3", "resign"]


def test_a_computer_replies_and_its_move_is_shown() -> None:
    said, session = piped("b1\n", None, make_player("search:4", "nim"))
    assert session.game.line() == ["b1", "b2"], "four stones are left to the opponent"
    assert "move was b2" in said
    said, _ = piped("b1\n", speak=True)
    assert "B1; black " in said


def test_single_keys_form_a_move_even_if_they_are_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    person, program = pty.openpty()
    with os.fdopen(program, "r+b", buffering=0) as raw:
        stream = io.TextIOWrapper(raw, "utf-8", write_through=True)
        os.write(person, b"b2b3uq")
        session = talk(Console(stdin=stream, stdout=stream))
        drawn = os.read(person, 1 << 16)
    os.close(person)
    assert session.game.line() == ["b2"]
    assert session.game.summary().take_backs == 1
    assert b"Move: b" in drawn
