"""The front door: what `import slidedrop` offers is there, is typed, says what it does, and never answers nonsense."""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pytest

import slidedrop
from slidedrop import connect4, twenty48
from slidedrop.core.command import Command
from slidedrop.core.errors import GameOver, IllegalMove, NotationError, RulesError, SlidedropError
from slidedrop.records.library import Library
from slidedrop.twenty48.engine.portable_network import shipped_network
from tests.twins.networks2048 import SMALL_TUPLES

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
"""What calls give back: nobody makes them by hand, and where one goes in again (a State) it is checked there."""


def public() -> Iterator[tuple[str, Any]]:
    """Yield every public name with what it means, methods and properties of classes among them."""
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


class Good(NamedTuple):
    """A call that is right, and the values that are right too for each of its arguments."""

    call: Callable[..., object]
    given: dict[str, Any] | Callable[[], dict[str, Any]]
    fine: Mapping[str, tuple[Any, ...]] = MappingProxyType({})

    @property
    def arguments(self) -> dict[str, Any]:
        """The right arguments; what takes a moment to make is made when it is asked for."""
        return self.given() if callable(self.given) else self.given


BOARD: Final = twenty48.Board.from_rows([[2, 2, 0, 0], [0, 4, 0, 0], [0, 0, 0, 0], [0, 0, 0, 8]])
SLIDES: Final = twenty48.Position(BOARD)
DROPS: Final = connect4.Position.from_moves("44")
NAN: Final = float("nan")
WRONG: Final[tuple[Any, ...]] = (
    None,
    "nonsense",
    "",
    b"left",
    1.5,
    -1,
    [],
    {},
    (),
    object(),
    NAN,
    True,
    10**400,
    [[]],
    "Left",
)
BOTH: Final = (True, False)


@cache
def small() -> twenty48.Training:
    return twenty48.Training.begin(twenty48.Plan(size=3, tuples=SMALL_TUPLES))  # whose kernels are compiled


@cache
def looking() -> twenty48.Expectimax:
    network = shipped_network()
    assert network is not None
    return twenty48.Expectimax(network)


def sliding() -> twenty48.Game:
    return twenty48.Game(seed=1)


def dropping() -> connect4.Game:
    return connect4.Game()


