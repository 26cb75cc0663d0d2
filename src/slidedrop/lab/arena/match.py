"""A match: who plays what, and one game of it after the other.

    2048         a round is one seed, drawn from the match's own; every player plays the game of that seed
    Connect-4    a round is one opening; it is played twice, each player once with red

Every game can be played alone and at any time: so a match goes on after an interruption, and processes can share it.
"""

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.connect4.layout import Move
from slidedrop.connect4.notation import write_moves
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules as Drops
from slidedrop.core.errors import RulesError
from slidedrop.core.randomness import JavaRandom
from slidedrop.lab.work.carried import path_of
from slidedrop.players.external import is_own, named_player
from slidedrop.players.player import Player, PlayerSpec
from slidedrop.players.protocol import PlayerFault
from slidedrop.players.registry import check_player, has_compiler
from slidedrop.twenty48.game import Game as Sliding
from slidedrop.twenty48.rules import Rules as Slides

OPENING: Final = 3
"""How many discs of Connect-4 are played at random before the players begin; 0 to 3, to have both sides to move."""


class Unit(NamedTuple):
    """One game of a match: its round, and the player in 2048 or the one who has red in Connect-4, from 0."""

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended."""

    round: int
    seat: int
    moves: int
    seconds: float
    """What the players of the game took, all moves together."""
    score: int = 0
    largest: int = 0
    winner: int = -1
    """The number of the player who won a game of two, -1 for a draw."""
    line: str = ""
    """All moves from the start as `slidedrop review` reads them; in 2048 the keys w, a, s, d."""
    fault: str = ""
    """Why a player of one's own gave no legal move: it has lost a game of two, and a game of 2048 ends there."""

    @property
    def unit(self) -> Unit:
        """Which game of the match it is."""
        return Unit(self.round, self.seat)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values."""
        values = asdict(self)
        return values if self.fault else {name: value for name, value in values.items() if name != "fault"}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a match."""

    player: str
    weights: str = ""
    """The path of the network that it goes by; empty for the one that ships."""
    seal: str = ""
    """What tells its network from all others."""

    @property
    def label(self) -> str:
        """What it is called in the table."""
        return f"{self.player} ({Path(self.weights).name})" if self.weights else self.player

    def seated(self, game: str, seed: int) -> Player:
        """Return the player, with a seed of its own for each game."""
        weights = path_of(self.seal, self.weights) if self.weights else None
        mine = mixed(f"{seed}/{self.label}")
        return named_player(self.player, game, seed=mine, weights=weights, native=has_compiler())


@dataclass(frozen=True, slots=True)
class Match:
    """What is played, by whom, from which seed on."""

    rules: Slides | Drops
    entrants: tuple[Entrant, ...]
    seed: int = 1

    @property
    def game(self) -> str:
        """Which of the two games it is."""
        return "2048" if isinstance(self.rules, Slides) else "connect4"

    def header(self) -> dict[str, Any]:
        """Return what makes this match another than all others, in plain values."""
        header: dict[str, Any] = json.loads(json.dumps({"version": 2, "game": self.game, **asdict(self)}))
        return header

    def seed_of(self, number: int) -> int:
        """Return the seed of a round; neighbours of java.util.Random draw nearly the same first, so they are mixed."""
        return mixed(f"{self.seed}/{number}")

    def units(self, rounds: int) -> Iterator[Unit]:
        """Yield every game of some rounds."""
        for number in range(rounds):
            for seat in range(len(self.entrants)):
                yield Unit(number, seat)

    def prepare(self) -> list[str]:
        """Refuse players that cannot play this, have them compiled, and return what they have to say to these rules."""
        if self.game == "connect4" and len(self.entrants) != 2:
            raise RulesError(f"two play Connect-4, not {len(self.entrants)}; name two with --player")
        rules, seed, remarks = self.rules, self.seed_of(0), []
        position: Any = Sliding(rules, seed=seed).position if isinstance(rules, Slides) else opening(rules, seed)
        for entrant in self.entrants:
            player = entrant.seated(self.game, self.seed)
            check_player(player, position)
            _warm_up(player, position)
            if hasattr(player, "remark"):
                remarks.append(player.remark(position))
        return [remark for remark in dict.fromkeys(remarks) if remark]

    def play(self, unit: Unit) -> Result:
        """Play one game."""
        rules = self.rules
        return self._slide(unit, rules) if isinstance(rules, Slides) else self._drop(unit, rules)

    def _slide(self, unit: Unit, rules: Slides) -> Result:
        seed = self.seed_of(unit.round)
        player, game = self.entrants[unit.seat].seated("2048", seed), Sliding(rules, seed=seed)
        _warm_up(player, game.position)
        fault, began = "", time.perf_counter()
        while not game.over and not fault:
            try:
                game.move(player.choose(game.position))
            except PlayerFault as error:
                fault = str(error)
        took, line = round(time.perf_counter() - began, 3), "".join(turn.slide.direction.key for turn in game.turns)
        return Result(*unit, len(line), took, game.score, game.board.largest, line=line, fault=fault)

    def _drop(self, unit: Unit, rules: Drops) -> Result:
        seed = self.seed_of(unit.round)
        order = (unit.seat, 1 - unit.seat)
        players = [self.entrants[number].seated("connect4", mixed(f"{seed}/{number}")) for number in order]
        moves = opening_moves(rules, seed)
        position, drawn = Position(rules).play_all(moves), len(moves)
        for player in players:
            _warm_up(player, position)
        fault, began = "", time.perf_counter()
        while not position.is_over and not fault:
            try:
                moves.append(players[position.turn].choose(position))
                position = position.play(moves[-1])
            except PlayerFault as error:
                fault = str(error)
        took, line = round(time.perf_counter() - began, 3), write_moves(moves, rules)
        won = position.outcome.winner if position.outcome else 1 - position.turn
        winner = -1 if won is None else order[won]
        return Result(*unit, len(moves) - drawn, took, winner=winner, line=line, fault=fault)


def worker_files(entrants: Iterable[Entrant]) -> dict[str, bytes]:
    """Return the networks that other machines need, by their seals; refuse players that cannot travel."""
    for name in (entrant.player for entrant in entrants if is_own(entrant.player)):
        raise RulesError(f"'{name}' is a file or program of this machine and cannot play on a cluster; leave --on out")
    return {entrant.seal: Path(entrant.weights).read_bytes() for entrant in entrants if entrant.weights}


def _warm_up(player: Player, position: Any) -> None:  # noqa: ANN401 - a position of either game
    """Have a player's weights and kernels loaded before its time is taken; one that chooses at random is left alone."""
    if not is_own(player.name) and PlayerSpec.read(player.name).name in {"network", "small"}:
        player.choose(position)


def mixed(text: str) -> int:
    """Return a seed that has nothing to do with that of any other text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def opening(rules: Drops, seed: int) -> Position:
    """Return the position after a few random discs."""
    return Position(rules).play_all(opening_moves(rules, seed))


def opening_moves(rules: Drops, seed: int) -> list[Move]:
    """Return a few random moves; the same seed draws the same."""
    position, random, made = Position(rules), JavaRandom(seed), list[Any]()
    for _ in range(random.next_int(OPENING + 1)):
        moves = position.legal_moves()
        made.append(moves[random.next_int(len(moves))])
        position = position.play(made[-1])
    return made
