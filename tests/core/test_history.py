"""Undo and redo are a walk in the tree of what was tried."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.history import History

WALKS = st.lists(st.sampled_from(["a", "b", "undo", "redo"]), max_size=60)


def test_a_new_history_has_no_line() -> None:
    history: History[str, str] = History("start")
    assert history.state == "start"
    assert history.line() == []
    assert history.states() == []


def test_nothing_can_be_undone_at_the_start_nor_redone_at_the_end() -> None:
    history: History[str, str] = History("start")
    assert not history.undo()
    assert not history.redo()
    assert history.state == "start"


def test_a_key_that_was_never_tried_here_is_not_known() -> None:
    history: History[str, str] = History("start")
    history.advance("a", "one")
    assert history.known("a") is None
    history.undo()
    assert history.known("a") == "one"
    assert history.known("b") is None


def test_a_key_that_was_tried_before_leads_to_the_state_it_led_to_before() -> None:
    history: History[str, str] = History("start")
    history.advance("a", "first")
    history.undo()
    history.advance("a", "other")
    assert history.state == "first"


def test_a_new_move_forgets_what_could_be_redone() -> None:
    history: History[str, str] = History("start")
    history.advance("a", "one")
    history.advance("a", "two")
    history.undo()
    history.undo()
    history.advance("a", "one")
    assert not history.redo()


@given(WALKS)
def test_undo_and_redo_walk_like_two_stacks(walk: list[str]) -> None:
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
