"""Random games of both kinds, each with a digest of all its events, to compare the page's modules with Python.

    one line to node      {"header": {...}, "commands": [...]}
    one line from node    the SHA-256 of every board, score, motion, new tile, legal move and outcome on the way

Two implementations with the same rules and the same tiles produce the same digest.
"""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from slidedrop.connect4.game import Game as Connect4
from slidedrop.connect4.game import Turn as Connect4Turn
from slidedrop.connect4.game import why
from slidedrop.connect4.rules import Rules as Connect4Rules
from slidedrop.core.command import VERBS, Command
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.game import Game as Twenty48
from slidedrop.twenty48.game import Turn as Twenty48Turn
from slidedrop.twenty48.position import State
from slidedrop.twenty48.rules import PRESETS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRIPTS: Final = Path(__file__).parent / "js"
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Sample:
    """A game as a record stores it, and its expected digest."""

    record: dict[str, Any]
    digest: str

    @property
    def moves(self) -> int:
        """The number of its commands."""
        return len(self.record["commands"])


def sample_games(moves: int, seed: int) -> Iterator[Sample]:
    """Play random games until they have the given number of commands."""
    dice = random.Random(seed)
    while moves > 0:
        sample = _play(_new_2048(dice) if dice.random() < 0.7 else _new_connect4(dice), dice)
        moves -= sample.moves
        yield sample


def differences(samples: list[Sample]) -> list[dict[str, Any]]:
    """Return the games whose digest differs in JavaScript."""
    lines = "".join(json.dumps(sample.record) + "\n" for sample in samples)
    digests = run_node("replay_games.mjs", lines).splitlines()
    assert len(digests) == len(samples)
    return [sample.record for sample, digest in zip(samples, digests, strict=True) if sample.digest != digest]


def run_node(script: str, lines: str, *arguments: str) -> str:
    """Pass lines to one of the project's node scripts and return its output."""
    node = subprocess.run(
        ["node", SCRIPTS / script, *arguments], input=lines, capture_output=True, text=True, check=False
    )
    assert node.returncode == 0, node.stderr
    return node.stdout


def _new_2048(dice: random.Random) -> Twenty48:
    seed = dice.randrange(-(1 << 63), 1 << 63)
    size = dice.randint(3, 8)
    if dice.random() < 0.6:
        return Twenty48(Rules.preset(dice.choice(list(PRESETS)), size), seed=seed)
    base = dice.choice([1, 2, 3, 5, 1000])
    weights = dice.choice([(1,), (0, 1), (90, 10), (3, 2, 1), (64,), (100, 0, 28)])
    rules = Rules(size, base, base * 8 + 1, weights, dice.randint(1, 3), dice.randint(1, 4))
    return Twenty48(rules, seed=seed, start=_some_start(rules, dice) if dice.random() < 0.5 else None)


def _some_start(rules: Rules, dice: random.Random) -> State:
    """Return a board with tiles below, at and above the winning tile."""
    tiles = [dice.choice([0, 0, rules.base << dice.randrange(7)]) for _ in range(rules.size**2)]
    return State(Board.from_tiles(tiles), dice.randrange(10**6), won=dice.random() < 0.3)


def _new_connect4(dice: random.Random) -> Connect4:
    columns, rows = dice.choice([(7, 6), (4, 4), (8, 5), (dice.randint(4, 12), dice.randint(4, 12))])
    connect = dice.choice([4, 4, 3, max(columns, rows)])
    return Connect4(Connect4Rules(columns, rows, gravity=dice.random() < 0.7, connect=connect))


def _play(game: Twenty48 | Connect4, dice: random.Random) -> Sample:
    digest = hashlib.sha256(_text(game.header()))
    digest.update(_moment(game, None))
    commands = []
    for _ in range(_LONGEST):
        command = _command(game, dice)
        if command is None:
            break
        turn = game.do(command)
        if not turn:
            continue
        commands.append(command.to_json())
        digest.update(_moment(game, turn))
    return Sample({"header": {"version": 1, **game.header()}, "commands": commands}, digest.hexdigest())


def _command(game: Twenty48 | Connect4, dice: random.Random) -> Command | None:
    """Choose a command: mostly a move, sometimes undo or redo, and at some ends an undo to continue."""
    legal = [] if game.outcome else game.position.legal_moves()
    (verb,) = dice.choices(VERBS, [80, 8, 4, 0.3 * (game.kind == "connect4"), 1])
    if verb == "move" and legal:
        return Command("move", _spelled(game, dice.choice(legal)))
    if not legal and (dice.random() < 0.5 or verb == "resign"):
        return None
    return Command("undo" if verb == "move" else verb)


def _spelled(game: Any, move: object) -> str:  # noqa: ANN401 - either game, each with its own move type
    return str(game.spell(move))


def _moment(game: Twenty48 | Connect4, turn: object) -> bytes:
    seen = _moment_2048(game, turn) if isinstance(game, Twenty48) else _moment_connect4(game, turn)
    path = game._history._path
    return _text([*seen, len(path) > 1, path[-1].undone is not None])


def _moment_2048(game: Twenty48, turn: object) -> list[object]:
    state, size = game.state, game.rules.size
    spawns: list[object] = []
    motions: list[object] = []
    if isinstance(turn, Twenty48Turn):
        spawns = [[_place(cell, size), value] for cell, value in turn.spawns]
        motions = [[m.value, _place(m.source, size), _place(m.target, size), m.merged] for m in turn.slide.motions]
    legal = [direction.value for direction in state.board.legal_moves()]
    seen = [list(state.board.tiles), state.score, state.won, state.over, legal, spawns, motions]
    return [*seen, game.take_backs, game.hints]


def _moment_connect4(game: Connect4, turn: object) -> list[object]:
    position, outcome, columns = game.position, game.outcome, game.rules.columns
    rows = ["".join("." if disc is None else "XO"[disc] for disc in row) for row in position.to_rows()]
    lines = [[_place(cell, columns) for cell in line] for line in outcome.lines] if outcome else []
    ended = [outcome.winner, why(outcome)] if outcome else [None, ""]
    legal = [] if outcome else [game.spell(move) for move in position.legal_moves()]
    place = _place(turn.cell, columns) if isinstance(turn, Connect4Turn) and turn.cell else -1
    return [rows, position.turn, *ended, lines, legal, place, game.summary().standing, game.line()]


def _place(cell: tuple[int, int], columns: int) -> int:
    return cell[0] * columns + cell[1]


def _text(values: object) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode()
