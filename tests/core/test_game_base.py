"""Tests of the base class of all games: undo, redo, hints, listeners and history."""

from __future__ import annotations

import gc
import weakref
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.command import Command
from slidedrop.core.errors import IllegalMove, NotationError
from slidedrop.core.game import Header, Summary
from slidedrop.core.game_base import Forgotten, GameBase, History, Listeners
from slidedrop.core.position import Outcome, Position, Termination


class Counting(GameBase[str, int, int]):
    """A minimal game: each move adds one, and it ends at three."""

    kind = "counting"

    def __init__(self) -> None:
        super().__init__()
        self._begin_at(0)

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(0, Termination.COUNT) if self.count == 3 else None

    def header(self) -> Header:
        return {"game": "counting"}

    @classmethod
    def from_header(cls, header: Header) -> Self:
        assert header["game"] == "counting"
        return cls()

    def summary(self) -> Summary:
        count = self.count
        return Summary("counting", "to three", f"at {count}", count, self.take_backs, self.hints, self.is_over)

    @classmethod
    def new(cls, rules: object = None, *, seed: int | None = None) -> Self:
        assert rules is seed is None
        return cls()

    @property
    def rules(self) -> None:
        return None

    def legal_moves(self) -> list[str]:
        return [] if self.is_over else ["on"]

    @property
    def position(self) -> Position[str]:
        raise NotImplementedError

    def line(self) -> list[str]:
        return self._history.line()

    def spell(self, move: str) -> str:
        return move

    @property
    def count(self) -> int:
        return self._history.state

    def play(self, move: str = "on") -> None:
        self._history.advance(move, self.count + 1)
        self.commands.append(Command("move", "on"))
        self._on_turn.tell(self.count)
        if self.is_over:
            self._on_end.tell(self.count)

    def do(self, command: Command | str) -> bool:
        command = Command(command) if isinstance(command, str) else command  # type: ignore[arg-type]
        if command.verb != "move":
            return self._retrace(command)
        self.play()
        return True


def test_undo_and_redo_move_through_the_game_and_only_undos_are_counted() -> None:
    game = Counting()
    game.play()
    game.play()
    assert [game.do("undo"), game.do("undo"), game.do("undo")] == [True, True, False]
    assert (game.count, game.take_backs) == (0, 2)
    assert [game.do("redo"), game.do("redo"), game.do("redo")] == [True, True, False]
    assert (game.count, game.take_backs) == (2, 2)


def test_a_hint_is_counted_and_changes_nothing_else() -> None:
    game = Counting()
    game.play()
    assert game.do("hint")
    assert (game.count, game.hints, game.take_backs) == (1, 1, 0)


def test_a_game_is_rebuilt_from_its_commands() -> None:
    game = Counting()
    for step in (Command("move", "on"), "undo", "undo", "redo", "hint", Command("move", "on")):
        game.do(step)
    again = Counting.from_dict(game.to_dict())
    assert [command.verb for command in again.commands] == ["move", "undo", "redo", "hint", "move"]
    assert (again.count, again.take_backs, again.hints, again.is_over) == (2, 1, 1, False)
    assert "at 2, move 2" in repr(again)


def test_an_invalid_game_dict_is_refused_with_the_faulty_command() -> None:
    wrongs: list[object] = [None, [], {"game": "counting", "commands": 5}, {"game": "counting", "commands": ["frob"]}]
    for wrong in wrongs:
        with pytest.raises(NotationError):
            Counting.from_dict(wrong)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="command 1, 'undo'"):
        Counting.from_dict({"game": "counting", "commands": ["undo"]})


def test_listeners_are_notified_of_every_turn_and_then_of_the_end() -> None:
    game, heard = Counting(), list[str]()
    game.on_end(lambda turn: heard.append(f"end {turn}"))
    game.on_turn(lambda turn: heard.append(f"turn {turn}"))
    for _ in range(3):
        game.play()
    assert heard == ["turn 1", "turn 2", "turn 3", "end 3"]
    with pytest.raises(NotationError, match="listener"):
        game.on_turn(5)  # type: ignore[arg-type]


