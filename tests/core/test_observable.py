"""All listeners are told, one by one, in the order in which they asked."""

from __future__ import annotations

import pytest

from slidedrop.core.observable import Listeners


@pytest.mark.requirement("R-002-14")
def test_all_listeners_are_told_in_the_order_in_which_they_asked() -> None:
    listeners: Listeners[str] = Listeners()
    heard: list[tuple[int, str]] = []
    for number in range(5):
        listeners.add(lambda news, number=number: heard.append((number, news)))  # type: ignore[misc]
    listeners.tell("moved")
    assert heard == [(number, "moved") for number in range(5)]


@pytest.mark.requirement("R-002-14")
def test_the_same_listener_twice_is_told_twice() -> None:
    listeners: Listeners[int] = Listeners()
    heard: list[int] = []
    listeners.add(heard.append)
    listeners.add(heard.append)
    listeners.tell(1)
    assert heard == [1, 1]


def test_a_listener_that_joins_while_others_are_told_waits_for_the_next_event() -> None:
    listeners: Listeners[int] = Listeners()
    heard: list[int] = []
    listeners.add(lambda _: listeners.add(heard.append))
    listeners.tell(1)
    assert heard == []
    listeners.tell(2)
    assert heard == [2]
