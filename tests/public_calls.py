"""A valid call of every public function, with further valid values for each of its arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import slidedrop
from slidedrop import connect4, twenty48
from slidedrop.core.command import Command
from slidedrop.twenty48.engine.portable_network import shipped_network
from tests.twins.networks2048 import SMALL_TUPLES


class Good(NamedTuple):
    """A valid call, and further valid values for each of its arguments."""

    call: Callable[..., object]
    given: dict[str, Any] | Callable[[], dict[str, Any]]
    fine: Mapping[str, tuple[Any, ...]] = MappingProxyType({})

    @property
    def arguments(self) -> dict[str, Any]:
        """The valid arguments; slow ones are created on demand."""
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
    return twenty48.Training.begin(twenty48.Plan(size=3, tuples=SMALL_TUPLES))  # its kernels are compiled


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
