"""A match: its players, its rounds, and how one game is played.

    one seat     a round is one seed, drawn from the match's own; every player plays the game of that seed for points
    two seats    a round is one opening; it is played twice, each player once with the first move

Every game can be played separately, so a match can be resumed, and processes can share it.
"""

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import reduce
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.core.errors import RulesError
from slidedrop.core.position import Position
from slidedrop.core.randomness import JavaRandom
from slidedrop.core.spec import AnyGame, AnySpec, Rules
from slidedrop.games import game_spec
from slidedrop.lab.work.sharing import path_of
from slidedrop.players.external import is_own, named_player
from slidedrop.players.player import AnyPlayer, PlayerBase
from slidedrop.players.protocol import PlayerFault
from slidedrop.players.registry import check_player, has_compiler

OPENING: Final = 3
"""The number of random moves before a two-player game: 0 to 3, so that either side can be to move."""


class Unit(NamedTuple):
    """One game of a match: its round, and its player (of two, the one who moves first); both from 0."""

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Result:
    """How one game ended."""

    round: int
    seat: int
    moves: int
    seconds: float
    """The players' total time for all moves."""
    score: int = 0
    largest: int = 0
    winner: int = -1
    """The number of the player who won a game of two, -1 for a draw."""
    line: str = ""
    """All moves from the start, as the game's notation writes them."""
    fault: str = ""
    """Why a player gave no legal move: it has lost a game of two, and a game for points ends there."""

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
    """The path of its network; empty for the bundled one."""
    seal: str = ""
    """The fingerprint of its network."""

    @property
    def label(self) -> str:
        """The player's name in tables."""
        return f"{self.player} ({Path(self.weights).name})" if self.weights else self.player

    def seated(self, game: str, seed: int) -> AnyPlayer:
        """Return the player, with its own seed for each game."""
        weights = path_of(self.seal, self.weights) if self.weights else None
        mine = mixed(f"{seed}/{self.label}")
        return named_player(self.player, game, seed=mine, weights=weights, native=has_compiler())


@dataclass(frozen=True, slots=True)
class Match:
    """The game, the players and the first seed of a match."""

    rules: Rules
    entrants: tuple[Entrant, ...]
    seed: int = 1

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rules.kind

    @property
    def spec(self) -> AnySpec:
        """The definition of the game."""
        return game_spec(self.game)

    def header(self) -> dict[str, Any]:
        """Return the values that identify this match."""
        entrants = [asdict(entrant) for entrant in self.entrants]
        values = {"version": 2, "game": self.game, "rules": self.rules.to_json(), "entrants": entrants}
        header: dict[str, Any] = json.loads(json.dumps({**values, "seed": self.seed}))
        return header

    def rounds_of(self, games: int) -> int:
        """Return the number of rounds that give each player this many games; with two players a round has two games."""
        return games if self.spec.by_points else max(1, games // 2)

    def seed_of(self, number: int) -> int:
        """Return the seed of a round, mixed, because java.util.Random starts alike for neighbouring seeds."""
        return mixed(f"{self.seed}/{number}")

    def units(self, rounds: int) -> Iterator[Unit]:
        """Yield every game of some rounds."""
        for number in range(rounds):
            for seat in range(len(self.entrants)):
                yield Unit(number, seat)

    def prepare(self) -> list[str]:
        """Refuse players that cannot play these rules, compile the others, and return their remarks."""
        spec, seed, remarks = self.spec, self.seed_of(0), []
        if not spec.by_points and len(self.entrants) != spec.seats:
            named = len(self.entrants)
            raise RulesError(f"{spec.title} has {spec.seats} players, not {named}; name each with --player")
        position = self._start(seed).position if spec.by_points else opening(self._start(seed).position, seed)
        for entrant in self.entrants:
            player = entrant.seated(self.game, self.seed)
            check_player(player, position)
            _warm_up(player, position)
            if isinstance(player, PlayerBase):
                remarks.append(player.remark(position))
        return [remark for remark in dict.fromkeys(remarks) if remark]

    def _start(self, seed: int) -> AnyGame:
        return self.spec.new_game(self.rules, seed=seed)

    def play(self, unit: Unit) -> Result:
        """Play one game."""
        return self._play_for_points(unit) if self.spec.by_points else self._play_to_win(unit)

    def _play_for_points(self, unit: Unit) -> Result:
        seed = self.seed_of(unit.round)
        player, game = self.entrants[unit.seat].seated(self.game, seed), self._start(seed)
        _warm_up(player, game.position)
        moves, fault, began = list[Any](), "", time.perf_counter()
        while game.outcome is None and not fault:
            try:
                moves.append(player.choose(game.position))
                game.play(moves[-1])
            except PlayerFault as error:
                fault = str(error)
        took, summary = round(time.perf_counter() - began, 3), game.summary()
        line = self.spec.notation.load().write_line(moves, self.rules)
        return Result(*unit, len(moves), took, summary.score or 0, summary.largest or 0, line=line, fault=fault)

    def _play_to_win(self, unit: Unit) -> Result:
        seed = self.seed_of(unit.round)
        order = (unit.seat, 1 - unit.seat)
        players = [self.entrants[number].seated(self.game, mixed(f"{seed}/{number}")) for number in order]
        first = self._start(seed).position
        moves = opening_moves(first, seed)
        position, drawn = opening(first, seed), len(moves)
        for player in players:
            _warm_up(player, position)
        fault, began = "", time.perf_counter()
        while position.outcome is None and not fault:
            try:
                moves.append(players[position.turn].choose(position))
                position = position.play(moves[-1])
            except PlayerFault as error:
                fault = str(error)
        took, line = round(time.perf_counter() - began, 3), self.spec.notation.load().write_line(moves, self.rules)
        won = position.outcome.winner if position.outcome else 1 - position.turn
        winner = -1 if won is None else order[won]
        return Result(*unit, len(moves) - drawn, took, winner=winner, line=line, fault=fault)


def worker_files(entrants: Iterable[Entrant]) -> dict[str, bytes]:
    """Return the networks that other machines need, by checksum; refuse players that cannot be sent."""
    for name in (entrant.player for entrant in entrants if is_own(entrant.player)):
        raise RulesError(f"'{name}' is a file or program of this machine and cannot play on a cluster; leave --on out")
    return {entrant.seal: Path(entrant.weights).read_bytes() for entrant in entrants if entrant.weights}


def _warm_up(player: AnyPlayer, position: Position[Any]) -> None:
    """Load a player's weights and kernels before its time is measured."""
    if isinstance(player, PlayerBase):
        player.warm_up(position)


def mixed(text: str) -> int:
    """Return a seed derived from a text; different texts give unrelated seeds."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def opening(first: Position[Any], seed: int) -> Position[Any]:
    """Return the position after a few random moves."""
    return reduce(lambda position, move: position.play(move), opening_moves(first, seed), first)


def opening_moves(position: Position[Any], seed: int) -> list[Any]:
    """Return a few random moves; the same seed draws the same."""
    random, made = JavaRandom(seed), list[Any]()
    for _ in range(random.next_int(OPENING + 1)):
        moves = position.legal_moves()
        made.append(moves[random.next_int(len(moves))])
        position = position.play(made[-1])
    return made
