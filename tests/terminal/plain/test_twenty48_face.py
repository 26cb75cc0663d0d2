"""Tests of 2048's plain text: drawings, input and messages."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.session import Event, Session
from slidedrop.terminal.plain.face import face_of, title
from slidedrop.terminal.plain.twenty48_face import HELP, Twenty48Face
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.position import State
from slidedrop.twenty48.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

STUCK = [[2, 4], [4, 2]]


def session_from(rows: Iterable[Iterable[int]], *, seed: int = 1) -> Session:
    return Session(Game(seed=seed, start=State(Board.from_rows(rows))))


def played(session: Session, move: str) -> Event:
    event = session.play(move)
    assert event is not None
    return event


def test_2048_has_its_own_face() -> None:
    assert isinstance(face_of("2048"), Twenty48Face)


@pytest.mark.parametrize("line", HELP.splitlines())
def test_the_help_fits_forty_columns(line: str) -> None:
    assert len(line) <= 40


@given(st.integers(2, 8), st.data())
def test_numbers_never_run_together(size: int, data: st.DataObject) -> None:
    tiles = st.sampled_from([0, *(2**power for power in range(1, 18))])
    rows = data.draw(st.lists(st.lists(tiles, min_size=size, max_size=size), min_size=size, max_size=size))
    width = data.draw(st.sampled_from([10, 40, 80, sys.maxsize]))
    colour = data.draw(st.booleans())
    drawn = Twenty48Face().board(session_from(rows), colour=colour, width=width)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", drawn)
    assert [[int(tile.replace(".", "0")) for tile in line.split()] for line in plain.splitlines()[1:]] == rows


def test_a_board_too_wide_for_the_screen_is_drawn_tight_and_without_colour() -> None:
    session = Session(Game(Rules(size=8), seed=3))
    drawn = Twenty48Face().board(session, colour=True, width=40)
    assert "\x1b" not in drawn
    assert max(map(len, drawn.splitlines()[1:])) == 16
    assert "\x1b" in Twenty48Face().board(session, colour=True, width=80)


def test_the_best_score_is_the_best_of_the_saved_games_and_this_one() -> None:
    session, face = Session(Game(seed=7)), Twenty48Face(best=3)
    assert "Score: 0  Best: 3\n" in face.board(session, colour=False, width=80)
    for move in ("up", "left"):
        played(session, move)
    assert "Score: 4  Best: 4\n" in face.board(session, colour=False, width=80)
    assert isinstance(face.again(session), Game)
    assert "Best: 4\n" in face.board(session_from(STUCK), colour=False, width=80)


def test_a_game_from_a_given_board_sets_no_best_score() -> None:
    session = session_from([[4, 4], [0, 0]])
    played(session, "left")
    assert "Score: 8  Best: 6\n" in Twenty48Face(best=6).board(session, colour=False, width=80)


def test_a_move_is_described_with_its_merge_spawn_and_score() -> None:
    session = session_from([[0, 0, 0, 0], [8, 8, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], seed=7)
    told = Twenty48Face().told(played(session, "left"), session)
    assert re.fullmatch(r"Left: 8 and 8 .*16 .*row 2; new [24] .*row \d, column \d; score 16.*", told)


def test_merges_of_an_upward_move_are_listed_by_column() -> None:
    session = session_from([[2, 4], [2, 4]])
    told = Twenty48Face().told(played(session, "up"), session)
    assert re.match("Up: 2 and 2 .*4 .*column 1; 4 and 4 .*8 .*column 2; new ", told)


def test_a_hint_event_has_no_move_description() -> None:
    session = session_from([[2, 0], [0, 0]])
    event = session.take_hint()
    assert event is not None
    assert Twenty48Face().told(event, session) == Twenty48Face().news(event, session) == ""


@pytest.mark.requirement("R-000-32")
def test_the_winning_tile_is_announced_once_with_its_value() -> None:
    session = session_from([[1024, 1024, 0, 0], [2048, 2048, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    assert Twenty48Face().news(played(session, "left"), session).startswith("You made 4096!")
    assert Twenty48Face().news(played(session, "down"), session) == ""


def test_a_refused_move_names_those_that_are_possible() -> None:
    face, session = Twenty48Face(), session_from([[2, 0], [0, 0]])
    assert face.refused("up", session).rstrip(".").endswith(" down, right")
    assert face.refused("", session).startswith("Type down, right, ")
    assert face.refused("up", session_from(STUCK)).startswith("The game is")
    assert face.refused("up", session_from([[0, 0], [0, 0]])).startswith("There is no")


def test_the_ending_shows_the_score_and_the_number_of_moves() -> None:
    assert re.search("Score 0, largest 4, .*0 moves", Twenty48Face().ending(session_from(STUCK)))


def test_the_spoken_board_reads_row_by_row() -> None:
    assert Twenty48Face().spoken_board(session_from([[2, 0], [0, 4]])).split(".")[1:3] == [
        "\nRow 1: 2, empty",
        "\nRow 2: empty, 4",
    ]


@pytest.mark.requirement("R-000-33")
@given(st.lists(st.sampled_from(list(Direction)), min_size=1, max_size=6))
def test_a_line_may_hold_words_letters_or_a_run_of_letters(line: list[Direction]) -> None:
    session, face = session_from(STUCK), Twenty48Face()
    assert face.moves(" ".join(direction.value for direction in line), session) == line
    assert face.moves(" ".join(direction.key for direction in line).upper(), session) == line
    assert face.moves("".join(direction.key for direction in line), session) == line


@given(st.text())
def test_any_line_is_read_or_refused_with_one_printable_line(text: str) -> None:
    said = ""
    try:
        Twenty48Face().moves(text, session_from(STUCK))
    except NotationError as error:
        said = str(error)
    assert said.isprintable()
    assert len(said) < 200


def test_an_unknown_key_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match=r"^z .*[?]"):
        Twenty48Face().key("z", session_from(STUCK))


def test_the_title_names_the_game_its_rules_and_seed() -> None:
    game = Game(Rules(size=5), seed=7)
    assert title(Twenty48Face(), Session(game)).startswith("2048: 5x5 classic, seed 7")
    assert title(Twenty48Face(), Session(game, number=3)).startswith("2048: game 3, 5x5 classic")


def test_a_session_of_another_game_is_refused() -> None:
    class Chess:
        kind = "chess"

    with pytest.raises(NotationError, match=r"chess, not .*2048"):
        Twenty48Face().spoken_board(Session(Chess()))  # type: ignore[arg-type] # that is the point
