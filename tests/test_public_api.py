"""Tests that every public name exists, is typed, has a docstring and refuses invalid arguments."""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import slidedrop
from slidedrop import connect4, twenty48
from slidedrop.core.command import Command
from slidedrop.core.errors import GameOver, IllegalMove, NotationError, RulesError, SlidedropError
from slidedrop.records.library import Library
from tests.public_calls import (
    CALLS,
    NAN,
    OTHERWISE,
    WRONG,
    dropping,
    sliding,
    small,
)

PACKAGES: Final = (twenty48, connect4, slidedrop)
RESULTS: Final = {
    "Analysis",
    "BestMoves",
    "SpawnOutcome",
    "Motion",
    "Network",
    "Slide",
    "Solution",
    "Spawn",
    "State",
    "Training",
} | {
    "TrainingReport",
    "Turn",
    "Value",
}
"""Result classes that users do not create; functions that accept one of them (a State) check it."""


def public() -> Iterator[tuple[str, Any]]:
    """Yield every public name with its object, including the methods and properties of classes."""
    for package in PACKAGES:
        for name in package.__all__:
            found = getattr(package, name)
            yield f"{package.__name__}.{name}", found
            if inspect.isclass(found):
                for member, value in vars(found).items():
                    if not member.startswith("_"):
                        yield f"{package.__name__}.{name}.{member}", getattr(value, "__func__", value)


PUBLIC: Final = dict(public())
MEMBERS: Final = {name: found for name, found in PUBLIC.items() if callable(found) or isinstance(found, property)}


def test_dir_lists_all_public_names() -> None:
    assert {"solve", "best_move", "analyse", "review", "train", "save", "load", "Twenty48", "Connect4"} <= set(
        dir(slidedrop)
    )
    for package in PACKAGES:
        assert sorted(package.__all__) == dir(package)
        assert all(getattr(package, name) is not None for name in package.__all__)
    with pytest.raises(AttributeError, match=r"'slidedrop' .*'frob'"):
        slidedrop.frob  # noqa: B018 - asking is the test


def test_importing_slidedrop_loads_no_other_modules() -> None:
    program = "import sys, slidedrop; print([m for m in sys.modules if m.startswith('slidedrop.')])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "['slidedrop.lazy', 'slidedrop.version']"


def test_importing_slidedrop_takes_less_than_15_ms_of_cpu() -> None:
    program = "import time; began = time.process_time(); import slidedrop; print(time.process_time() - began)"
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in "123"]
    assert min(float(run.stdout) for run in runs) < 0.015


@pytest.mark.parametrize("name", MEMBERS)
def test_every_public_name_has_a_docstring_and_resolvable_type_hints(name: str) -> None:
    found = MEMBERS[name]
    if typing.get_origin(found) is not None or type(found).__module__ == "types":
        return  # an alias such as Move
    assert inspect.getdoc(found), f"{name} has no docstring"
    typing.get_type_hints(found.fget if isinstance(found, property) else found)


def asked() -> Iterator[str]:
    """Yield each public function that takes arguments once, even if the public API has several names for it."""
    seen: set[int] = set()
    for name, found in PUBLIC.items():
        short = name.removeprefix("slidedrop.")
        parts = short.split(".")
        if not callable(found) or typing.get_origin(found) or id(found) in seen or _is_result(parts):
            continue
        seen.add(id(found))
        if short == "SlidedropError" or set(inspect.signature(found).parameters) - {"self"}:
            yield short


def _is_result(parts: list[str]) -> bool:
    return bool(RESULTS & set(parts)) and parts[-1] not in ("from_dict", "from_json")


def test_every_public_function_with_arguments_is_in_the_table_of_calls() -> None:
    assert set(asked()) - set(CALLS) == set(OTHERWISE)


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_raises_a_slidedrop_error(name: str) -> None:
    good = CALLS[name]
    good.call(**good.arguments)
    for argument in good.arguments:
        for wrong in WRONG:
            if any(
                wrong is fine or (type(wrong) is type(fine) and wrong == fine) for fine in good.fine.get(argument, ())
            ):
                continue
            with pytest.raises(SlidedropError, match=r"\w"):
                answered(name, {**good.arguments, argument: wrong})


def answered(name: str, arguments: dict[str, Any]) -> None:
    """Call the function; fail the test if it returns."""
    CALLS[name].call(**arguments)
    pytest.fail(f"{name} answers {arguments!r:.300}")


@pytest.mark.parametrize("wrong", [None, 5, b"x", "", f"{__file__}/in-a-file", "a\0b", object()])
def test_an_invalid_path_is_refused_by_all_functions_that_use_files(wrong: Any) -> None:  # noqa: ANN401 - anything
    network = twenty48.network_of(small())
    for call in (
        lambda: slidedrop.save(dropping(), wrong) if wrong is not None else slidedrop.load(None),  # type: ignore[arg-type]
        lambda: slidedrop.load(wrong),
        lambda: twenty48.read_network(wrong),
        lambda: twenty48.save_network(network, wrong),
        lambda: twenty48.resume(wrong),
    ):
        with pytest.raises(SlidedropError):
            call()


