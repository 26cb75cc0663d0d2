"""Tests of a session: saving before reporting, replaying, computer players, and the rights of each seat.

`data/session_cases.json` lists what a command does to a game with seats; the page is tested with the same file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.connect4 import Game as Connect4
from slidedrop.connect4 import Position
from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError, RecordError, SlidedropError
from slidedrop.core.game import Summary
from slidedrop.core.game_base import History
from slidedrop.core.position import Outcome, Termination
from slidedrop.records.journal import Journal, read_entries
from slidedrop.records.library import Library
from slidedrop.records.replay import begin, record_from, replay
from slidedrop.session import Event, NotAllowed, Request, Session
from slidedrop.twenty48 import Board, Direction, Game, State, Turn

CASES = json.loads((Path(__file__).parent / "data" / "session_cases.json").read_text())
STEPS = st.lists(st.sampled_from(["up", "down", "left", "right", "undo", "redo", "hint"]), max_size=30)


class Cycling:
    """A random generator that the caller provides."""

    def __init__(self) -> None:
        self._drawn = 0

    def next_int(self, bound: int, /) -> int:
        self._drawn += 7
        return self._drawn % bound


class FirstMove:
    """A computer player that plays the first legal move."""

    name = "first"

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - of any game
        return position.legal_moves()[0]


class Counting:
    """A game for two players who count to ten in turn, one step each: the smallest game with an opponent."""

    kind: ClassVar[str] = "counting"
    held = 1

    def forget(self, kept: int) -> None:
        pass

    def __init__(self) -> None:
        self._history: History[str, int] = History(0)
        self.commands: list[Command] = []

    @property
    def position(self) -> Any:  # noqa: ANN401 - whatever the session and the computer need
        return SimpleNamespace(turn=self._history.state % 2, legal_moves=lambda: ["1"])

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(None, Termination.COUNT) if self._history.state == 10 else None

    @property
    def rules(self) -> None:
        return None

    def legal_moves(self) -> list[str]:
        return ["1"]

    def header(self) -> dict[str, Any]:
        return {"game": self.kind}

    def spell(self, move: Any) -> str:  # noqa: ANN401 - its moves are words already
        return str(move)

    def do(self, command: Command) -> object:
        if command.verb == "move":
            return self.play(command.move)
        went = self._history.undo() if command.verb == "undo" else self._history.redo()
        self.commands += [command] * went
        return went

    def play(self, move: Any) -> object:  # noqa: ANN401 - its moves are words already
        self._history.advance(move, self._history.state + int(move))
        self.commands.append(Command("move", move))
        return True

    def line(self) -> list[str]:
        return self._history.line()

    def summary(self) -> Summary:
        return Summary(self.kind, "", "", len(self.line()), 0, 0, self.outcome is not None)


def do_all(session: Session, steps: list[str]) -> None:
    """Carry out these steps in order."""
    deeds = {"undo": session.undo, "redo": session.redo, "hint": session.take_hint}
    for step in steps:
        deeds[step]() if step in deeds else session.play(step)


# --- saved and reported -----------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6), STEPS, st.booleans())
def test_a_saved_session_replays_to_the_same_game(seed: int, steps: list[str], own: bool) -> None:
    opened = Library().put(Game(random=Cycling()) if own else Game(seed=seed))
    session = Session(opened.game, opened.journal)
    do_all(session, steps)
    session.close()
    again = Library().take(opened.number)
    with again.journal:
        assert again.game.position == session.game.position
        assert again.game.line() == session.game.line()
        assert again.game.summary() == session.game.summary()
    Library().remove(opened.number)


def test_a_command_is_in_the_journal_before_listeners_are_notified() -> None:
    opened = Library().put(Game(seed=7))
    session = Session(opened.game, opened.journal)
    kept_when_told: list[object] = []
    session.on_event(lambda _: kept_when_told.append(read_entries(opened.journal.path.read_bytes()).entries[-1]))
    do_all(session, ["left", "up", "undo", "redo", "hint"])
    session.close()
    assert kept_when_told == [{"move": "left"}, {"move": "up"}, "undo", "redo", "hint"]


def test_listeners_receive_the_command_and_its_result() -> None:
    session = Session(Game(seed=7))
    heard: list[Event] = []
    session.on_event(heard.append)
    event = session.play("left")
    assert heard == [event]
    assert event is not None
    assert event.command == Command("move", "left")
    assert isinstance(event.happened, Turn)
    assert event.happened.slide.direction is Direction.LEFT


@pytest.mark.requirement("R-002-5", "R-002-12")
def test_a_command_that_changes_nothing_is_neither_saved_nor_reported() -> None:
    opened = Library().put(Game(seed=7, start=State(Board.from_rows([[2, 4], [0, 0]]))))
    session = Session(opened.game, opened.journal)
    heard: list[Event] = []
    session.on_event(heard.append)
    assert [session.play("left"), session.play("up"), session.undo(), session.redo()] == [None] * 4
    session.close()
    assert heard == []
    assert len(read_entries(opened.journal.path.read_bytes()).entries) == 1


def test_an_invalid_move_is_refused_and_not_saved() -> None:
    opened = Library().put(Game(seed=7))
    with opened.journal, pytest.raises(NotationError, match="direction"):
        Session(opened.game, opened.journal).play("sideways")
    assert len(read_entries(opened.journal.path.read_bytes()).entries) == 1


def test_a_session_without_a_journal_plays_all_the_same() -> None:
    session = Session(Game(seed=7))
    assert session.play("left") is not None
    session.close()


def test_tiles_of_a_custom_generator_are_saved() -> None:
    opened = Library().put(Game(random=Cycling()))
    session = Session(opened.game, opened.journal)
    do_all(session, ["left", "right", "up", "down"])
    session.close()
    commands = Library().record(opened.number).commands
    assert commands
    assert all(len(command.tiles) == 1 for command in commands)


def test_a_full_disk_is_reported_and_the_record_has_no_gap_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(seed=7)
    path = tmp_path / "1.journal"
    session = Session(game, Journal.create(path, {"version": 1, **game.header()}))
    heard: list[Event] = []
    session.on_event(heard.append)
    session.play("left")
    with monkeypatch.context() as full:
        full.setattr(os, "write", refuse)
        for move in ("up", "left"):
            with pytest.raises(RecordError, match=r"not be saved .*: no space left"):
                session.play(move)
    assert [(event.command.move, event.kept) for event in heard] == [("left", True), ("up", False), ("left", False)]
    session.play("down")
    session.close()
    again = replay(record_from(read_entries(path.read_bytes()).entries, "1"))
    assert again.position == game.position
    assert again.line() == game.line() == ["left", "up", "left", "down"]


def refuse(*_: object) -> int:
    """Raise the error that a write to a full disk raises."""
    raise OSError(28, "No space left on device")


# --- computers --------------------------------------------------------------------------------------------------------


def test_a_computer_plays_2048_by_itself() -> None:
    session = Session(Game(seed=7), seats=(FirstMove(),))
    legal = session.game.position.legal_moves()
    assert session.computer is not None
    event = session.let_computer_play()
    assert event is not None
    assert event.command.move == legal[0].value


def test_at_a_persons_turn_and_after_the_end_no_computer_moves() -> None:
    assert Session(Game(seed=7)).let_computer_play() is None
    stuck = State(Board.from_rows([[2, 4], [4, 2]]))
    assert Session(Game(seed=7, start=stuck), seats=(FirstMove(),)).let_computer_play() is None


@pytest.mark.parametrize("person", [0, 1])
def test_undo_and_redo_against_a_computer_affect_both_moves(person: int) -> None:
    seats: list[FirstMove | None] = [FirstMove(), FirstMove()]
    seats[person] = None
    session = Session(Counting(), seats=seats)
    for _ in range(2):
        while session.computer is not None:
            session.let_computer_play()
        session.play("1")
    while session.computer is not None:
        session.let_computer_play()
    plies = len(session.game.line())
    assert session.undo() is not None
    assert session.computer is None
    assert len(session.game.line()) == plies - 2
    assert session.redo() is not None
    assert len(session.game.line()) == plies
    assert session.redo() is None


def test_undo_works_before_the_computer_has_answered() -> None:
    session = Session(Counting(), seats=[None, FirstMove()])
    session.play("1")
    assert session.undo() is not None
    assert session.game.line() == []
    assert session.undo() is None


def test_the_computers_opening_move_cannot_be_undone() -> None:
    session = Session(Counting(), seats=[FirstMove(), None])
    session.let_computer_play()
    assert session.undo() is None
    assert session.game.line() == ["1"]


def test_undo_and_redo_go_one_move_if_only_computers_play() -> None:
    session = Session(Counting(), seats=[FirstMove(), FirstMove()])
    for _ in range(4):
        session.let_computer_play()
    session.undo()
    session.undo()
    assert len(session.game.line()) == 2
    session.redo()
    assert len(session.game.line()) == 3


def test_undo_works_if_the_second_player_moves_first() -> None:
    start = Position.from_rows(Position.from_moves("4").to_rows())
    session = Session(Connect4(start=start), seats=(FirstMove(), None))
    session.play("3")
    session.let_computer_play()
    assert session.game.line() == ["3", "1"]
    assert session.undo() is not None
    assert session.game.line() == []
    session.play("3")
    session.let_computer_play()
    session.do(Command("resign"))
    assert session.undo() is not None
    assert session.game.line() == ["3", "1"]


def test_a_direction_object_is_saved_by_its_name() -> None:
    opened = Library().put(Game(seed=7))
    with opened.journal:
        assert Session(opened.game, opened.journal).make(Direction.DOWN) is not None
    assert read_entries(opened.journal.path.read_bytes())[0][-1] == {"move": "down"}


# --- seats ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_session_passes_the_shared_cases(case: dict[str, Any]) -> None:
    names = ("game", "rules", "start", "seed")
    game = begin({"version": 1, **{name: case.get(name) for name in names}})
    session = Session(game, seats=[None if name == "human" else FirstMove() for name in case["seats"]])
    for step in case["do"]:
        before = [session.ply, *game.line()]
        assert told(session, step) == step.get("refused", step.get("answer", "")), step
        if "refused" in step or step.get("changes") is False:
            assert [session.ply, *game.line()] == before
    assert facts(session, case["then"]) == case["then"]


def told(session: Session, step: dict[str, Any]) -> int | str:
    """Carry out a step and return the reason for a refusal, the ply that answers a request, or an empty string."""
    try:
        if "request" in step:
            commands = [Command.from_json(command) for command in step["commands"]]
            return answered(session, Request(step["request"], step["ply"], commands), step.get("seat"))
        do_step(session, Command.from_json(step["command"]), step.get("seat"), agreed=step.get("agreed", False))
    except NotAllowed as error:
        return str(error.refusal)
    except SlidedropError:
        return "illegal"
    return ""


def answered(session: Session, request: Request, seat: int | None) -> int:
    """Answer a request as a server does."""
    before = session.answered(request)
    return before if before is not None else request.ply + len(list(session.carry_out(request, seat)))


def do_step(session: Session, command: Command, seat: int | None, *, agreed: bool) -> None:
    """Carry out a command as the only person on this device, or as one of two people."""
    here = {"undo": session.undo, "redo": session.redo, "resign": session.resign}
    if seat is None:
        here[command.verb]() if command.verb in here else session.do(command)
    elif command.verb == "resign":
        session.do_all(session.resign_commands(seat))
    elif agreed:
        session.do_all(session.undo_commands(seat))
    else:
        answered(session, Request(None, session.ply, [command]), seat)


def facts(session: Session, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the requested facts about a session."""
    outcome = session.game.outcome
    known = {
        "to_move": session.to_move,
        "line": session.game.line(),
        "ply": session.ply,
        "undo": len(session.undo_commands()),
        "undos": {str(seat): session.undos({seat}) for seat in range(len(session.seats))},
        "may_resign": session.may_resign,
        "winner": None if outcome is None else outcome.winner,
    }
    return {name: known[name] for name in wanted}


LINES = st.lists(st.integers(1, 7), max_size=6)


@given(LINES, st.booleans(), st.booleans(), st.integers(0, 1))
def test_the_counted_undos_remove_a_seats_last_move_and_give_it_the_turn(
    line: list[int], second: bool, resigned: bool, seat: int
) -> None:
    game = Connect4(start=Position.from_moves("1")) if second else Connect4()
    session = Session(game, seats=(None, None))
    for column in line:
        session.play(str(column))
    if resigned:
        session.do(Command("resign"))
    made = [(second + ply) % 2 for ply in range(len(line) + resigned)]
    undos = session.undos({seat})
    assert undos == (made[::-1].index(seat) + 1 if seat in made else 0)
    session.do_all([Command("undo")] * undos)
    assert not undos or session.to_move == seat
