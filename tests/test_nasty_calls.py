"""A table of invalid calls: each raises a slidedrop error or returns the right value, never another exception.

`test_public_api.py` passes wrong values to every argument of the public API. This file tests environments, batches,
NumPy's numbers, and calls at the wrong time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from math import inf, nan
from typing import Any, Final

import numpy as np
import pytest

import slidedrop
from slidedrop import aio, connect4, twenty48
from slidedrop.core.errors import SlidedropError
from slidedrop.lab.envs import connect4_v0, env, vector
from slidedrop.lab.envs.oracle import Oracle, VectorOracle
from slidedrop.lab.envs.self_play import SelfPlayVector
from slidedrop.lab.envs.text import Text

Call = Callable[[Any], object]
HUGE: Final = 10**400
NO_INT: Final = (True, np.True_, 1.0, np.float64(1), "1", nan, inf, 1j, b"1", [1], object(), np.array([1, 2]))
NO_COUNT: Final = (*NO_INT, None, -1, -(2**63))
NO_TEXT: Final = (True, 1, 1.5, None, b"up", ["up"], object(), np.array([1]))
NO_BOARD: Final[tuple[Any, ...]] = (
    True,
    0,
    1.5,
    -HUGE,
    b"2,2/2,2",
    [],
    [[]],
    [[2, 2], [2]],
    [[True, 0], [0, 0]],
    [[1.0] * 4] * 4,
    object(),
)
FULL: Final = twenty48.Board.from_rows([[2, 4, 2, 4], [4, 2, 4, 2]] * 2)
END: Final = "1212121"
# Typed as Any, as the tests call them with values that their types forbid.
SLIDES: Any = twenty48.Game
DROPS: Any = connect4.Game
BOARD: Any = twenty48.Board
MANY: Any = vector.connect4


def begun(one: Any) -> Any:  # noqa: ANN401 - any environment
    """Return an environment after its reset."""
    one.reset(seed=1)
    return one


def closed(many: Any) -> Any:  # noqa: ANN401 - a vector
    """Return a closed vector environment."""
    begun(many).close()
    return many


def over(one: Any) -> Any:  # noqa: ANN401 - any environment
    """Return a Connect-4 environment whose game is over."""
    one.reset(seed=1, options={"start": "121212"})
    one.step(0 if isinstance(one, env.GameEnv) else [0] * one.num_envs)
    return one


def won() -> connect4.Game:
    """Return a game that red has won."""
    return connect4.Game(start=connect4.Position.from_moves(END))


REFUSED: Final[dict[str, tuple[Call, tuple[Any, ...]]]] = {
    "step": (lambda wrong: begun(env.twenty48()).step(wrong), (*NO_COUNT, 4, HUGE)),
    "step of PettingZoo's": (lambda wrong: begun(connect4_v0.raw_env()).step(wrong), (*NO_COUNT, 7, HUGE)),
    "steps": (
        lambda wrong: begun(vector.connect4(2)).step(wrong),
        (True, 1, 1.0, "1", None, nan, -1, object(), [], [0], [0, 7], [0, HUGE], [[0, 1]]),
    ),
    "steps that are no numbers": (
        lambda wrong: begun(vector.connect4(2)).step([wrong, wrong]),
        (True, 1.0, "1", None, nan, b"1", 1j, HUGE, [], [1], object()),
    ),
    "ragged steps": (lambda wrong: begun(vector.connect4(2)).step(wrong), ([[0], [0, 1]], [0, [1]])),
    "seed": (lambda wrong: env.connect4().reset(seed=wrong), (*NO_INT, -1)),
    "seed of a vector": (
        lambda wrong: vector.twenty48(2).reset(seed=wrong),
        (-1, 1.5, "1", True, [1], [1, -1], [1, 1.5]),
    ),
    "options": (lambda wrong: env.twenty48().reset(options=wrong), (1, "start", ["start"], {"begin": 1}, {1: 2}, nan)),
    "options of a vector": (
        lambda wrong: vector.twenty48(2).reset(options=wrong),
        (1, "start", {"begin": 1}, object()),
    ),
    "start of 2048": (lambda wrong: env.twenty48(start=wrong), NO_BOARD),
    "start of Connect-4": (lambda wrong: env.connect4(start=wrong), (1, 4.0, True, b"44", "9", END, ["4"], nan)),
    "starts": (
        lambda wrong: vector.connect4(2).reset(options={"starts": wrong}),
        (1, "44", ["44"], [END, "4"], [4, 4], {}),
    ),
    "reset_mask": (
        lambda wrong: vector.connect4(2).reset(options={"reset_mask": wrong}),
        (True, [True, False], 1, "1"),
    ),
    "state": (
        lambda wrong: MANY(2).set_state(wrong),
        (None, 1, [], np.zeros((2, 4)), np.zeros(8, dtype=np.uint64)),
    ),
    "position of a vector": (lambda wrong: begun(vector.twenty48(2)).position(wrong), (*NO_COUNT, 2, HUGE)),
    "number of environments": (vector.connect4, (*NO_COUNT, 0)),
    "threads": (lambda wrong: vector.connect4(2, threads=wrong), (*NO_COUNT, 0)),
    "limit": (lambda wrong: vector.connect4(2, max_episode_steps=wrong), (*NO_INT, -1)),
    "autoreset": (lambda wrong: vector.connect4(2, autoreset_mode=wrong), (*NO_TEXT, "never", "nextstep", "")),
    "illegal": (lambda wrong: env.connect4(illegal=wrong), (*NO_TEXT, "", "ignore")),
    "illegal_cap": (lambda wrong: env.connect4(illegal_cap=wrong), NO_COUNT),
    "masked": (lambda wrong: env.connect4(masked=wrong), (1, "yes", None, 1.0, np.True_)),
    "render_mode": (lambda wrong: env.connect4(render_mode=wrong), (True, 1, "", "png", b"ansi", ["ansi"])),
    "size": (lambda wrong: env.twenty48(size=wrong), (*NO_COUNT, 0, 1, 16, HUGE)),
    "base": (lambda wrong: env.twenty48(base=wrong), (*NO_COUNT, 0)),
    "rules": (lambda wrong: env.twenty48(rules=wrong), (*NO_TEXT, "", "chess")),
    "observation": (lambda wrong: env.twenty48(observation=wrong), (*NO_TEXT, "", "pixels")),
    "columns": (lambda wrong: env.connect4(columns=wrong), (*NO_COUNT, 0, HUGE)),
    "side": (lambda wrong: env.connect4(opponent="random", side=wrong), (*NO_INT, 2, -1, HUGE)),
    "opponent": (
        lambda wrong: env.connect4(opponent=wrong),
        (True, 1, 1.5, "", "nobody", b"random", object(), np.int64(1)),
    ),
    "answer in words": (lambda wrong: begun(Text(env.twenty48())).step(wrong), NO_TEXT),
    "words of": (Text, (None, 1, "env", object(), twenty48.Game())),
    "values of": (Oracle, (None, 1, "env", object(), connect4.Game())),
    "values of many": (VectorOracle, (None, 1, object())),
    "plies of values": (lambda wrong: Oracle(env.twenty48(), plies=wrong), (*NO_COUNT, 0)),
    "self-play of": (lambda wrong: SelfPlayVector(wrong, lambda *_: 0), (None, 1, object())),
    "a step before the reset": (lambda make: make().step(0), (env.twenty48, env.connect4)),
    "steps before the reset": (lambda make: make(1).step([0]), (vector.twenty48, vector.connect4)),
    "steps after the end": (lambda mode: over(vector.connect4(2, autoreset_mode=mode)).step([0, 0]), ("Disabled",)),
    "a forbidden step": (lambda make: over(make(illegal="error")).step(0), (env.connect4,)),
    "closed": (lambda threads: closed(vector.connect4(4096, threads=threads)).step([0] * 4096), (1, 2)),
    "a column after the end": (lambda wrong: won().play(wrong), (0, 1, 6, 7, -1, True, "4", None, np.int8(3))),
    "a slide after the end": (lambda wrong: twenty48.Game(start=FULL).play(wrong), ("left", "up", 0, None, b"up")),
    "a slide": (SLIDES(seed=1).play, (*NO_COUNT, 0, HUGE, "north", np.zeros((4, 4)), ["up"])),
    "a slide of a board": (FULL.slide, (None, 1, np.array([1, 2]), np.array([]), b"left")),
    "states to keep": (lambda wrong: connect4.Game().forget(wrong), (*NO_COUNT, 0)),
    "a value": (connect4.Value, (None, "win", 1, "won", object())),
    "a network": (twenty48.load_network, (None, 1, "big", np.array([1, 2]))),
    "spawn weights": (
        lambda wrong: twenty48.Rules(spawn_weights=wrong),
        (None, 1, (), (0,), [90, 10], (1.0,), (True,), (-1, 2), (HUGE,), (1,) * 33, "90", np.array([90, 10])),
    ),
    "a column": (lambda wrong: connect4.Game().play(wrong), (*NO_COUNT, 7, HUGE, np.uint8(7))),
    "boards of a batch": (
        slidedrop.best_moves,
        (None, 1, "2", [1], [None], np.array(3), np.zeros((1, 4, 3), int), np.zeros((1, 4, 4))),
    ),
    "positions of a batch": (
        slidedrop.solve_many,
        (None, 1, 1.5, [1], ["44"], [None], np.array(3), [twenty48.Position(FULL)]),
    ),
    "awaited": (lambda wrong: asyncio.run(aio.best_move(wrong)), (None, 1, "2,2/2,2", object())),
    "awaited solution": (lambda wrong: asyncio.run(aio.solve(wrong)), (None, 1, "44", twenty48.Position(FULL))),
    "the other game as a dictionary": (lambda other: SLIDES.from_dict(other.to_dict()), (connect4.Game(),)),
    "the other game as text": (lambda other: DROPS.from_text(other.to_text()), (twenty48.Game(seed=1),)),
    "load": (slidedrop.load, (None, 1.5, True, "", "no such file", b"x", [], HUGE, -1, 0, 10**9)),
}
NUMPY: Final = (np.int8, np.uint8, np.int32, np.int64, np.uint64)
BEGUN: Final = twenty48.Board.from_rows([[2, 2, 0, 0], [0, 4, 0, 0], [0] * 4, [0] * 4])
RIGHT: Final[dict[str, tuple[Callable[[], object], object]]] = {
    "NumPy's seed": (lambda: SLIDES(seed=np.uint8(7)).board == twenty48.Game(seed=7).board, True),
    "NumPy's column": (lambda: DROPS().play(np.int8(3)).cell[1], 3),
    "NumPy's size": (lambda: BOARD.empty(np.int64(3)).size, 3),
    "NumPy's step": (lambda: begun(env.connect4()).step(np.uint8(3))[1], 0.0),
    "NumPy's steps": (lambda: list(begun(vector.connect4(2)).step(np.array([6, 0], dtype=np.uint8))[1]), [0.0, 0.0]),
    "a list of steps": (lambda: list(begun(vector.connect4(2)).step([6, 0])[2]), [False, False]),
    "NumPy's number of environments": (lambda: MANY(np.int16(3)).num_envs, 3),
    "a huge seed": (lambda: env.twenty48().reset(seed=HUGE)[0].sum() > 0, True),
    "a full column ends it": (lambda: [begun(one).step(0)[1] for one in [env.connect4(start="111111")]], [-1.0]),
    "words without a move": (lambda: begun(Text(env.twenty48())).step("")[1:4], (0.0, False, False)),
    "no boards": (lambda: slidedrop.best_moves([]).values.shape, (0, 4)),
    "no positions": (lambda: slidedrop.solve_many(()), []),
    "no move at the end": (
        lambda: (slidedrop.analyse(won().position).best, slidedrop.best_move(FULL).best),
        (None, None),
    ),
    "no legal move at the end": (lambda: (won().legal_moves(), twenty48.Game(start=FULL).legal_moves()), ([], [])),
    "nothing to undo or redo": (
        lambda: [make().undo() or make().redo() for make in (twenty48.Game, connect4.Game)],
        [False, False],
    ),
    "a closed environment of one thread resets": (lambda: env.connect4().close(), None),
}
CALLS: Final = [
    pytest.param(call, wrong, id=f"{name}-{number}")
    for name, (call, given) in REFUSED.items()
    for number, wrong in enumerate(given)
]


def test_the_table_has_at_least_200_calls() -> None:
    assert len(CALLS) + len(RIGHT) >= 200


@pytest.mark.parametrize(("call", "wrong"), CALLS)
def test_a_nasty_call_raises_a_slidedrop_error(call: Call, wrong: Any) -> None:  # noqa: ANN401 - anything
    with pytest.raises(SlidedropError, match=r"\w"):
        call(wrong)


@pytest.mark.parametrize("kind", NUMPY)
def test_rules_of_numpy_numbers_are_those_of_plain_ones_and_are_saved(kind: Any) -> None:  # noqa: ANN401 - a type
    rules = twenty48.Rules(kind(12), kind(2), kind(64), (kind(90), kind(10)), kind(1), kind(2))
    assert json.dumps(rules.to_json()) == json.dumps(twenty48.Rules(12, 2, 64).to_json())
    game = twenty48.Game(rules, seed=kind(7))
    number: Any = slidedrop.save(game)
    assert slidedrop.load(kind(number)).to_text() == game.to_text()
    assert repr(twenty48.Board.empty(kind(12))) == repr(twenty48.Board.empty(12))
    assert rules.crosses_winning(kind(64)) is True
    plan = twenty48.Plan.of_size(kind(3), threads=kind(2), seed=kind(5), warmup_moves=kind(9))
    assert json.dumps(plan.to_json()) == json.dumps(
        twenty48.Plan.of_size(3, threads=2, seed=5, warmup_moves=9).to_json()
    )


@pytest.mark.parametrize(("one", "other"), [(twenty48.Game, connect4.Game), (connect4.Game, twenty48.Game)])
def test_a_text_of_the_other_game_is_refused_with_its_name(one: Any, other: Any) -> None:  # noqa: ANN401 - either class
    with pytest.raises(SlidedropError, match=f"'{other.kind}'.*'{one.kind}'"):
        one.from_text(other().to_text())


@pytest.mark.parametrize("kind", NUMPY)
def test_numpys_number_of_plies_is_a_number_of_plies(kind: Any) -> None:  # noqa: ANN401 - a type
    plain, of_many = twenty48.best_move(BEGUN, plies=2), slidedrop.best_moves([BEGUN], plies=2)
    assert twenty48.best_move(BEGUN, plies=kind(2)).values == plain.values
    assert (slidedrop.best_moves([BEGUN], plies=kind(2), threads=kind(1)).values == of_many.values).all()


@pytest.mark.parametrize("name", RIGHT)
def test_an_odd_call_gives_the_right_value(name: str) -> None:
    call, expected = RIGHT[name]
    assert call() == expected
