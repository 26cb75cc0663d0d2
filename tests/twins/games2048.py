"""Helpers for tests with games of 2048: a generator, a given start, a sequence of commands and a listener."""

from __future__ import annotations

from hypothesis import strategies as st

from slidedrop.core.command import Command
from slidedrop.twenty48 import Board, Direction, Game, Rules, State

RULES = st.builds(
    Rules,
    size=st.integers(2, 8),
    base=st.sampled_from([2, 3, 5]),
    spawn_weights=st.sampled_from([(90, 10), (50, 50), (100,), (1, 0, 2)]),
    tiles_per_move=st.integers(1, 3),
)


class OneAfterAnother:
    """A custom generator that returns 0, 1, 2, ... below any bound."""

    def __init__(self) -> None:
        self.drawn = 0

    def __len__(self) -> int:
        return 0  # a false generator is still a generator

    def next_int(self, bound: int, /) -> int:
        self.drawn += 1
        return self.drawn % bound


def game_of(*rows: list[int], **rest: object) -> Game:
    """Return a game that starts from these rows."""
    return Game(seed=1, start=State(Board.from_rows(rows), **rest))  # type: ignore[arg-type]


def walk(game: Game, steps: list[Direction | str]) -> list[Command]:
    """Execute these steps and return the commands of those with an effect, as a session saves them."""
    kept = []
    for step in steps:
        command = Command("move", step.value) if isinstance(step, Direction) else Command(step)  # type: ignore[arg-type]
        happened = game.do(command)
        if happened and isinstance(step, Direction) and game.records_tiles:
            command = Command("move", step.value, tuple((*cell, value) for cell, value in happened.spawns))  # type: ignore[union-attr]
        kept += [command] if happened else []
    return kept


def listening(game: Game) -> list[tuple[str, State]]:
    """Return a list to which every event of the game is appended."""
    heard: list[tuple[str, State]] = []
    game.on_end(lambda turn: heard.append(("lose", turn.state)))
    game.on_winning_tile(lambda turn: heard.append(("win", turn.state)))
    game.on_turn(lambda turn: heard.append(("move", turn.state)))
    return heard