def test_saving_or_training_with_a_wrong_object_is_refused(tmp_path: Path) -> None:
    calls: list[Callable[[Any], object]] = [
        lambda wrong: slidedrop.save(wrong, tmp_path / "game"),
        lambda wrong: twenty48.save_network(wrong, tmp_path / "weights"),
        lambda wrong: twenty48.save_network(twenty48.network_of(small()), tmp_path / "weights", wrong),
        lambda wrong: list(twenty48.train_in(tmp_path, wrong, 0)),
        lambda wrong: list(twenty48.train_in(tmp_path, small().plan, wrong)),
    ]
    for call in calls:
        for wrong in (None, "nonsense", -1, NAN, [], object(), True):
            with pytest.raises(SlidedropError):
                call(wrong)


def test_every_function_with_a_direction_accepts_only_the_four_words() -> None:
    board = twenty48.Board.from_rows([[2, 0], [0, 4]])
    assert board.slide("left").board.rows == ((2, 0), (4, 0))
    assert twenty48.Position(board).play("left").board.rows == ((2, 0), (4, 0))
    calls: list[Any] = [board.slide, twenty48.Position(board).play, twenty48.Game(seed=1).play]
    for call in calls:
        with pytest.raises(NotationError, match=r"up, down, .*'nonsense'"):
            call("nonsense")


def test_best_move_works_for_every_board_size() -> None:
    small = twenty48.Board.from_rows([[2, 2, 4], [8, 16, 4], [2, 8, 32]])
    assert set(twenty48.best_move(small, plies=1).values) == set(small.legal_moves())
    large = twenty48.Board.empty(5).with_tile((0, 0), 2).with_tile((0, 1), 2)
    assert twenty48.best_move(large, plies=1).best in large.legal_moves()
    with pytest.raises(RulesError, match=r"size 3 .*size 4"):
        twenty48.best_move(small, twenty48.Rules(spawn_weights=(50, 50)))


def test_a_player_for_an_unknown_game_is_refused_with_the_known_games() -> None:
    with pytest.raises(NotationError, match=r"'chess'.*2048, connect4"):
        slidedrop.player("random", "chess")


def played(game: twenty48.Game | connect4.Game) -> twenty48.Game | connect4.Game:
    """Play some random moves, undo one of them, and take a hint."""
    chooser = slidedrop.player("random", game.kind, seed=3)
    for _ in range(6):
        game.play(chooser.choose(game.position))
    game.undo()
    game.do(Command("hint"))
    return game


@pytest.mark.parametrize("make", [sliding, dropping, lambda: twenty48.Game(random=Counting())])
def test_both_games_share_an_interface_and_are_restored_from_dict_and_files(
    make: Callable[[], twenty48.Game | connect4.Game], tmp_path: Path
) -> None:
    game = make()
    heard: list[object] = []
    game.on_turn(heard.append)
    played(game)
    assert heard[:5] == game.turns
    assert (game.is_over, game.outcome, game.position.is_over) == (False, None, False)
    assert game.legal_moves() == game.position.legal_moves()
    slidedrop.save(game, tmp_path / "game.journal")
    opened = Library(tmp_path).put(game, ["human"])
    opened.journal.close()
    kept = Library(tmp_path).take(opened.number)
    kept.journal.close()
    for again in (type(game).from_dict(game.to_dict()), slidedrop.load(tmp_path / "game.journal"), kept.game):
        assert again.position == game.position
        assert again.summary() == game.summary()
        assert again.commands == game.commands


class Counting:
    """A random generator that counts upwards."""

    def __init__(self) -> None:
        self._last = 0

    def next_int(self, bound: int, /) -> int:
        self._last += 1
        return self._last % bound


def test_an_illegal_move_is_refused_with_the_legal_moves() -> None:
    game = twenty48.Game(start=twenty48.State(twenty48.Board.from_rows([[2, 4], [0, 0]])))
    with pytest.raises(IllegalMove, match=r"left .*legal: down"):
        game.play("left")
    assert game.do(Command("move", "left")) is None
    over = twenty48.Game(start=twenty48.State(twenty48.Board.from_rows([[2, 4], [4, 2]])))
    assert over.is_over
    with pytest.raises(GameOver):
        over.play("left")


NEARLY: Final = twenty48.State(twenty48.Board.from_rows([[2, 2], [8, 16]]))


def test_notebook_output_is_short_and_has_a_drawing() -> None:
    slides, drops = twenty48.Game(seed=7), connect4.Game()
    turn, drop = slides.play("left"), drops.play(3)
    positions = slides.position, drops.position
    shown: list[Any] = [slides, turn, turn.slide, turn.state, drops, drop, *positions, slides.board]
    for value in shown:
        assert len(repr(value)) < 300
        assert value._repr_svg_().startswith("<svg")
    for game in (slides, drops):
        review = slidedrop.review(game, seconds=0.01)
        assert len(repr(review)) < 300
        assert review._repr_html_().count("<li>") == len(review.moves) == 1
    assert repr(drops.position) == "<Position 7x6 ......./......./......./......./......./...X... O>"
    assert repr(slidedrop.solve(connect4.Position.from_moves("44"))) == "<Solution: win in 39>"
    assert repr(turn.slide) == "<Slide left: 0 points>"
    assert repr(drop) == "<Turn: red played 4>"
    assert repr(drops.resign()).startswith("<Turn: blue resigned; ")