def test_a_history_creates_no_reference_cycles() -> None:
    history: History[str, set[str]] = History(set())
    for key in "abc":
        history.advance(key, {key})
        history.undo()
        history.redo()
    history.undo()
    state = weakref.ref(history.state)
    gc.disable()
    try:
        del history
        assert state() is None
    finally:
        gc.enable()


WALKS = st.lists(st.sampled_from(["a", "b", "undo", "redo"]), max_size=60)


def test_a_new_history_has_no_line() -> None:
    history: History[str, str] = History("start")
    assert history.state == "start"
    assert history.line() == []
    assert history.states() == []


def test_undo_at_the_start_and_redo_at_the_end_do_nothing() -> None:
    history: History[str, str] = History("start")
    assert not history.undo()
    assert not history.redo()
    assert history.state == "start"


def test_an_untried_key_has_no_known_state() -> None:
    history: History[str, str] = History("start")
    history.advance("a", "one")
    assert history.known("a") is None
    history.undo()
    assert history.known("a") == "one"
    assert history.known("b") is None


def test_a_key_tried_before_leads_to_the_same_state() -> None:
    history: History[str, str] = History("start")
    history.advance("a", "first")
    history.undo()
    history.advance("a", "other")
    assert history.state == "first"


def test_a_new_move_clears_the_redo_states() -> None:
    history: History[str, str] = History("start")
    history.advance("a", "one")
    history.advance("a", "two")
    history.undo()
    history.undo()
    history.advance("a", "one")
    assert not history.redo()


@given(WALKS)
def test_undo_and_redo_behave_like_two_stacks(walk: list[str]) -> None:
    history: History[str, str] = History("")
    done: list[str] = []
    undone: list[str] = []
    for step in walk:
        if step == "undo":
            assert history.undo() == bool(done)
            undone += [done.pop()] if done else []
        elif step == "redo":
            assert history.redo() == bool(undone)
            done += [undone.pop()] if undone else []
        else:
            history.advance(step, history.state + step)
            done, undone = [*done, step], []
        assert history.line() == done
        assert history.state == "".join(done)
    assert history.states() == ["".join(done[: end + 1]) for end in range(len(done))]


@pytest.mark.requirement("R-002-14")
def test_listeners_are_notified_in_the_order_they_were_added() -> None:
    listeners: Listeners[str] = Listeners()
    heard: list[tuple[int, str]] = []
    for number in range(5):
        listeners.add(lambda news, number=number: heard.append((number, news)))  # type: ignore[misc]
    listeners.tell("moved")
    assert heard == [(number, "moved") for number in range(5)]


@pytest.mark.requirement("R-002-14")
def test_a_listener_added_twice_is_notified_twice() -> None:
    listeners: Listeners[int] = Listeners()
    heard: list[int] = []
    listeners.add(heard.append)
    listeners.add(heard.append)
    listeners.tell(1)
    assert heard == [1, 1]


def test_a_listener_added_during_an_event_is_notified_from_the_next_one_on() -> None:
    listeners: Listeners[int] = Listeners()
    heard: list[int] = []
    listeners.add(lambda _: listeners.add(heard.append))
    listeners.tell(1)
    assert heard == []
    listeners.tell(2)
    assert heard == [2]


def test_a_history_forgets_all_but_the_most_recent_states() -> None:
    history: History[str, int] = History(0)
    for state in range(1, 10):
        history.advance("on", state)
        history.advance("aside", -state)
        history.undo()
    assert history.held == 19
    history.forget(3)
    assert (history.state, history.held, len(history.line())) == (9, 6, 9)
    assert [history.undo(), history.undo(), history.state] == [True, True, 7]
    for beyond in (history.undo, history.states):
        with pytest.raises(Forgotten):
            beyond()
    assert [history.redo(), history.redo(), history.state] == [True, True, 9]
