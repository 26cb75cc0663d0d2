"""Helpers for the actions of people in a room, over HTTP."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.web.running import Person, events_of, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.running import Event


def opened(person: Person, kind: str = "race", **more: object) -> str:
    """Open a room and return its code."""
    answer = person.post("/api/v1/rooms", json={"kind": kind, **more})
    assert answer.status_code == 201, answer.text
    assert answer.json()["owner"]
    code: str = answer.json()["code"]
    return code


def join(person: Person, code: str, name: str) -> Any:  # noqa: ANN401 - plain values
    """Join a room under a name."""
    answer = person.post(f"/api/v1/rooms/{code}/players", json={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()


def sit(person: Person, code: str) -> Any:  # noqa: ANN401 - plain values
    """Open your own game in a room and return the answer."""
    answer = person.post(f"/api/v1/rooms/{code}/games")
    assert answer.status_code == 200, answer.text
    return answer.json()


def look(person: Person, code: str) -> Any:  # noqa: ANN401 - plain values
    """Return the room in its current state."""
    answer = person.get(f"/api/v1/rooms/{code}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def points(person: Person, code: str) -> dict[str, float]:
    """Return the points of all players."""
    return {line["name"]: line["points"] for line in look(person, code)["standings"]}


def comes_to(person: Person, code: str, **wanted: float) -> None:
    """Wait until all players have these points."""
    until(lambda: points(person, code) == wanted, 10)


@contextmanager
def watching(person: Person, code: str) -> Iterator[Iterator[Event]]:
    """Open the stream of a room."""
    with person.stream("GET", f"/api/v1/rooms/{code}/events") as answer:
        assert answer.status_code == 200, answer.read()
        yield events_of(answer.iter_lines())