CALLS: Final[dict[str, Good]] = {
    "twenty48.Board": Good(twenty48.Board, {"size": 2, "tiles": (0, 2, 2, 0)}),
    "twenty48.Board.empty": Good(twenty48.Board.empty, {"size": 3}),
    "twenty48.Board.from_rows": Good(twenty48.Board.from_rows, {"rows": [[2, 0], [0, 2]]}),
    "twenty48.Board.from_tiles": Good(twenty48.Board.from_tiles, {"tiles": [2, 0, 0, 2]}),
    "twenty48.Board.tile": Good(BOARD.tile, {"cell": (0, 0)}),
    "twenty48.Board.with_tiles": Good(BOARD.with_tiles, {"tiles": [((0, 3), 2)]}, {"tiles": ("", [], {}, ())}),
    "twenty48.Board.with_tile": Good(BOARD.with_tile, {"cell": (0, 3), "value": 2}, {"value": (10**400,)}),
    "twenty48.Board.slide": Good(BOARD.slide, {"direction": "left"}),
    "twenty48.Direction.of": Good(twenty48.Direction.of, {"way": "left"}),
    "twenty48.Direction.from_text": Good(twenty48.Direction.from_text, {"text": "w"}, {"text": ("Left",)}),
    "twenty48.Game": Good(
        twenty48.Game,
        {"rules": twenty48.Rules(), "seed": 1, "random": None, "start": None},
        {"rules": (None,), "seed": (None, -1), "random": (None,), "start": (None,)},
    ),
    "twenty48.Game.play": Good(
        lambda move, spawns: sliding().play(move, spawns=spawns),
        {"move": "down", "spawns": None},
        {"spawns": (None,)},
    ),
    "twenty48.Game.load": Good(
        lambda state, seed: sliding().load(state, seed=seed),
        {"state": {"board": [2] * 4}, "seed": 1},
        {"seed": (None, -1)},
    ),
    "twenty48.Game.reset": Good(lambda seed: sliding().reset(seed=seed), {"seed": 1}, {"seed": (None, -1)}),
    "twenty48.Game.new": Good(
        twenty48.Game.new, {"rules": None, "seed": 1}, {"rules": (None,), "seed": (None, -1, 1 << 70)}
    ),
    "connect4.Game.new": Good(connect4.Game.new, {"rules": None}, {"rules": (None,)}),
    "twenty48.Game.on_winning_tile": Good(lambda callback: sliding().on_winning_tile(callback), {"callback": print}),
    "twenty48.Game.from_header": Good(twenty48.Game.from_header, {"header": sliding().header()}),
    "twenty48.Game.from_dict": Good(twenty48.Game.from_dict, {"values": sliding().to_dict()}),
    "twenty48.Game.do": Good(lambda command: sliding().do(command), {"command": Command("move", "down")}),
    "twenty48.Game.spell": Good(lambda move: sliding().spell(move), {"move": "left"}),
    "twenty48.Position": Good(
        twenty48.Position,
        {"board": BOARD, "rules": twenty48.Rules(), "score": 0, "won": False, "due": 0},
        {"score": (10**400,), "won": BOTH, "due": (10**400,)},
    ),
    "twenty48.Position.start": Good(twenty48.Position.start, {"rules": twenty48.Rules()}),
    "twenty48.Position.play": Good(SLIDES.play, {"move": "left"}),
    "twenty48.Rules": Good(
        twenty48.Rules,
        {"size": 4, "base": 2, "winning_tile": 2048, "spawn_weights": (1,), "tiles_per_move": 1, "start_tiles": 2},
        {"size": (10**400,), "winning_tile": (10**400,)},
    ),
    "twenty48.Rules.preset": Good(twenty48.Rules.preset, {"name": "mis", "size": 4}, {"size": (10**400,)}),
    "twenty48.Rules.is_tile": Good(twenty48.Rules().is_tile, {"value": 2}, {"value": (-1, 10**400)}),
    "twenty48.Rules.is_spawn": Good(twenty48.Rules().is_spawn, {"value": 2}, {"value": (-1, 10**400)}),
    "twenty48.Rules.crosses_winning": Good(twenty48.Rules().crosses_winning, {"made": 2048}, {"made": (-1, 10**400)}),
    "twenty48.Rules.from_json": Good(twenty48.Rules.from_json, {"values": {}}, {"values": ({},)}),
    "twenty48.State.from_dict": Good(twenty48.State.from_dict, {"values": {"board": [2] * 4}}),
    "twenty48.State.from_json": Good(twenty48.State.from_json, {"text": '{"board": [2, 2, 2, 2]}'}),
    "twenty48.best_move": Good(
        twenty48.best_move,
        {"board": BOARD, "rules": None, "plies": 1, "seconds": None},
        {"rules": (None,), "seconds": (None, 1.5, 10**400)},
    ),
    "connect4.Game": Good(connect4.Game, {"rules": None, "start": None}, {"rules": (None,), "start": (None,)}),
    "connect4.Game.play": Good(lambda move: dropping().play(move), {"move": 3}),
    "connect4.Game.from_header": Good(connect4.Game.from_header, {"header": dropping().header()}),
    "connect4.Game.from_dict": Good(connect4.Game.from_dict, {"values": dropping().to_dict()}),
    "connect4.Game.do": Good(lambda command: dropping().do(command), {"command": Command("move", "4")}),
    "connect4.Game.spell": Good(lambda move: dropping().spell(move), {"move": 3}),
    "connect4.Position": Good(connect4.Position, {"rules": None}, {"rules": (None,)}),
    "connect4.Position.from_moves": Good(
        connect4.Position.from_moves, {"text": "44", "rules": None}, {"text": ("",), "rules": (None,)}
    ),
    "connect4.Position.from_drawing": Good(
        connect4.Position.from_drawing,
        {"drawing": "....\n....\n....\nX...", "rules": None, "shapes": "XO"},
        {"rules": (None,)},
    ),
    "connect4.Position.from_rows": Good(
        connect4.Position.from_rows, {"rows": [[None] * 4] * 4, "rules": None}, {"rules": (None,)}
    ),
    "connect4.Position.composed": Good(
        connect4.Position.composed, {"rows": [[None] * 4] * 4, "rules": connect4.Rules(4, 4)}
    ),
    "connect4.Position.play": Good(DROPS.play, {"move": 3}),
    "connect4.Position.landing": Good(DROPS.landing, {"move": 3}),
    "connect4.Position.disc_at": Good(DROPS.disc_at, {"cell": (0, 0)}),
    "connect4.Rules": Good(connect4.Rules, {"columns": 7, "rows": 6, "gravity": True, "connect": 4}, {"gravity": BOTH}),
    "connect4.Rules.on_board": Good(connect4.Rules().on_board, {"cell": (0, 0)}),
    "connect4.Rules.lines": Good(connect4.Rules().lines, {"direction": "row"}),
    "connect4.analyse": Good(
        connect4.analyse,
        {"position": DROPS, "seconds": 9.0, "nodes": 10, "verdict_only": False, "threads": 1},
        {"seconds": (1.5, 10**400), "nodes": (1.5, 10**400), "verdict_only": BOTH, "threads": (10**400,)},
    ),
    "connect4.solve": Good(
        connect4.solve,
        {"position": DROPS, "seconds": 9.0, "nodes": 10, "verdict_only": False, "threads": 1},
        {"seconds": (1.5, 10**400), "nodes": (1.5, 10**400), "verdict_only": BOTH, "threads": (10**400,)},
    ),
    "connect4.solve_many": Good(
        connect4.solve_many,
        {"positions": [DROPS], "threads": 1},
        {"positions": ("", b"", [], {}, ()), "threads": (None, 10**400)},
    ),
    "connect4.Game.on_end": Good(lambda callback: dropping().on_end(callback), {"callback": print}),
    "twenty48.Direction": Good(twenty48.Direction, {"value": "left"}),
    "twenty48.Expectimax": Good(
        twenty48.Expectimax, lambda: {"network": shipped_network(), "rules": twenty48.Rules(), "table_bits": 18}
    ),
    "twenty48.Expectimax.search": Good(
        lambda board, plies: looking().search(board, plies), {"board": BOARD, "plies": 1}
    ),
    "twenty48.Expectimax.think": Good(
        lambda board, seconds, nodes: looking().think(board, seconds, nodes=nodes),
        {"board": BOARD, "seconds": 0.0, "nodes": 1},
        {"seconds": (1.5, 10**400), "nodes": (1.5, 10**400)},
    ),
    "twenty48.Expectimax.spawn_outcomes": Good(
        lambda board, direction, plies: list(looking().spawn_outcomes(board, direction, plies)),
        {"board": BOARD, "direction": "left", "plies": 1},
    ),
    "twenty48.Plan": Good(
        twenty48.Plan,
        {
            "size": 3,
            "four": 0.1,
            "tuples": ((0, 1),),
            "trace": 0.5,
            "warmup_moves": 0,
            "annealing": (),
            "seed": 1,
            "threads": 1,
            "parts": ((1, -1, -1),),
        },
        {
            "annealing": ((),),
            "parts": ((),),
            "warmup_moves": (10**400,),
            "seed": (-1,),
            "threads": (10**400,),
        },
    ),
    "twenty48.Plan.of_size": Good(twenty48.Plan.of_size, {"size": 3}),
    "twenty48.Plan.from_json": Good(twenty48.Plan.from_json, {"values": twenty48.Plan().to_json()}),
    "twenty48.train": Good(
        lambda training, minutes, every: list(twenty48.train(training, minutes, every)),
        lambda: {"training": small(), "minutes": 0, "every": 1.0},
        {"minutes": (1.5, 10**400), "every": (1.5, 10**400)},
    ),
    "twenty48.network_of": Good(
        twenty48.network_of,
        lambda: {"training": small(), "command": "", "least": 0.0},
        {"command": ("", "nonsense", "Left"), "least": (1.5, 10**400)},
    ),
    "twenty48.load_network": Good(twenty48.load_network, {"name": "2048-small.weights"}),
    "hint": Good(slidedrop.hint, {"game": dropping(), "weights": None}, {"weights": (None,)}),
    "player": Good(
        slidedrop.player,
        {"text": "random", "game": "2048", "seed": 1, "weights": None, "native": False},
        {"seed": (None, -1), "weights": (None,), "native": BOTH},
    ),
    "review": Good(
        slidedrop.review,
        {"game": dropping(), "seconds": 0.1, "tell": divmod},
        {"seconds": (1.5, 10**400)},
    ),
    "twenty48.Board.from_text": Good(twenty48.Board.from_text, {"text": "0,2/4,0"}),
    "connect4.Position.from_text": Good(connect4.Position.from_text, {"text": DROPS.to_text()}),
    "twenty48.Game.from_text": Good(twenty48.Game.from_text, {"text": sliding().to_text()}),
}
OTHERWISE: Final = {
    "twenty48.best_moves": "compiles: see tests/test_batches.py",
    "SlidedropError": "takes any sentence",
    **dict.fromkeys(("load", "save", "twenty48.read_network", "twenty48.save_network"), "needs a folder: see below"),
    **dict.fromkeys(("twenty48.resume", "twenty48.train_in"), "needs a folder: see below"),
    **dict.fromkeys(("connect4.Game.first", "connect4.Game.rules_type", "connect4.Game.turn_type"), "a part"),
    "twenty48.TrainingReport.from_json": "read from a checkpoint that is sealed",
}


def asked() -> Iterator[str]:
    """Yield the public functions that take arguments, each once: what the front door offers under another name too."""
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
    """Call, and fail where there is an answer."""
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
    """Play some moves at random, one of them taken back, and take a hint."""
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
    """A generator that counts."""

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
