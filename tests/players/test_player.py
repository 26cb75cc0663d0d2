"""Tests of player names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.errors import NotationError
from slidedrop.players.player import PlayerName

levels = st.none() | st.integers(0, 999)
times = st.none() | st.integers(1, 999_999).map(lambda number: number / 1000) | st.integers(1, 999_999).map(float)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", PlayerName("random")),
        (" Tree:4 ", PlayerName("tree", 4)),
        ("network@5ms", PlayerName("network", None, 0.005)),
        ("search:6@2s", PlayerName("search", 6, 2.0)),
        ("search@1.5s", PlayerName("search", None, 1.5)),
    ],
)
def test_a_name_has_a_level_and_a_time(text: str, spec: PlayerName) -> None:
    assert PlayerName.read(text) == spec


@pytest.mark.parametrize("text", ["", "4", "tree:", "tree:x", "tree@", "tree@5", "tree@5min", "tree:1000", "a b", "ж"])
def test_an_invalid_player_name_is_refused_with_examples(text: str) -> None:
    with pytest.raises(NotationError, match=r"not a player.* random"):
        PlayerName.read(text)


@given(st.sampled_from(["random", "tree"]), levels, times)
def test_a_player_name_survives_writing_and_reading(name: str, level: int | None, seconds: float | None) -> None:
    spec = PlayerName(name, level, seconds)
    again = PlayerName.read(str(spec))
    assert (again.name, again.level) == (name, level)
    assert again.seconds == pytest.approx(seconds)


def test_a_time_is_written_in_readable_units() -> None:
    assert [str(PlayerName("a", None, seconds)) for seconds in (2.0, 0.2, 1.5, 1000.0, 0.0005)] == [
        "a@2s",
        "a@200ms",
        "a@1.5s",
        "a@1000s",
        "a@0.5ms",
    ]
